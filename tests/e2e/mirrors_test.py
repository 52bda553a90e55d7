"""Mirrors as wget makes them: a folder for each host, queries in the names of files, the same page on two hosts."""
import harness


class Mirrors(harness.EndToEnd):
    def make(self):
        """Two hosts, one page on both, and pages whose addresses have a query."""
        for host in ("docs.example.org", "www.example.net"):
            self.write(f"mirror/{host}/index.html", f"<title>{host}</title><p>start of {host.replace('.', '')}</p>"
                       "<a href='list?id=3'>third</a> <a href='made%3Fid=4.html'>fourth</a>")
            self.write(f"mirror/{host}/licence.html", "<title>licence</title><p>everybody may mill barley and rye</p>")
        self.write("mirror/docs.example.org/list?id=3", "<!DOCTYPE html><title>three</title><p>oats")
        self.write("mirror/docs.example.org/made?id=4.html", "<title>four</title><p>wheat")
        self.write("mirror/docs.example.org/index.html@id=5&x=6.html", "<title>five</title><p>millet")
        self.write("mirror/docs.example.org/pkg@1.2.html", "<title>package</title><p>spelt")
        return self.path("mirror")

    def make_store(self, *flags):
        command = [harness.INDEX, "build", "--store", self.store, "--progress", "none", *flags, self.make()]
        self.run_program(command)

    def urls(self, *query):
        return sorted(hit["url"] for hit in self.query_json("search", *query)["hits"])

    def test_a_folder_named_like_a_host_is_a_site(self):
        self.make_store()
        self.assertEqual(self.urls("start"), ["http://docs.example.org/index.html", "http://www.example.net/index.html"])
        self.assertEqual(self.urls("start site:www.example.net"), ["http://www.example.net/index.html"])
        self.verify()

    def test_a_base_url_makes_one_site(self):
        self.make_store("--base-url", "http://all.example/")
        self.assertEqual(self.urls("start"), ["http://all.example/docs.example.org/index.html",
                                              "http://all.example/www.example.net/index.html"])

    def test_queries_stay_queries(self):
        self.make_store()
        host = "http://docs.example.org/"
        for word, address in (("oats", "list?id=3"), ("wheat", "made?id=4.html"), ("millet", "index.html?id=5&x=6.html"),
                              ("spelt", "pkg@1.2.html")):
            self.assertEqual(self.urls(word), [host + address])
        # Links lead there as the server wrote them and as wget has rewritten them.
        for address in ("list?id=3", "made?id=4.html"):
            found = self.query("links", "--url", host + address).stdout
            self.assertIn(host + "index.html", found)

    def test_the_same_page_on_two_hosts_is_one_hit(self):
        self.make_store()
        hits = self.query_json("search", "barley")["hits"]
        self.assertEqual([(hit["copies"], len(hit["same_text"])) for hit in hits], [(1, 1)])
        both = ["http://docs.example.org/licence.html", "http://www.example.net/licence.html"]
        self.assertEqual(sorted([hits[0]["url"], *hits[0]["same_text"]]), both)
        self.assertEqual(self.urls("barley", "--duplicates"), both)

    def test_an_update_of_one_host_keeps_the_other(self):
        self.make_store()
        self.write("week2/docs.example.org/index.html", "<title>new</title><p>sorghum")
        self.run_program([harness.INDEX, "update", "--store", self.store, self.path("week2")])
        self.assertEqual(self.urls("sorghum"), ["http://docs.example.org/index.html"])
        self.assertEqual(self.urls("start"), ["http://www.example.net/index.html"])
        self.verify()


if __name__ == "__main__":
    harness.main()
