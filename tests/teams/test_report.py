"""The report: what it counts, what changed since the last one, and its page in a real browser."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page

from tests.browsing import chromium
from tests.teams.conftest import Run, put

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
READY = "#include <cuda_runtime.h>\nint main() { cudaDeviceSynchronize(); }\n"
MASK = "__device__ int f(int x) { return __shfl_down_sync(0xffffffff, x, 1); }\n"
HARD = '__global__ void k() { asm("weird.op;"); }\n'
EVIL = "</script><script>document.title='owned'</script><b>"


def project() -> None:
    put("src/core/ready.cu", READY)
    put("src/core/mask.cu", READY + MASK)
    put("src/hard one.cu", READY + f"// {EVIL}\n" + HARD + HARD)


def test_it_counts_what_waits_for_a_person(cass: Run) -> None:
    project()
    value = json.loads(cass("report", "src", "--format", "json").out)
    files = {file["path"]: file for file in value["files"]}
    assert [files[f"src/{name}"]["ready"] for name in ("core/ready.cu", "core/mask.cu", "hard one.cu")] == [
        True,
        True,
        False,
    ]
    assert files["src/hard one.cu"]["left"] == 2
    assert files["src/hard one.cu"]["hours"] == 2 * value["hours"]["high"]
    assert files["src/core/mask.cu"]["hours"] == value["hours"]["review"]
    rows = list(csv.DictReader(io.StringIO(cass("report", "src", "--format", "csv").out)))
    assert [row["left"] for row in rows] == ["2", "0", "0"]
    text = cass("report", "src", "--format", "md").out
    assert "2 findings wait for a person, about 8 hours" in text
    assert "| CASS120 inline-ptx | 2 | 2 |" in text


def test_it_says_what_changed(cass: Run) -> None:
    project()
    assert cass("report", "src", "-o", "report").status == 0
    put("src/hard one.cu", READY + "// moved\n\n" + HARD)
    put("src/new.cu", HARD.replace("weird", "other"))
    cass("report", "src", "-o", "report")
    page = Path("report/index.html").read_text()
    change = json.loads(re.findall(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)[0])[
        "change"
    ]
    assert [(f["path"], f["line"]) for f in change["fresh"] if f["code"] == "CASS120"] == [("src/new.cu", 1)]
    assert [(f["path"], f["code"]) for f in change["gone"]] == [("src/hard one.cu", "CASS120")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["src"], "name a folder for the page"),
        (["src", "--format", "pdf"], "choose html, md, json or csv"),
        (["src", "-o", "r", "--since", "gone.json"], "gone.json: No such file"),
        (["src", "-o", "r", "--since", "src/hard one.cu"], "no report of cass"),
        (["src", "-o", "r", "--verdicts", "src/hard one.cu"], "not what `cass translate"),
        (["src", "-o", "src/hard one.cu"], "src/hard one.cu"),
    ],
)
def test_bad_words_are_a_sentence(cass: Run, words: list[str], sentence: str) -> None:
    project()
    said = cass("report", *words)
    assert said.status == 2
    assert sentence in said.err


def test_what_cannot_be_reported_leaves_the_last_report(cass: Run) -> None:
    project()
    assert cass("report", "src", "-o", "report").status == 0
    before = Path("report/index.html").read_bytes()
    put("bare/notes.txt", "notes\n")
    put("bare.cu", "\0\1\2" * 99)
    for words, sentence in (
        (["srd"], "srd: No such file or directory"),
        (["src", "srd"], "srd: No such file or directory"),
        (["bare"], "no CUDA was found in bare; no report was written"),
        (["bare.cu"], "none of the files could be read in bare.cu; no report was written"),
    ):
        said = cass("report", *words, "-o", "report")
        assert (said.status, sentence in said.err) == (2, True), said
        assert Path("report/index.html").read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ['{"schema": 1, "files": []}', '{"schema": 1, "made": "x", "files": [{}]}', "[]", '{"schema": 1, "files": 3}', "7"],
)
def test_what_is_no_report_is_not_compared_with(cass: Run, text: str) -> None:
    project()
    said = cass("report", "src", "-o", "r", "--since", put("old.json", text))
    assert (said.status, "old.json: no report of this version of cass" in said.err) == (2, True), said
    assert not Path("r").exists()


def test_verdicts_of_other_files_are_told(cass: Run) -> None:
    project()
    verdict = {"outcome": "PASSED", "reference": "sass", "steps": []}
    files = [{"source": name, "verdict": verdict} for name in ("src/core/mask.cu", "/elsewhere/mask.cu")]
    said = cass("report", "src", "-o", "r", "--verdicts", put("v.json", json.dumps({"files": files})))
    assert "1 of 2 verdicts are of files that are not in this report, such as /elsewhere/mask.cu" in said.err


def test_a_spreadsheet_takes_no_name_for_a_formula(cass: Run) -> None:
    put("=1+1.cu", READY)
    assert "'=1+1.cu" in cass("report", "=1+1.cu", "--format", "csv").out


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def opened(browser: Browser, path: Path, **options: str) -> Page:
    """The page without a network; an error of its script fails the test."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, **options)  # type: ignore[arg-type]
    page.context.set_offline(True)
    page.on("pageerror", lambda error: pytest.fail(f"the page's script: {error}"))
    page.on("request", lambda request: None if request.url.startswith(("file:", "blob:")) else pytest.fail(request.url))
    page.goto(path.absolute().as_uri())
    return page


