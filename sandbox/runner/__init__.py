"""What runs inside the sandbox: standard library only, shipped as source text, the same for every launcher."""
