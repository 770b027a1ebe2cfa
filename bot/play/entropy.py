"""Random values that nobody can guess: ids of sessions, and the secrets of their shuffles."""

import secrets

_ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def new_id() -> str:
    """Return the id of a new session: ten characters, 50 random bits. The primary key refuses a repeat."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(10))


def new_secret() -> bytes:
    """Return 256 random bits."""
    return secrets.token_bytes(32)
