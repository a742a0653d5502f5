"""Who remembers what: does the text of an instance, or of the reply, tell whether the player only remembered it?

For every instance answered right there is a label: was its changed partner answered right too? A logistic regression on
features of the text is scored on instances that it was not fitted on, by the area under the ROC curve (section 6 of "On
Memorization of Large Language Models in Logical Reasoning"). The folds are stratified, and instances of one class
(renamed copies) are in one fold, so none is tested that was trained on under other names. Needs scikit-learn.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from boxwright.blackboxes.extras import import_extra
from boxwright.blackboxes.faults import BoxwrightError
from boxwright.blackboxes.records import Record
from boxwright.harness.analysis.intervals import Z
from boxwright.harness.analysis.memorization import Place, has_pairs, labels_of, pairs_of
from boxwright.harness.evaluation.pairs import AGAIN, base_and_kind, sort_of
from boxwright.harness.evaluation.store import Key
from boxwright.harness.records import EpisodeRecord

Features = Literal["tfidf", "words", "length", "characters", "all"]
FEATURES: tuple[Features, ...] = get_args(Features)
"""TF-IDF; bag of words; number of words; number of characters; all of them."""
Text = Literal["question", "reply", "both"]
TEXTS: tuple[Text, ...] = get_args(Text)
FOLDS = 5
MOST_WORDS = 5_000
ITERATIONS = 10_000
SEED = 42
EXTRA = "study"


class Remembered(Record):
    """How well one kind of features tells remembered instances from understood ones."""

    model: str
    sort: str
    """The kind of partner that the labels come from."""
    text: Text
    features: Features
    instances: int
    """Answered right, with a partner."""
    consistent: int
    """Of these, with a right partner."""
    classes: int
    auc: float
    """Area under the ROC curve on instances outside the fitted folds; 0.5 says nothing."""
    low: float
    """95 % interval, by Newcombe (2006)."""
    high: float


class Label(Record):
    """One instance and one partner of it: what was right, and what was said."""

    model: str
    id: str
    run: int
    conversation: int
    sample: int
    sort: str
    """The kind of partner."""
    question: Any
    """The instance as the record has it: its id and class, where it has them."""
    right: bool
    partner_right: bool
    again_right: bool | None
    """When the same was asked again; None if it was not."""
    remembered: bool | None
    """Whether the answer was lost with the partner; None if it was not right in the first place."""
    asked: str
    """What the player read."""
    reply: str


@dataclass(frozen=True)
class _Example:
    text: Mapping[Text, str]
    consistent: bool
    group: str
    """The instance's class, or itself where it has none."""


def remembered(
    records: Iterable[tuple[Key, EpisodeRecord]], models: Sequence[str], sort: str, text: Text = "question"
) -> list[Remembered]:
    """Return one row per model and kind of features.

    Raises: BoxwrightError for pairs that do not suffice, saying which are lacking; MissingExtra.
    """
    everything = list(records)
    sorts = {sort_of(kind) for kind in (base_and_kind(key.box)[1] for key, _ in everything) if kind} - {AGAIN}
    if sorts and sort not in sorts:
        raise BoxwrightError(f"no partners of the sort {sort!r} were played; there are {', '.join(sorted(sorts))}")
    found = []
    for model in models:
        examples = _examples(everything, model, sort)
        consistent = sum(example.consistent for example in examples)
        fewest = min(consistent, len(examples) - consistent)
        if fewest < FOLDS:
            raise BoxwrightError(
                f"{model}: {len(examples)} instances were answered right and have a partner of the sort {sort!r}, and "
                f"{consistent} are consistent; a classifier needs {FOLDS} that are and {FOLDS} that are not: play more "
                "samples"
            )
        found += [_row(model, sort, text, features, examples) for features in FEATURES]
    return found


def labels(records: Iterable[tuple[Key, EpisodeRecord]], models: Sequence[str]) -> Iterator[Label]:
    """Yield one label per model, instance and partner. Raises: BoxwrightError if nothing was played with partners."""
    everything = list(records)
    if not has_pairs(key.box for key, _ in everything):
        raise BoxwrightError("holds no pairs; play them with `boxwright eval ... --pairs`")
    for model in models:
        played = {
            Place(key.box, key.run, sample.chapter, sample.number): (record, sample.question)
            for key, record in everything
            for sample in record.samples
            if key.model == model
        }
        for sort, pair in pairs_of(everything, model):
            if sort == AGAIN:
                continue
            record, question = played[pair.place]
            said = _texts(record, pair.place.chapter)
            yield Label(
                model=model,
                id=pair.place.box,
                run=pair.place.run,
                conversation=pair.place.chapter,
                sample=pair.number,
                sort=sort,
                question=question,
                right=pair.base,
                partner_right=pair.partner,
                again_right=pair.again,
                remembered=not pair.partner if pair.base else None,
                asked=said["question"],
                reply=said["reply"],
            )


