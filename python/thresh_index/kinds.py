"""What parameters may be, for editors and checkers of types."""
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from thresh_index.row import Row

Path = str | bytes | os.PathLike[str]
Pair = tuple[str, str | bytes] | list[str | bytes]  # address and html
Inputs = Path | Iterable[Path | Pair]
Stores = Path | Iterable[Path]
Text = Literal["plain", "markdown"]
Progress = bool | str | Callable[[Row], object]
Queries = Iterable[str] | Iterable[tuple[str, str]] | Mapping[str, str]
Terms = Mapping[str, Mapping[str, float]]  # {id: {term: weight}}
