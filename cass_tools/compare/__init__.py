"""What counts as the same: numbers, lines, arrays, pictures, and what cass.toml says of them."""
