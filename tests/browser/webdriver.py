"""A browser driven over WebDriver: what W3C's protocol and Chrome's additions to it take in a few lines of urllib.

`Browser` starts chromedriver and a headless Chromium that can reach this machine only. Keep it in a `with`."""
import base64
import json
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

CHROMIUM = shutil.which("chromium")
DRIVER = shutil.which("chromedriver")
ENTER, ESCAPE, DOWN = "\ue007", "\ue00c", "\ue015"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name by which W3C WebDriver hands out elements
ANSWER_SECONDS = 300

ARGUMENTS = (
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    "--no-default-browser-check", "--no-proxy-server", "--disable-default-apps",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


class WebDriverError(Exception):
    """What the driver says is wrong: "no such element: ..."."""


def call(method, url, body=None):
    data = None if method == "GET" else json.dumps(body or {}).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=ANSWER_SECONDS) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as problem:
        said = json.load(problem)["value"]
        raise WebDriverError(f"{said['error']}: {said['message'].splitlines()[0]}") from None


class Element:
    def __init__(self, browser, reference):
        self.browser = browser
        self.reference = reference

    def command(self, method, what, body=None):
        return self.browser.command(method, f"/element/{self.reference}/{what}", body)

    def click(self):
        self.command("POST", "click")

    def type(self, keys):
        self.command("POST", "value", {"text": keys})

    def clear(self):
        self.command("POST", "clear")

    @property
    def text(self):
        return self.command("GET", "text")

    @property
    def shown(self):
        return self.command("GET", "displayed")

    def attribute(self, name):
        return self.command("GET", "attribute/" + name)

    def property(self, name):
        return self.command("GET", "property/" + name)

    def all(self, selector):
        return self.browser.found(self.command("POST", "elements", {"using": "css selector", "value": selector}))


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="thresh-browser-")
        self.driver = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.session = None
        try:
            port = next(int(said.group(1)) for line in self.driver.stdout
                        if (said := re.search(r"started successfully on port (\d+)", line)))
            server = f"http://127.0.0.1:{port}/session"
            self.session = server + "/" + call("POST", server, self.wishes())["sessionId"]
        except BaseException:
            self.close()
            raise

    def wishes(self):
        options = {"binary": CHROMIUM, "args": [*ARGUMENTS, "--user-data-dir=" + self.profile]}
        return {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "unhandledPromptBehavior": "ignore",
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"}}}}

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.close()

    def close(self):
        if self.session:
            call("DELETE", self.session)
            self.session = None
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def command(self, method, what, body=None):
        return call(method, self.session + what, body)

    def devtools(self, command, **parameters):
        return self.command("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    # Places.
    def open(self, url):
        self.command("POST", "/url", {"url": url})

    def back(self):
        self.command("POST", "/back")

    @property
    def url(self):
        return self.command("GET", "/url")

    @property
    def title(self):
        return self.command("GET", "/title")

    # What is on the page.
    def found(self, references):
        return [Element(self, reference[ELEMENT]) for reference in references]

    def all(self, selector):
        return self.found(self.command("POST", "/elements", {"using": "css selector", "value": selector}))

    def one(self, selector):
        elements = self.all(selector)
        if not elements:
            raise WebDriverError(f"{selector}: nothing like that on {self.url}")
        return elements[0]

    @property
    def focused(self):
        return Element(self, self.command("GET", "/element/active")[ELEMENT])

    def press(self, keys):
        """Types to whatever has the focus."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

    def run(self, script, *arguments):
        return self.command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_until_done(self, script, *arguments):
        """The script calls its last argument when it is done."""
        return self.command("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def dialog(self):
        """The text of an alert that is open, or None."""
        try:
            return self.command("GET", "/alert/text")
        except WebDriverError:
            return None

    def wait_until(self, holds):
        for _ in range(600):
            if holds():
                return
            time.sleep(0.05)
        raise WebDriverError(f"still waiting on {self.url}")

    # How it looks.
    def scheme(self, light_or_dark):
        self.devtools("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": light_or_dark}])

    def size(self, width, height, scale=1):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                      mobile=width < 500)

    def scripts(self, on):
        self.devtools("Emulation.setScriptExecutionDisabled", value=not on)

    def screenshot(self):
        return base64.b64decode(self.command("GET", "/screenshot"))

    # What it did; each log is emptied by reading it.
    def log(self, kind):
        return self.command("POST", "/se/log", {"type": kind})

    def requests(self):
        """Every address that a page asked for since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [event["params"]["request"]["url"] for event in events
                if event["method"] == "Network.requestWillBeSent"]

    def complaints(self):
        """Errors of the console since the last call: scripts, policies, loads that failed."""
        return [entry["message"] for entry in self.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
