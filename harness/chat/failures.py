"""Translates a provider's error, an HTTP status or a body, into our own terms. Independent of the SDKs."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import Any

from boxwright.harness.chat.deadline import Deadline
from boxwright.harness.chat.retry import AttemptFailed, Cause, is_overflow

NO_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
TOO_LONG = frozenset({"context_length_exceeded", "request_too_large"})
REFUSALS = frozenset({"content_filter", "content_policy_violation", "invalid_prompt"})
REDIRECTS = frozenset({301, 302, 303, 307, 308})
STATUS_OF_TYPE = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


def from_http_error(status: int, body: object, headers: Mapping[str, str], said: str = "") -> AttemptFailed:
    """The failure of a reply whose HTTP status is not a success; `said` is used if the body has no message."""
    if status in REDIRECTS:
        return _redirected(status, headers.get("location", ""))
    if status < 400:  # neither a reply nor an error: nobody knows whether it is billed
        return AttemptFailed(Cause.MALFORMED, said, status=status)
    details = error_of(body)
    kinds = {str(details.get("code")), str(details.get("type"))}
    reason = str(details.get("message") or said)
    if status == 429 and kinds & NO_QUOTA:
        return AttemptFailed(Cause.QUOTA, reason, status=status)
    if kinds & TOO_LONG or (status in (400, 413, 422) and is_overflow(reason)):
        return AttemptFailed(Cause.OVERFLOW, reason, status=status)
    return AttemptFailed(Cause.STATUS, reason, status=status, retry_after=retry_after(headers))


def from_lost_connection(error: Exception, deadline: Deadline) -> AttemptFailed:
    """The failure of an attempt whose connection broke or fell silent, as an SDK or its HTTP client reports it."""
    cause = error.__cause__ or error
    if isinstance(cause, AttemptFailed):
        return cause
    if "Timeout" in type(error).__name__:
        return deadline.failure()
    return AttemptFailed(Cause.CONNECTION, str(cause))


def _redirected(status: int, location: str) -> AttemptFailed:
    """A server that sends us elsewhere is not followed: key and conversation are for the address in the spec."""
    where = location.partition("?")[0] or "no address"
    reason = f"it points to {where}; redirects are not followed: if that is the right server, set it as base_url"
    return AttemptFailed(Cause.REDIRECT, reason, status=status)


def from_error_body(body: object) -> AttemptFailed:
    """The failure of a reply with status 200 whose body, or a stream event, is an error."""
    details = error_of(body)
    code, kind, reason = details.get("code"), details.get("type"), str(details.get("message") or "")
    status = code if isinstance(code, int) and 400 <= code < 600 else STATUS_OF_TYPE.get(str(kind))
    if status is not None:
        return from_http_error(status, body, {})
    if NO_QUOTA & {str(code), str(kind)}:
        return AttemptFailed(Cause.QUOTA, reason, status=200)
    if TOO_LONG & {str(code), str(kind)} or is_overflow(reason):
        return AttemptFailed(Cause.OVERFLOW, reason, status=200)
    return AttemptFailed(Cause.MALFORMED, reason or "the body is not a reply", status=200)


def is_refusal(body: object) -> bool:
    """Whether an error means that the content of the request was refused."""
    details = error_of(body)
    return bool({str(details.get("code")), str(details.get("type"))} & REFUSALS)


def error_of(body: object) -> dict[str, Any]:
    """The object with `message`, `type` and `code` in an error body; empty if there is none."""
    if not isinstance(body, dict):
        return {}
    inner = body.get("error", body)
    if isinstance(inner, str):
        return {"message": inner}
    return inner if isinstance(inner, dict) else {}


def retry_after(headers: Mapping[str, str]) -> float | None:
    """How many seconds the provider asks us to wait; None if it does not say."""
    for name, scale in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        told = headers.get(name)
        if told is None:
            continue
        try:
            return max(0.0, float(told) * scale)
        except ValueError:
            until, now = _seconds(told), _seconds(headers.get("date", ""))
            return None if until is None else max(0.0, until - (time.time() if now is None else now))
    return None


def _seconds(date: str) -> float | None:
    """Return the time of a date in an HTTP header, by the provider's clock; None if it is not a date."""
    parsed = email.utils.parsedate_tz(date)
    try:
        return None if parsed is None else email.utils.mktime_tz(parsed)
    except (ValueError, OverflowError):  # a date that no calendar has
        return None
