"""What has been understood of a book's prose, and where in it the reader stands."""

from __future__ import annotations

from dataclasses import dataclass, field

BEHIND = (
    "it stands behind rules and states none; put background before the first rule, or between an action's heading and"
    ' its rules, or leave it out (of an outcome that rules out nothing say "rules out nothing")'
)
MORE_THAN_A_NAME = "a heading says more than its action's name; write just the name"


@dataclass
class Reading:
    """What was understood of a text."""

    excluded: dict[tuple[int, int, int], str] = field(default_factory=dict)
    """(action, outcome, truth) to the sentence that says so."""
    kept: dict[tuple[int, int, int], str] = field(default_factory=dict)
    """The same for what is said to stay possible; truth -1 where nothing at all is said to be ruled out."""
    confirmed: list[tuple[int, int, int, str]] = field(default_factory=list)
    """Action, outcome, truth and sentence of what an outcome is said to prove."""
    unclear: list[tuple[str, str]] = field(default_factory=list)
    """Why, and the sentence."""


@dataclass
class Place:
    """Where in a book a sentence stands."""

    heading: int | None = None
    """The action whose section it is."""
    rules: bool = False
    """Whether rules have been stated in the section, ..."""
    begun: bool = False
    """... or in any."""
    loose: str = ""
    """The section's heading, if it names an action and says more than that."""
    background: str = ""
    """What has been said in the section besides rules."""
    done: set[int] = field(default_factory=set)
    """The actions whose sections had rules."""

    @property
    def among(self) -> bool:
        """Whether it is about an action's outcomes."""
        return self.rules or self.heading is not None

    @property
    def closed(self) -> bool:
        """Whether nothing but rules may stand here: behind rules, but for the beginning of another action's section."""
        return self.rules or (self.begun and (self.heading is None or self.heading in self.done))

    def stated(self, action: int | None, into: Reading) -> None:
        """Note that a rule of an action was stated; a heading above it that says more than a name is wrong."""
        self.rules = self.begun = True
        self.done |= {a for a in (self.heading, action) if a is not None}
        if self.loose:
            into.unclear.append((MORE_THAN_A_NAME, self.loose))
            self.loose = ""

    def enter(self, heading: int | None, loose: str, into: Reading) -> None:
        """Begin a section; what was said in one without rules, behind rules, is wrong."""
        if self.begun and not self.rules and self.background:
            into.unclear.append((BEHIND, self.background))
        self.heading, self.loose, self.rules, self.background = heading, loose, False, ""
