"""A run as a page while it goes on: the report's own page, written anew when it is asked for and episodes have ended.

Server-sent events tell an open page how many episodes have ended; it offers to load itself again, and does so by itself
as long as nobody has opened an episode or set a filter.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from boxwright.blackboxes.extras import import_extra
from boxwright.blackboxes.workspace import Workspace
from boxwright.harness.evaluation.store import Store
from boxwright.harness.report.loaded import labels, load_run, run_folders
from boxwright.harness.report.page.document import write_page

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

PULSE = 1.0
"""Seconds between two looks at the results."""
_POLICY = "default-src 'none'; "
LISTENS = """
<p id="live" role="status" style="position:fixed;bottom:0;right:1rem;padding:0 .8rem;background:var(--soft)"></p>
<script>
const shown = %(shown)d, live = document.getElementById("live");
new EventSource("events").onmessage = event => {
  const told = JSON.parse(event.data), more = told.ended - shown;
  live.textContent = `${told.ended} of ${told.planned} episodes, ${more} since this page was made`;
  const set = [...document.querySelectorAll("#filters select, #filters input")].some(e => e.value);
  const busy = set || document.querySelector("details[open]");
  if (more > 0 && !busy) location.reload();
};
</script>
"""


class Live:
    """The runs that are shown."""

    def __init__(self, folders: Sequence[Path], place: Workspace, folder: Path) -> None:
        self.folder = folder
        """Where the page is written, and beside it the transcripts where they are many."""
        self._given, self._place = folders, place
        self._making = threading.Lock()
        self._made: tuple[int, str] = (-1, "")

    def counts(self) -> tuple[int, int]:
        """Return how many episodes have ended, and how many are planned. Raises: BoxwrightError."""
        ended = planned = 0
        for folder in run_folders(self._given):
            with closing(Store.open(folder)) as store:
                settings = store.settings
                ended += sum(count for count, _ in store.counts().values())
                planned += len(settings["models"]) * len(settings["boxes"]) * settings["runs"]
        return ended, planned

    def page(self) -> str:
        """Return the page of what has ended by now. Raises: BoxwrightError."""
        with self._making:
            return self._current()

    def _current(self) -> str:
        ended, _ = self.counts()
        if self._made[0] != ended:
            places = run_folders(self._given)
            stores = [Store.open(place) for place in places]
            try:
                told = labels([store.settings for store in stores], places)
                runs = [load_run(store, label) for store, label in zip(stores, told, strict=True)]
            finally:
                for store in stores:
                    store.close()
            out = self.folder / "page.html"
            write_page(places, runs, out, self._place)
            text = out.read_text("utf-8")
            text = text.replace(_POLICY, f"{_POLICY}connect-src 'self'; ", 1)
            self._made = (ended, text.replace("</html>", LISTENS % {"shown": ended} + "</html>"))
        return self._made[1]


def live_app(live: Live) -> Starlette:
    """Return the application. Raises: MissingExtra."""
    applications = import_extra("starlette.applications", "serve")
    responses = import_extra("starlette.responses", "serve")
    routing = import_extra("starlette.routing", "serve")

    async def show(request: Request) -> Response:
        text = await asyncio.to_thread(live.page)
        made: Response = responses.HTMLResponse(text, headers={"cache-control": "no-store"})
        return made

    async def events(request: Request) -> Response:
        made: Response = responses.StreamingResponse(_told(live, request), media_type="text/event-stream")
        return made

    static = import_extra("starlette.staticfiles", "serve")
    beside = static.StaticFiles(directory=live.folder / "page_episodes", check_dir=False)
    routes = [routing.Route("/", show), routing.Route("/events", events), routing.Mount("/page_episodes", beside)]
    app: Starlette = applications.Starlette(routes=routes)
    return app


async def _told(live: Live, request: Request) -> AsyncIterator[str]:
    """Yield an event whenever the number of ended episodes changes, and a comment now and then."""
    before = -1
    while not await request.is_disconnected():
        ended, planned = await asyncio.to_thread(live.counts)
        if ended != before:
            before = ended
            yield f'data: {{"ended": {ended}, "planned": {planned}}}\n\n'
        else:
            yield ": still here\n\n"
        await asyncio.sleep(PULSE)
