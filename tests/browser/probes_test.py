"""Whatever the other tests say is not there would be seen if it were: one page with one fault at a time."""
import http.server
import threading

import served

GOOD = ("<!doctype html><html lang='en'><head><meta name='viewport' content='width=device-width'>"
        "<link rel='icon' href='/icon'><title>t</title></head><body>%s</body></html>")


class OnePage(http.server.ThreadingHTTPServer):
    """Serves one text at every address, with a policy like ours."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            if self.server.policy:
                self.send_header("Content-Security-Policy", self.server.policy)
            self.end_headers()
            self.wfile.write((GOOD % self.server.body).encode())

        def log_message(self, *what):
            pass

    body, policy = "", "default-src 'self'"

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Answer)
        self.origin = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()
        return served.OK


class Probes(served.InBrowser):
    def serve(self):
        return OnePage()

    def show(self, body, policy="default-src 'self'"):
        self.server.body, self.server.policy = body, policy
        self.browser.open(self.server.origin + "/")

    def test_what_is_not_ours_is_seen(self):
        own = "<h1>a</h1><a href='/x'>b</a><a rel='noreferrer' href='http://other.example/'>c</a>"
        self.show(own, None)
        self.assertEqual(self.probe("strangers", False), [])
        for fault, words in (("<img alt='x'>", "tag: <img"), ("<p onclick='f()'>x</p>", "onclick:"),
                             ("<a href='javascript:f()'>x</a>", "link:"), ("<a href='http://e.example/'>x</a>", "link:"),
                             ("<p>\u202ex</p>", "text"), ("<p title='\u2066'>x</p>", "character in title"),
                             ("<meta http-equiv='refresh' content='99'>", "meta:")):
            self.show(own + fault, None)
            found = self.probe("strangers", False)
            self.assertEqual([words in one for one in found], [True], (fault, found))

    def test_a_script_that_ran_and_a_dialog_are_seen(self):
        self.show("<p>x</p>", None)
        self.assert_sound()
        self.browser.run("window.__hacked = 1")
        self.assertRaises(AssertionError, self.assert_sound)
        self.browser.run("setTimeout(() => alert('x'), 0)")
        self.browser.wait_until(lambda: self.browser.dialog() == "x")
        self.browser.command("POST", "/alert/accept")

    def test_pale_text_is_seen(self):
        for colours, pale in (("color:#767676", 0), ("color:#777", 1), ("color:#777; font-size:24px", 0),
                              ("color:#fff; background:#000", 0), ("color:rgb(0 0 0 / 40%)", 1),
                              ("color:#777; display:none", 0), ("color:#eee; background:rgb(0 0 0 / 50%)", 1)):
            self.show(f"<p style='{colours}'>words</p>", None)
            self.assertEqual(len(self.probe("paleText")), pale, colours)

    def test_what_sticks_out_is_seen(self):
        self.browser.size(*served.NARROW)
        for body, found in (("<p>w</p>", 0), (f"<p>{'w' * 1000}</p>", 1), ("<textarea cols='99'></textarea>", 2)):
            self.show(body)
            self.assertEqual(len(self.probe("overflow", served.NARROW[0])), found)

    def test_requests_and_complaints_are_seen(self):
        self.show("<p>x</p>")
        self.assert_nothing_left_the_host(self.browser.requests())
        self.show("<p>x</p><img src='http://other.example/x.png'>", None)
        self.browser.wait_until(lambda: self.browser.complaints())
        self.assertRaises(AssertionError, self.assert_nothing_left_the_host, self.browser.requests())
        self.show("<p>x</p><script>1</script>")
        self.assertIn("Content Security Policy", self.browser.complaints()[0])
        self.show("<p>x</p>")  # what is left for tearDown


if __name__ == "__main__":
    served.main()
