"""What scripts/wheel tries where nothing but the wheel is installed: the module, and both programs beside it."""
import os
import subprocess
import sys

import thresh_index as ti

PAGES = [(f"http://mill.example/{n}", f"<ul><li>Home<li>About</ul><h1>Page {n}</h1><p>Grist number {n}.") for n in range(30)]

pages = {page.url: page.text for page in ti.clean(PAGES, text="markdown", memory="512M")}
assert len(pages) == 30 and pages["http://mill.example/7"] == "# Page 7\n\nGrist number 7.", pages
for program in ("thresh-index", "thresh-query"):
    path = os.path.join(os.path.dirname(sys.executable), program)
    print(subprocess.run([path, "--version"], check=True, capture_output=True, text=True).stdout.strip())