def made(cass: Run) -> Path:
    project()
    step = {"step": "run", "outcome": "PASSED", "target": "gfx90a", "wave": 64, "where": "this CPU", "detail": ""}
    steps = [step, step | {"target": "gfx1100", "wave": 32, "outcome": "WRONG_OUTPUT"}]
    verdict = {"outcome": "WRONG_OUTPUT", "reference": "sass", "steps": steps}
    put("verdicts.json", json.dumps({"files": [{"source": "src/core/mask.cu", "verdict": verdict}]}))
    assert cass("report", "src", "-o", "report", "--verdicts", "verdicts.json").status == 0
    return Path("report/index.html")


def test_the_page_can_be_searched_sorted_and_opened_by_keyboard(cass: Run, browser: Browser) -> None:
    page = opened(browser, made(cass))
    assert page.title() == "CUDA to HIP: src"  # nobody's text became script
    rows = page.locator("#files .rows [role=row]")
    assert rows.count() == 3
    assert "hard one.cu" in (rows.first.text_content() or "")
    page.keyboard.press("/")
    page.keyboard.type("CASS121")
    assert rows.all_text_contents()[0].startswith("src/core/mask.cu")
    assert page.locator("#count").text_content() == "1 of 3 files"
    page.keyboard.press("Escape")
    assert page.locator("#count").text_content() == "3 of 3 files"
    page.locator("[data-column=path] button").click()
    assert [text.split(".cu")[0] for text in rows.all_text_contents()] == [
        "src/core/mask",
        "src/core/ready",
        "src/hard one",
    ]
    for _ in range(3):
        page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_selector("#cuda span.error.here")
    assert page.locator("#cuda").inner_text().replace("\xa0", " ").count("weird.op") == 2
    assert EVIL in (page.locator("#cuda").text_content() or "")
    assert "hipDeviceSynchronize" in (page.locator("#hip span.differs").nth(1).text_content() or "")
    first = page.locator("#cuda .here").get_attribute("data-n")
    page.keyboard.press("j")
    assert page.locator("#cuda .here").get_attribute("data-n") != first
    page.keyboard.press("Escape")
    assert not page.locator("#source").is_visible()
    page.locator("#map button", has_text="core").click()
    assert page.locator("#count").text_content() == "2 of 3 files in src/core/"
    page.keyboard.press("u")
    assert page.locator("#count").text_content() == "3 of 3 files"
    assert page.locator("#proof").inner_text().count("gfx") == 2
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_assistive_technology(cass: Run, browser: Browser, scheme: str) -> None:
    page = opened(browser, made(cass), color_scheme=scheme)
    page.evaluate(AXE)
    for look in ("page", "source"):
        if look == "source":
            page.locator("#files .rows button").first.click()
            page.wait_for_selector("#cuda .here")
        found = page.evaluate("async () => (await axe.run()).violations.map((v) => [v.id, v.nodes.map((n) => n.html)])")
        assert found == [], look
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    page.close()


