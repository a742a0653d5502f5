"""`kumo judge`: how plausible the rules of domains are, rated by a model."""

from __future__ import annotations

from pathlib import Path

import click

from boxwright.blackboxes.faults import BoxwrightError
from boxwright.commands.kumo.domains import named_domain
from boxwright.commands.kumo.tables import show_table, write_table
from boxwright.commands.kumo.writing import OUT, safe_name
from boxwright.commands.shared import budget_option, known_models, open_named, shown, workspace
from boxwright.terminal import echo


@click.command("judge")
@click.argument("names", metavar="DOMAIN...", nargs=-1, required=True)
@click.option("--model", required=True, help="The judge, or `replay` to use the stored recordings.")
@click.option("--out", type=OUT, help="A CSV file for every rule-out that is not rated as common knowledge.")
@click.option("--resume", is_flag=True, help="Continue the newest unfinished runs.")
@click.option("--planted", default="", help="With `relay`: describe what was planted in the replies by hand.")
@budget_option("2M")
def judge_command(
    names: tuple[str, ...], model: str, out: Path | None, resume: bool, planted: str, budget: str
) -> None:
    """Let a model rate every rule-out of domains (files or ids): common knowledge, plausible, or arbitrary.

    Rule-outs that are not in the domain are mixed in, unsaid; a judge that finds these decoys plausible tells little.
    The judgement is stored with an accepted domain of this workspace, its counts in the manifest and in
    `boxwright list`.
    """
    from boxwright.agents.kumo.judging import ROLE, judge_domain, recording_of
    from boxwright.agents.runs.options import BuildOptions
    from boxwright.blackboxes.reasoning.kumo.domain.judged import ARBITRARY, PLAUSIBLE, RATINGS, share
    from boxwright.harness.chat import parse_budget

    place = workspace()
    domains = {name: named_domain(name) for name in names}
    specs, money = known_models(place), parse_budget(budget)
    rows, found = [], []
    for name, domain in domains.items():
        safe_name(domain.domain)
        if model == "replay":
            options = BuildOptions(models={}, recording=recording_of(place, name))
        else:
            judge = open_named(model, place, specs, money)
            options = BuildOptions(models={ROLE: [judge]}, resume=resume, planted=planted)
        if not any(state.rules_out for outcomes in domain.outcomes.values() for state in outcomes.states):
            raise BoxwrightError(f"{name}: rules out nothing; there is nothing to judge")
        run = name if name.startswith("kumo/") else f"kumo/{domain.domain}"
        said = judge_domain(place, run, domain, options)
        shares = [share(counts, rating) for counts in (said.rules, said.decoys) for rating in RATINGS]
        rows.append([domain.domain, str(sum(said.rules.values())), *shares])
        for rating, rules in ((ARBITRARY, said.arbitrary), (PLAUSIBLE, said.plausible)):
            found += [[domain.domain, rating, *rule] for rule in rules]
    show_table(("domain", "rules", *RATINGS, *(f"decoys: {rating}" for rating in RATINGS)), rows)
    if out:
        write_table(out, ("domain", "rating", "action", "outcome", "rules out"), found)
        echo(f"wrote {shown(out)}")
