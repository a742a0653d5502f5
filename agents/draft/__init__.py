"""From a sentence to a description: an author writes, two readers test how it reads, a person decides."""