def test_five_thousand_files_stay_smooth(here: Path, browser: Browser) -> None:
    from cass_tools.reports.page import as_html
    from cass_tools.reports.survey import Survey

    words = {"code": "CASS120", "rule": "inline-ptx", "message": "m", "suggestion": "", "fingerprint": "0"}
    finding = {**words, "severity": "error", "effort": "high", "left": True, "line": 1, "end": 1}
    files = []
    for n in range(5000):
        left = n % 3
        counts = {"lines": 10 + n % 500, "renames": n % 9, "errors": left, "warnings": 0, "left": left}
        state = {"ready": not left, "hours": 4.0 * left, "findings": [finding] * left, "verdict": None}
        files.append({"path": f"d{n % 97}/e{n % 7}/f{n:04}.cu", **counts, **state})
    Path("big.html").write_text(as_html(Survey(files, "2026-01-01T00:00:00+00:00", {}, []), None, "big"))
    page = opened(browser, Path("big.html"))
    assert page.locator("#files .rows [role=row]").count() < 80
    slowest = page.evaluate(
        """() => {
          const view = document.querySelector(".window");
          const acts = [() => filterFiles({search: "f4"}), () => filterFiles({search: ""}), drawMap, () => step(1),
                        () => filterFiles({sort: "path"}), () => { view.scrollTop = 70000; drawRows(); }];
          return Math.max(...acts.map((act) => {
            const start = performance.now();
            act();
            view.getBoundingClientRect();
            return performance.now() - start;
          }));
        }"""
    )
    assert slowest < 500, f"{slowest} ms"
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#files .rows [role=row]").count() == 5000
    page.close()


def test_paper_is_light_and_has_all_rows(cass: Run, browser: Browser) -> None:
    page = opened(browser, made(cass), color_scheme="dark")
    look = "[document.body, document.querySelector('.tiles div')].map((each) => getComputedStyle(each).backgroundColor)"
    assert page.evaluate(look) == ["rgb(20, 23, 28)", "rgb(30, 35, 43)"]
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(look) == ["rgb(255, 255, 255)", "rgb(244, 245, 247)"]
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.querySelector('thead th')).position") == "static"
    boxes = "[...document.querySelectorAll('#map button')].map((box) => box.getBoundingClientRect().right)"
    page.set_viewport_size({"width": 700, "height": 900})
    assert max(page.evaluate(boxes)) <= 700
    page.close()


def test_the_smaller_directories_of_many_can_be_opened(here: Path, cass: Run, browser: Browser) -> None:
    for n in range(150):
        put(f"src/d{n:03}/a.cu", READY + "// line\n" * (150 - n))
    assert cass("report", "src", "-o", "report").status == 0
    page = opened(browser, Path("report/index.html"))
    page.locator("#map button", has_text="31 others").click()
    assert page.locator("#count").text_content() == "31 of 150 files in src/, the smaller ones"
    assert page.locator("#map button").count() == 31
    page.locator("#map button[aria-label^=d149]").click()
    assert page.locator("#count").text_content() == "1 of 150 files in src/d149/"
    page.keyboard.press("u")
    assert page.locator("#count").text_content() == "150 of 150 files"
    page.close()
