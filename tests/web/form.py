"""Forms of a page, as a browser without scripts sees them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """One form with its button."""

    method: str
    action: str
    label: str = ""
    disabled: bool = False
    named: bool = False


@dataclass
class _Reader(HTMLParser):
    forms: list[Form] = field(default_factory=list)
    open: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "form":
            self.forms.append(Form(values.get("method") or "get", values.get("action") or ""))
            self.open = True
        elif tag == "button" and self.open:
            self.forms[-1].disabled = "disabled" in values
            self.forms[-1].named = "name" in values

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = False

    def handle_data(self, data: str) -> None:
        if self.open:
            self.forms[-1].label += data.strip()


def read_forms(html: str) -> dict[str, Form]:
    """Read the forms of a page by the labels of their buttons."""
    reader = _Reader()
    reader.feed(html)
    return {form.label: form for form in reader.forms}
