"""Motions written from the laws of mechanics, without a look at any black-box's code."""

from __future__ import annotations

import math

GRAVITY = 10.0
"""m/s^2, as in the published benchmark."""


def conical_pendulum(t: float, length: float = 5.0, degrees: float = 30.0) -> dict[str, list[float]]:
    """Return the bob's position (m) at time t (s).

    The vertical pull of the thread carries the weight, T cos(theta) = m g; its horizontal pull holds the bob on the
    circle of radius r = L sin(theta), T sin(theta) = m omega^2 r. So omega = sqrt(g / (L cos(theta))).
    """
    theta = math.radians(degrees)
    radius, depth = length * math.sin(theta), length * math.cos(theta)
    angle = math.sqrt(GRAVITY / depth) * t
    return {"bob": [radius * math.cos(angle), radius * math.sin(angle), -depth]}
