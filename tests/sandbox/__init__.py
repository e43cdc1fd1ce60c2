"""The sandbox of programs under test."""
