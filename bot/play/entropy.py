"""What nobody can guess: names for sessions, and the secrets of their shuffles."""

import secrets

_ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def new_id() -> str:
    """Return ten letters that no two sessions share: 50 bits, and the primary key refuses a repeat."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(10))


def new_secret() -> bytes:
    """Return 256 bits that nobody can guess."""
    return secrets.token_bytes(32)
