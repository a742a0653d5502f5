"""The environment `knowlogic`: an id for each domain, questions by seed. Domains are data; nothing is executed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

from boxwright.blackboxes.environment import Entry, Environment, Opened, Table
from boxwright.blackboxes.faults import UnknownBox
from boxwright.blackboxes.near import known
from boxwright.blackboxes.reasoning.knowlogic.domains import HERE, domain_files
from boxwright.blackboxes.reasoning.knowlogic.knowledge.reading import Domain, read_domain
from boxwright.blackboxes.reasoning.knowlogic.language.parse import Unreadable, parse
from boxwright.blackboxes.reasoning.knowlogic.language.render import question_text
from boxwright.blackboxes.reasoning.knowlogic.play.conversation import AskingConversation, KnowLogicConversation
from boxwright.blackboxes.reasoning.knowlogic.play.settings import PlaySettings, play_settings
from boxwright.blackboxes.reasoning.knowlogic.play.solver import solved
from boxwright.blackboxes.reasoning.knowlogic.play.table import knowlogic_rows, knowlogic_tables
from boxwright.blackboxes.reasoning.knowlogic.questions.certificate import certificate
from boxwright.blackboxes.reasoning.knowlogic.questions.derive import check
from boxwright.blackboxes.reasoning.knowlogic.questions.draw import draw, sampled
from boxwright.blackboxes.reasoning.knowlogic.questions.levels import CUTS, measured
from boxwright.blackboxes.reasoning.knowlogic.questions.partners import KINDS, LANGUAGE, partner
from boxwright.blackboxes.reasoning.knowlogic.questions.puzzle import Puzzle
from boxwright.blackboxes.reasoning_game import NoPartner, ReasoningGame
from boxwright.blackboxes.records import PlayedEpisode
from boxwright.blackboxes.seeds import derive, digest
from boxwright.blackboxes.types import Conversation, Options, Plan, Setting
from boxwright.blackboxes.workspace import Workspace
from boxwright.sandbox import Launcher, Limits

COUNTED = 200
"""Questions on which the best constant answer is measured."""


@lru_cache(maxsize=32)
def _read(path: Path, size: int, changed: int) -> Domain:
    return read_domain(path)


def domain_at(path: Path) -> Domain:
    """Read a domain's file, once as long as it does not change. Raises: FaultyKnowledge, OSError."""
    state = path.stat()
    return _read(path, state.st_size, state.st_mtime_ns)


class KnowLogicEntry(Entry):
    """One domain; with `kind` the partners of its questions."""

    def __init__(self, environment: Environment, identifier: str, path: Path, kind: str = "") -> None:
        self.id, self.environment, self.path, self.kind = identifier, environment, path, kind

    def partners(self, workspace: Workspace, options: Options) -> Mapping[str, Entry]:
        """Return the partners of its questions."""
        kinds = () if self.kind else KINDS
        return {kind: KnowLogicEntry(self.environment, self.id, self.path, kind) for kind in kinds}

    @property
    def domain(self) -> Domain:
        """The domain. Raises: FaultyKnowledge."""
        return domain_at(self.path)

    def facts(self, options: Options) -> Mapping[str, Any]:
        """Return the hash of the knowledge and of the levels' cuts: questions depend on them."""
        files = [self.path, *sorted(HERE.glob("*.yaml")), CUTS]
        return {"knowledge": digest("\n".join(digest(path.read_bytes()) for path in files))}

    def check(self, plan: Plan, players: Collection[str]) -> None:
        """Check that questions of the wanted kind can be drawn. Raises: BoxwrightError."""
        for _ in islice(draw(self.domain, plan.seed, play_settings(plan.options).wanted), min(plan.samples, 3)):
            pass

    def open(self, launcher: Launcher, limits: Limits | None = None) -> OpenDomain:
        """Open it; no sandbox is launched."""
        return OpenDomain(self)


