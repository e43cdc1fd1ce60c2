"""Text of build files and back: every byte survives, whatever the encoding."""


def decoded(data: bytes) -> str:
    """As text; bytes that are no UTF-8 become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """The bytes that `decoded` had."""
    return text.encode("utf-8", "surrogateescape")