def _examples(records: Sequence[tuple[Key, EpisodeRecord]], model: str, sort: str) -> list[_Example]:
    labels = labels_of(records, model, sort)
    found = []
    for key, record in records:
        base, kind = base_and_kind(key.box)
        if key.model != model or kind:
            continue
        for sample in record.samples:
            place = Place(base, key.run, sample.chapter, sample.number)
            if place in labels:
                question = sample.question if isinstance(sample.question, dict) else {}
                group = str(question.get("class", place))
                found.append(_Example(_texts(record, sample.chapter), labels[place], group))
    return found


def _texts(record: EpisodeRecord, chapter: int) -> dict[Text, str]:
    said = record.conversations[chapter - 1] if chapter <= len(record.conversations) else ()
    question = "\n".join(message.content for message in said if message.role == "user")
    reply = "\n".join(message.content for message in said if message.role == "assistant")
    return {"question": question, "reply": reply, "both": f"{question}\n{reply}"}


def _row(model: str, sort: str, text: Text, features: Features, examples: Sequence[_Example]) -> Remembered:
    labels = [example.consistent for example in examples]
    scores = _scores([example.text[text] for example in examples], labels, [e.group for e in examples], features)
    auc = area(scores, labels)
    low, high = area_interval(auc, sum(labels), len(labels) - sum(labels))
    return Remembered(
        model=model,
        sort=sort,
        text=text,
        features=features,
        instances=len(examples),
        consistent=sum(labels),
        classes=len({example.group for example in examples}),
        auc=auc,
        low=low,
        high=high,
    )


def _scores(texts: Sequence[str], labels: Sequence[bool], groups: Sequence[str], features: Features) -> list[float]:
    """Return for each text the probability of its label `consistent` by a model fitted on other folds."""
    selection = import_extra("sklearn.model_selection", EXTRA)
    linear = import_extra("sklearn.linear_model", EXTRA)
    folds = selection.StratifiedGroupKFold(FOLDS, shuffle=True, random_state=SEED)
    scores = [0.5] * len(texts)
    for train, test in folds.split(texts, labels, groups):
        known = [labels[i] for i in train]
        if len(set(known)) < 2 or not len(test):
            continue
        made = _vectorizer(features)
        model = linear.LogisticRegression(max_iter=ITERATIONS, random_state=SEED, class_weight="balanced")
        model.fit(made.fit_transform([texts[i] for i in train]), known)
        at = list(model.classes_).index(True)
        for i, row in zip(test, model.predict_proba(made.transform([texts[i] for i in test])), strict=True):
            scores[i] = float(row[at])
    return scores


def _vectorizer(features: Features) -> Any:
    text = import_extra("sklearn.feature_extraction.text", EXTRA)
    pipeline, scaling = import_extra("sklearn.pipeline", EXTRA), import_extra("sklearn.preprocessing", EXTRA)
    counting = scaling.FunctionTransformer

    def numbers(count: Any) -> Any:
        return pipeline.make_pipeline(
            counting(lambda texts: [[count(text)] for text in texts]), scaling.StandardScaler()
        )

    made: dict[Features, Any] = {
        "tfidf": text.TfidfVectorizer(max_features=MOST_WORDS),
        "words": text.CountVectorizer(max_features=MOST_WORDS),
        "length": numbers(lambda text: len(text.split())),
        "characters": numbers(len),
    }
    return pipeline.make_union(*made.values()) if features == "all" else made[features]


def area(scores: Sequence[float], labels: Sequence[bool]) -> float:
    """Return the area under the ROC curve: the share of pairs of labels that the scores put in order, ties half."""
    from scipy.stats import rankdata

    ranks = rankdata(scores)
    positives = sum(labels)
    negatives = len(labels) - positives
    above = math.fsum(float(rank) for rank, label in zip(ranks, labels, strict=True) if label)
    return (above - positives * (positives + 1) / 2) / (positives * negatives)


def area_interval(auc: float, positives: int, negatives: int) -> tuple[float, float]:
    """Return the 95 % interval of an area under the ROC curve, which is no point at 0 or 1.

    Newcombe's method 5 (2006): all areas whose own standard error, by Hanley and McNeil (1982), is not too small for
    the distance; both labels count as (positives + negatives) / 2.
    """
    from scipy.optimize import brentq

    each, least = (positives + negatives) / 2 - 1, 1e-9

    def beyond(true: float) -> float:
        spread = 1 + each * (1 - true) / (2 - true) + each * true / (1 + true)
        return abs(auc - true) - Z * math.sqrt(true * (1 - true) * spread / (positives * negatives))

    low = 0.0 if auc <= 0 else float(brentq(beyond, 0.0, min(auc, 1 - least)))
    high = 1.0 if auc >= 1 else float(brentq(beyond, max(auc, least), 1.0))
    return low, high
