"""Chinese wording. Claims inside other claims stand in 「 」, which also are the brackets."""

from __future__ import annotations

from collections.abc import Sequence

from boxwright.blackboxes.reasoning.knights.language.tongue import Cursor, Tongue
from boxwright.blackboxes.reasoning.knights.language.words import Roles
from boxwright.blackboxes.reasoning.knights.puzzles.statements import (
    AND,
    IMPLIES,
    LIE,
    NOT,
    OR,
    SAME,
    TRUTH,
    Statement,
    is_literal,
)

_JOINS = {AND: "，并且", OR: "，或者", SAME: "，当且仅当"}


class Chinese(Tongue):
    """The language `zh`."""

    SAYINGS = (
        "{name}说：“{claim}。”",
        "“{claim}。”{name}这样说。",
        "{name}声称，{claim}。",
        "{name}告诉你：“{claim}。”",
        "“{claim}。”{name}向你保证。",
        "据{name}说，{claim}。",
        "{name}宣布：“{claim}。”",
        "{name}让你知道，{claim}。",
        "“{claim}。”这是{name}的话。",
        "{name}坚持认为，{claim}。",
        "{name}喊道：“{claim}。”",
        "“{claim}。”你听见{name}说。",
    )
    MARKER, IS, COMMA = "答案：", "：", "，"

    def clause(self, statement: Statement, names: Sequence[str], roles: Roles) -> str:
        """Word a statement, as a clause without a full stop."""
        if is_literal(statement):
            negated = statement[0] == NOT
            kind, person = statement[1] if negated else statement
            return f"{names[person]}{'不' if negated else ''}是{roles.of(kind == TRUTH).one}"
        kind, parts = statement[0], [self._part(part, names, roles) for part in statement[1:]]
        if kind == NOT:
            return f"并非{parts[0]}"
        return f"如果{parts[0]}，那么{parts[1]}" if kind == IMPLIES else _JOINS[kind].join(parts)

    def _part(self, statement: Statement, names: Sequence[str], roles: Roles) -> str:
        clause = self.clause(statement, names, roles)
        return clause if is_literal(statement) else f"「{clause}」"

    def head(self, names: Sequence[str], roles: Roles) -> list[str]:
        """Word what comes before the claims."""
        one, other = roles.knight.many, roles.knave.many
        return [
            f"一座岛上只住着{one}和{other}。所有{one}永远说真话，所有{other}永远说假话。",
            "在他们的话里，“或者”不排除各部分都为真；“如果……，那么……”只有在前一部分为真而后一部分为假时才为假。",
            f"你遇见其中{len(names)}个：{'、'.join(names)}。",
        ]

    def tail(self, roles: Roles) -> str:
        """Word the question."""
        return f"谁是{roles.knight.one}，谁是{roles.knave.one}？"

    def read_claim(self, cursor: Cursor, names: Sequence[str], roles: Roles) -> Statement:
        """Read a clause back. Raises: Misread."""
        if cursor.takes("并非"):
            return (NOT, self._read_part(cursor, names, roles))
        if cursor.takes("如果"):
            one = self._read_part(cursor, names, roles)
            cursor.expect("，那么")
            return (IMPLIES, one, self._read_part(cursor, names, roles))
        parts = [self._read_part(cursor, names, roles)]
        for kind, word in _JOINS.items():
            while cursor.takes(word):
                parts.append(self._read_part(cursor, names, roles))
            if len(parts) > 1:
                return (kind, *parts)
        return parts[0]

    def _read_part(self, cursor: Cursor, names: Sequence[str], roles: Roles) -> Statement:
        if cursor.takes("「"):
            found = self.read_claim(cursor, names, roles)
            cursor.expect("」")
            return found
        person = cursor.one_of(names)
        negated = cursor.expect("是", "不是") == "不是"
        leaf = ((TRUTH, LIE)[cursor.one_of((roles.knight.one, roles.knave.one))], person)
        return (NOT, leaf) if negated else leaf

    def supposition(self, name: str, role: str, clause: str, knight: bool) -> str:
        """Word the step that assumes a role."""
        return f"假设{name}是{role}。那么“{clause}”必须为{'真' if knight else '假'}，这仍有可能。"

    def contradiction(self, name: str, role: str, speaker: str, speaker_role: str, clause: str, knight: bool) -> str:
        """Word the step that refutes a role."""
        return (
            f"{name}不可能是{role}：否则作为{speaker_role}的{speaker}说的“{clause}”就会为{'假' if knight else '真'}。"
        )

    def going_back(self, exhausted: Sequence[str], name: str) -> str:
        """Word the step that reconsiders a person."""
        return f"{'、'.join(exhausted)}已没有可试的身份，所以回头重新考虑{name}。"

    def conclusion(self, found: bool) -> str:
        """Word the end of the reasoning."""
        return "现在每个人都有了身份，没有一句话与之矛盾。" if found else "所以没有任何身份能符合所有的话。"
