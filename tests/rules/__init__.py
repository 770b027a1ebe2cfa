"""Tests of the rules, by ruling."""

import pytest

pytest.register_assert_rewrite("tests.rules.contract", "tests.rules.scenes")
