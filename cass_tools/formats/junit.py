"""JUnit's XML, which most build servers show: a suite a file, a test case a finding; a file without any passes."""

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring  # only written here, never read

from cass_tools.formats.reported import FileReport, Placed, Report
from cass_tools.report import is_plain_rename, shortened

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # no XML can hold these


def junit(report: Report) -> str:
    """All files as test suites; errors and warnings are failures, plain renames only where all are asked for."""
    top = Element("testsuites", name="cass")
    by_file: dict[FileReport, list[Placed]] = {file: [] for file in report.files}
    for placed in report.placed(every=report.every):
        by_file[placed.file].append(placed)
    for file, found in by_file.items():
        suite = SubElement(top, "testsuite", name=_text(str(file.path)), tests=str(len(found) or 1))
        suite.attrib |= {"failures": str(len(found)), "errors": "0"}
        for placed in found:
            _case(suite, placed)
        if not found:
            renames = sum(map(is_plain_rename, file.findings))
            case = SubElement(suite, "testcase", name="cass check", classname=_text(str(file.path)))
            if renames:
                SubElement(case, "system-out").text = f"{renames} CUDA names with a HIP counterpart"
    for problem in report.unreadable:
        suite = SubElement(top, "testsuite", name=_text(str(problem.path)), tests="1", failures="0", errors="1")
        case = SubElement(suite, "testcase", name="cass check", classname=_text(str(problem.path)))
        SubElement(case, "error", message=_text(problem.reason))
    suites = list(top)
    top.attrib |= {key: str(sum(int(s.attrib[key]) for s in suites)) for key in ("tests", "failures", "errors")}
    indent(top, " ")
    return "<?xml version='1.0' encoding='utf-8'?>\n" + tostring(top, encoding="unicode") + "\n"


def _case(suite: Element, placed: Placed) -> None:
    finding, start = placed.finding, placed.start
    name = f"{finding.code} {finding.rule} at {start.line}:{start.column}"
    case = SubElement(suite, "testcase", name=name, classname=suite.attrib["name"], line=str(start.line))
    failure = SubElement(case, "failure", message=_text(finding.message), type=finding.severity.value)
    place = f"{placed.file.path}:{start.line}:{start.column}: {finding.code} {finding.message}"
    line, _ = shortened(placed.file.lines.text(start.line), start.column - 1)
    failure.text = _text("\n".join([place, line, finding.suggestion]).rstrip())


def _text(text: str) -> str:
    return FORBIDDEN.sub("\ufffd", text)
