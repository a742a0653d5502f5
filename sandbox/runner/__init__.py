"""What lives inside the sandbox: standard library only, shipped as source text, the same in every launcher."""
