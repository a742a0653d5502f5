"""Chat models: sending requests, retries, limits, prices and budgets.

SDKs are imported when they are first used.
"""

from boxwright.harness.chat.api import (
    ChatModel,
    ContextOverflow,
    Finish,
    Message,
    MissingKey,
    ModelError,
    ProviderFailed,
    Reply,
    Request,
    Speaker,
    UnknownModel,
    Usage,
)
from boxwright.harness.chat.budget import BadBudget, Budget, BudgetedModel, BudgetSpent, Spent, parse_budget
from boxwright.harness.chat.fences import NoCode, extract_code
from boxwright.harness.chat.models import BadModelsFile, load_models, open_model, resolve
from boxwright.harness.chat.prices import UnknownPrice, cost, prices_of
from boxwright.harness.chat.relay import RelayModel
from boxwright.harness.chat.retry import Retry
from boxwright.harness.chat.spec import ModelSpec, Prices
from boxwright.harness.chat.structured import BadReply, RepairWords, ask_structured

__all__ = [
    "BadBudget",
    "BadModelsFile",
    "BadReply",
    "Budget",
    "BudgetSpent",
    "BudgetedModel",
    "ChatModel",
    "ContextOverflow",
    "Finish",
    "Message",
    "MissingKey",
    "ModelError",
    "ModelSpec",
    "NoCode",
    "Prices",
    "ProviderFailed",
    "RelayModel",
    "RepairWords",
    "Reply",
    "Request",
    "Retry",
    "Speaker",
    "Spent",
    "UnknownModel",
    "UnknownPrice",
    "Usage",
    "ask_structured",
    "cost",
    "extract_code",
    "load_models",
    "open_model",
    "parse_budget",
    "prices_of",
    "resolve",
]