class KnowLogicGame(ReasoningGame[Puzzle]):
    """The environment of all domains: K questions per episode."""

    name = "knowlogic"
    revision = 6
    options = PlaySettings
    players = ("solver",)
    refuses: ClassVar[Mapping[Setting, str]] = {
        "code": "there is no function to write",
        "no learning": "every question is a conversation of its own",
    }

    def ids(self, workspace: Workspace) -> Sequence[str]:
        """Return an id for each domain."""
        return sorted(domain_files(workspace))

    def load(self, workspace: Workspace, identifier: str) -> KnowLogicEntry:
        """Return a domain. Raises: UnknownBox."""
        files = domain_files(workspace)
        if identifier not in files:
            raise UnknownBox(f"no domain {identifier!r}; {known(identifier, files)}")
        return KnowLogicEntry(self, identifier, files[identifier])

    def generate(self, entry: Entry, options: Options, seed: int) -> Iterator[Puzzle]:
        """Yield a seed's questions. Raises: CannotBeDrawn, FaultyKnowledge."""
        assert isinstance(entry, KnowLogicEntry)
        yield from draw(entry.domain, seed, play_settings(options).wanted)

    def certify(self, puzzle: Puzzle) -> Sequence[str]:
        """Return what is wrong with a question: worlds, derivation, and the texts of both languages."""
        return certify(puzzle)

    def solve(self, puzzle: Puzzle) -> Any:
        """Return the letters that its English text determines."""
        return solved(parse(question_text(puzzle, "en"), [puzzle.scene.scenario], "en"))

    def perturb(self, puzzle: Puzzle, seed: int) -> Iterator[tuple[str, Puzzle]]:
        """Yield the partners that a question has, each with the name of its perturbation."""
        for kind in KINDS:
            found = partner(puzzle, kind, seed)
            if found is not None:
                yield kind, found

    def rows(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Mapping[str, Any]]:
        """Return accuracy and F1 by level, type, language and scenario."""
        return knowlogic_rows(episodes)

    def tables(self, episodes: Sequence[tuple[str, str, PlayedEpisode]]) -> Sequence[Table]:
        """Return the same as tables."""
        return knowlogic_tables(knowlogic_rows(episodes))

    def faults(self, entry: Entry) -> Sequence[str]:
        """Return what is wrong with a domain's sentences: each must read back as what it says."""
        assert isinstance(entry, KnowLogicEntry)
        from boxwright.blackboxes.reasoning.knowlogic.language.validate import domain_faults

        return domain_faults(entry.domain)


def certify(puzzle: Puzzle) -> list[str]:
    """Return what is wrong with a question, one sentence each: worlds, derivation, and the text of both languages."""
    found = certificate(puzzle).faults(puzzle.answer)
    found += check(puzzle, measured(puzzle)[1])
    for language in ("en", "zh"):
        try:
            parsed = parse(question_text(puzzle, language), [puzzle.scene.scenario], language)
        except Unreadable as error:
            found.append(f"the text in {language!r} cannot be read back: {error}")
            continue
        if parsed.clues != tuple(clue.atom for clue in puzzle.clues):
            found.append(f"the clues in {language!r} say something else")
        if solved(parsed) != puzzle.answer:
            found.append(f"the text in {language!r} does not give {puzzle.answer}")
    return found


@cache
def _best_constant(domain: Domain) -> float:
    count = sampled(domain, COUNTED)
    answers = Counter(puzzle.answer for puzzle in islice(draw(domain, derive("constant", domain.key)), count))
    return answers.most_common(1)[0][1] / count


class OpenDomain(Opened):
    """A domain, opened for playing."""

    apart = True

    def __init__(self, entry: KnowLogicEntry) -> None:
        self.id, self.environment, self.entry = entry.id, entry.environment, entry

    def conversations(self, plan: Plan) -> Iterator[Conversation]:
        """K conversations, a question each. Raises: CannotBeDrawn, FaultyKnowledge."""
        settings = play_settings(plan.options)
        shown = draw(self.entry.domain, derive(plan.seed, "examples"))
        examples = list(islice(shown, settings.examples))
        kind = self.entry.kind
        if kind == LANGUAGE:
            settings = settings.model_copy(update={"language": "zh" if settings.language == "en" else "en"})
        for puzzle in islice(draw(self.entry.domain, plan.seed, settings.wanted), plan.samples):
            asked = partner(puzzle, kind, plan.seed) if kind else puzzle
            if asked is None:
                yield NoPartner(puzzle.id, kind, "no certified partner exists")
            elif plan.turns:
                yield AskingConversation(plan, settings, asked, examples)
            else:
                yield KnowLogicConversation(plan, settings, asked, examples)

    def chance_level(self, seed: int) -> float:
        """Return the score of the best constant answer, on questions of another seed; a random set scores less."""
        return _best_constant(self.entry.domain)

    def answer(self, value: Any) -> Any:
        """Answer with a question, or with its verdict on letters. Raises: ValueError, BoxwrightError."""
        if not isinstance(value, dict) or not {"seed"} <= set(value) <= {"seed", "question", "language", "answer"}:
            raise ValueError('the input must be {"seed": n, "question": i, "language": "en"}, or with "answer": "AC"')
        number, language = value.get("question", 0), value.get("language", "en")
        if type(value["seed"]) is not int or type(number) is not int or not 0 <= number < 1_000:
            raise ValueError("`seed` and `question` must be whole numbers, `question` from 0 to 999")
        if language not in ("en", "zh"):
            raise ValueError('`language` must be "en" or "zh"')
        puzzle = next(islice(draw(self.entry.domain, value["seed"]), number, None))
        if "answer" in value:
            return {"right": value["answer"] == puzzle.answer}
        return {"id": puzzle.id, "question": question_text(puzzle, language), "level": puzzle.level}
