"""Builds one box: sets up the workshop, runs or resumes the graph, and registers what is accepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from boxwright.agents.box.compare import compare
from boxwright.agents.box.cost import most
from boxwright.agents.box.graph import Settled, Workshop, build_graph
from boxwright.agents.box.roles import ROLES, Brief, Coder, Refiner, prompts_of
from boxwright.agents.box.testers import PROBER, Prober, Tester
from boxwright.agents.builders import Builder
from boxwright.agents.runs.journal import LOOP, Header, read_recording
from boxwright.agents.runs.options import BuildOptions, BuildResult, BuildSettings
from boxwright.agents.runs.progress import Event
from boxwright.agents.runs.register import Drift, Product, register
from boxwright.agents.runs.session import Session
from boxwright.agents.runs.state import BuildState
from boxwright.blackboxes import registry
from boxwright.blackboxes.box import Box, get_family
from boxwright.blackboxes.description import Description
from boxwright.blackboxes.exam import Exam
from boxwright.blackboxes.faults import BadOutput
from boxwright.blackboxes.files import write_atomically
from boxwright.blackboxes.manifest import LeftOpen
from boxwright.blackboxes.rule_parameters import rule_parameters
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.chat.api import ChatModel
from boxwright.harness.gates import GateResult
from boxwright.harness.lint import check_examples, lint
from boxwright.sandbox import Launcher, SandboxError

Models = Mapping[str, Sequence[ChatModel]]
"""Role to its models."""


def build(
    workspace: Workspace,
    identifier: str,
    launcher: Launcher,
    options: BuildOptions,
    report: Callable[[Event], None] = lambda event: None,
) -> BuildResult:
    """Build one box to its end.

    Raises: BoxwrightError (StaleRecording: a model is needed; WouldReplace: nothing was replaced), ModelError
    (BadReply: no usable reply, even after being asked again) and SandboxUnavailable. The run can then be resumed, and
    its folder says why it stopped.
    """
    description = workspace.description(identifier)
    workspace.writable()
    registry.check_buildable(workspace, identifier)
    lint(description)
    check_examples(description, launcher)
    return _Build(Session(workspace, identifier, options, report), description, launcher).run()


class _Build:
    def __init__(self, session: Session, description: Description, launcher: Launcher) -> None:
        self.session, self.description, self.launcher = session, description, launcher
        self.family = get_family(description.family)
        self.exam = registry.exam_of(session.workspace, description)
        self.folder: Path | None = None

    def run(self) -> BuildResult:
        session = self.session
        header, models = self._models()
        with session.opened(header):
            shop = self._workshop(models)
            state = session.run_graph(lambda saver: build_graph(shop, saver), BuildState(id=self.description.id))
            session.end(state.ending, state.findings, state.attempt)
        return session.result(state, self.folder)

    def _models(self) -> tuple[Header, Models]:
        """Return the run's header, and the models of each role."""
        recording = self.session.options.recording
        if recording is None:
            return self._header(), self.session.options.models
        header, replay = self.session.replayed_box(recording, self.description.hash, Brief(self.description).text)
        coders = header.models["coder"].count(",") + 1
        played = {"coder": [replay] * coders, "tester": [replay], "refiner": [replay]}
        if header.models["tester"] == PROBER:
            del played["tester"]
        return header, played

    def _header(self) -> Header:
        options = self.session.options
        settings = options.settings
        if not self.family.plans_queries:
            settings = settings.model_copy(update={"test_batch": 1})
        if settings.consensus > 1 or "tester" not in options.models:
            settings = settings.model_copy(update={"work_out": 0})
        return Header(
            id=self.description.id,
            description=self.description.hash,
            prompts=prompts_of(self.family, self._extras(settings)),
            revisions=registry.revisions_of(self.description.id),
            models={role: ",".join(m.name for m in options.models.get(role, ())) or PROBER for role in ROLES},
            settings=settings.model_dump(),
            objections=tuple(registry.objections(self.session.workspace, self.description.id)),
            planted=options.planted,
            loop=LOOP,
        )

    def _extras(self, settings: BuildSettings) -> list[str]:
        """Return which of the further prompts this build uses."""
        return [*settings.extras(), *(["parameters"] if rule_parameters(self.description) else [])]

    def _workshop(self, models: Models) -> Workshop:
        brief = Brief(self.description)
        session = self.session
        asked = {role: [session.journalled(model) for model in each] for role, each in models.items()}
        settings = session.settings(BuildSettings)
        asks_back = session.header.loop > 1
        return Workshop(
            id=self.description.id,
            coders=[Coder(model, brief) for model in asked["coder"]],
            refiner=Refiner(asked["refiner"][0], brief, asks_back=asks_back),
            tester=lambda claims, attempt, corrected: self._tester(
                asked.get("tester"), brief, settings, claims, attempt, corrected
            ),
            open_box=self._box,
            exam=self.exam,
            accept=self._accept,
            objections=session.header.objections,
            settings=settings,
            folder=session.folder,
            report=session.report,
            asks_back=asks_back,
            reads_code=session.header.loop > 2,
            settled=self._settled(),
        )

    def _settled(self) -> Settled:
        """Return what the acceptance of a replayed recording settled; nothing is known without its manifest.

        Its family's revision counts: how replies are read or an episode is played changes no call of a sweep.
        """
        recording = self.session.options.recording
        if recording is None or not (recording.parent / "manifest.json").is_file():
            return Settled()
        manifest = registry.read_manifest(recording.parent)
        registry.check_recording(recording.parent)
        if manifest.revisions.environment != self.family.revisions.environment:
            return Settled()
        decided = any(entry.step.startswith("decide/") for entry in read_recording(recording)[1])
        same = not manifest.revisions.differing(self.family.revisions)
        noted = {gate["gate"]: gate["notes"] for gate in manifest.gates if same}
        return Settled(manifest.hashes.code, agreed=not decided, noted=noted)

    def _tester(
        self,
        models: Sequence[ChatModel] | None,
        brief: Brief,
        settings: BuildSettings,
        claims: tuple[str, ...],
        attempt: int,
        corrected: str,
    ) -> Tester | Prober:
        asks_back = self.session.header.loop > 1
        if models is None:
            rules = self.family.read(self.description)
            return Prober(self.family, rules, settings.seed, attempt if asks_back else 1)
        return Tester(
            models[0],
            brief,
            claims,
            attempt,
            batch=settings.test_batch,
            asks_back=asks_back,
            corrected=corrected,
        )

    def _accept(self, code: str, state: BuildState, gates: list[GateResult], left_open: LeftOpen) -> None:
        left = self._of_its_log(left_open)
        product = Product(
            noun="box",
            content=code,
            description=self.description,
            state=state,
            prompts=prompts_of(self.family, self._extras(self.session.settings(BuildSettings))),
            gates=tuple(r.model_dump(mode="json", exclude={"findings"}) for r in gates),
            launcher=self.launcher.name,
            level=self.launcher.level,
            exam=self.exam.hash if self.exam else "",
            left_open=left if left.sentences() else None,
        )
        self.folder = register(self.session, product, lambda old: self._drift(old, code))

    def _of_its_log(self, left: LeftOpen) -> LeftOpen:
        """Return what a verdict leaves open, without the lines of a log that it has not judged.

        Tests may be drawn otherwise since a recording was made: a replay puts what its tester answered beside them.
        """
        judged = not any(name.startswith("refiner judge/") for name in self.session.differing)
        return left if judged else left.model_copy(update={"unexplained": (), "overruled": ()})

    def _drift(self, old: str, code: str) -> Drift:
        """Make the same calls to a registered box and its rebuild."""
        try:
            with self._box(old) as before, self._box(code) as after:
                comparison = compare(before, after)
        except (SandboxError, BadOutput) as error:
            return Drift(False, f"the registered box cannot be compared ({error})")
        if comparison.identical:
            words = f"other code, but it behaves like the registered box on {comparison.compared:,} calls"
            return Drift(True, words)
        told = [d.sentence("the registered box", "the new one") for d in comparison.smallest]
        text = f"{comparison.differing} of {comparison.compared} calls differ\n" + "\n".join(told) + "\n"
        write_atomically(self.session.folder.path / "drift.txt", text)
        return Drift(False, f"{comparison.differing:,} of {comparison.compared:,} calls differ: {'; '.join(told)}")

    def _box(self, code: str, exam: Exam | None = None) -> Box[Any]:
        return Box(self.description, self.family, code, self.launcher, exam=exam)


BUILDER = Builder(roles=ROLES, build=build, most=lambda settings, prober: most(settings, prober=prober))
