"""The exceptions. Each has the line that the program would print, and its exit code as `code`."""


class Error(Exception):
    """Anything that a command of Thresh fails with.

    >>> str(error_of(70, "this cannot be")), error_of(70, "").code
    ('this cannot be', 70)
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type["Error"], tuple[int, str]]:
        return type(self), (self.code, str(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code}, {str(self)!r})"


class UsageError(Error):
    """Code 64: a parameter, a value or a query that is not understood."""


class InputError(Error):
    """Codes 65 and 66 of a command that reads a crawl: something that it needs is missing or cannot be used."""


class StoreError(Error):
    """Codes 65 and 66 of a call that reads a store: the store, or what is asked of it, is missing or damaged."""


class ResourceError(Error):
    """Codes 73, 74 and 75: no room, no memory, no permission to write, or another writer holds the store."""


_FAMILIES = {64: UsageError, 65: StoreError, 66: StoreError, 73: ResourceError, 74: ResourceError, 75: ResourceError}


def error_of(code: int, message: str) -> Error:
    """The exception for an exit code.

    >>> error_of(75, "another writer holds the store")
    ResourceError(75, 'another writer holds the store')
    """
    return _FAMILIES.get(code, Error)(code, message)
