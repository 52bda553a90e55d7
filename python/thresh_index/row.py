"""Objects of the program's JSON."""
import json
from typing import Any


class Row(dict[str, Any]):
    """An object of the program's JSON, whose keys are attributes as well.

    >>> Row(url="http://mill.example/").url
    'http://mill.example/'
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def rows(text: str) -> Any:
    """JSON with each object as a Row.

    >>> rows('{"hits": [{"rank": 1}]}').hits[0].rank
    1
    """
    return json.loads(text, object_hook=Row)
