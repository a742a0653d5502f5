import math

G = 10.0
LENGTH = 5.0
ANGLE = math.radians(30.0)

RADIUS = LENGTH * math.sin(ANGLE)
HEIGHT = LENGTH * math.cos(ANGLE)  # distance of the circle below the origin
OMEGA = math.sqrt(G / HEIGHT)


def describe():
    return {"objects": ["bob"]}


def blackbox(t):
    phase = OMEGA * t
    return {"bob": [RADIUS * math.cos(phase), RADIUS * math.sin(phase), -HEIGHT]}
