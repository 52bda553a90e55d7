// A search box for other sites: each <form class="thresh-search"> gets a list of hits below its
// field while somebody types. docs/SERVING.md says how to put it into a page. The form works
// without this file, and the file needs no inline script or style.
"use strict";

(() => {
  const HITS = 6, PAUSE_MS = 150, LEAST_LETTERS = 2;
  // A form may have fields of its own page, which the server would refuse.
  const PARAMETERS = ["site", "from", "to", "changed", "seen", "sort", "preset", "operator"];

  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    element.className = "thresh-" + name;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // Somebody who types has not finished the last word, so it may also be the beginning of one.
  const asQuery = (text) => {
    const plain = /^[\p{L}\p{N}\s]+$/u.test(text) && !/\b(AND|OR|NOT)\b/.test(text);
    const last = text.match(/\S+$/)?.[0] ?? "";
    return plain && last.length >= LEAST_LETTERS ? `${text} ${last}*` : text;
  };

  // The text of a snippet with its highlights, which count code points.
  const snippetOf = ({text, highlights}) => {
    const letters = [...text];
    const shown = make("span", "snippet");
    let at = 0;
    for (const [begin, end] of highlights) {
      shown.append(letters.slice(at, begin).join(""));
      shown.append(make("mark", "mark", letters.slice(begin, end).join("")));
      at = end;
    }
    shown.append(letters.slice(at).join(""));
    shown.dir = "auto";
    return shown;
  };

  // The address of a page. One that is not on the web is shown by the server.
  const addressOf = (url, base) => {
    try {
      const page = new URL(url);
      if (/^https?:$/.test(page.protocol) && page.hostname.includes(".")) return page;
    } catch {
      // No address at all.
    }
    const stored = new URL("page", base);
    stored.searchParams.set("url", url);
    return stored;
  };

  const upgrade = (form, number) => {
    const field = form.querySelector("input[name=q]");
    if (!field) return;
    const base = new URL(".", form.action);
    const panel = make("div", "panel"), list = make("div", "list"), status = make("div", "status");
    list.id = `thresh-list-${number}`;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Pages");
    status.setAttribute("role", "status");
    panel.append(list, status);
    panel.hidden = true;
    form.append(panel);
    for (const [name, value] of Object.entries({
      role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-controls": list.id,
      "aria-expanded": "false"})) field.setAttribute(name, value);
    let waiting, asking, at = -1;

    const choose = (next) => {
      at = next;
      [...list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === at)));
      if (at < 0) return field.removeAttribute("aria-activedescendant");
      field.setAttribute("aria-activedescendant", list.children[at].id);
      list.children[at].scrollIntoView({block: "nearest"});
    };

    const show = (options, said) => {
      list.replaceChildren(...options);
      options.forEach((option, i) => { option.id = `${list.id}-${i}`; });
      list.hidden = options.length === 0;
      status.textContent = said;
      panel.hidden = said === "";
      field.setAttribute("aria-expanded", String(options.length > 0));
      choose(-1);
    };

    const optionOf = (kind, address) => {
      const option = make("a", kind);
      option.setAttribute("role", "option");
      option.href = address.href;
      option.tabIndex = -1;
      return option;
    };

    const optionsOf = (hit) => {
      const page = optionOf("hit", addressOf(hit.url, base));
      const title = make("span", "title", hit.title || hit.url);
      title.dir = "auto";
      page.append(title, make("span", "site", hit.site), snippetOf(hit.snippet));
      return [page, ...hit.sections.map(({anchor, heading}) => {
        const address = addressOf(hit.url, base);
        // The server's own view of a page has other anchors than the page.
        const view = new URL("page", base);
        const ours = address.origin === view.origin && address.pathname === view.pathname;
        address.hash = (ours ? "s-" : "") + encodeURIComponent(anchor);
        const section = optionOf("section", address);
        section.textContent = heading;
        section.dir = "auto";
        return section;
      })];
    };

    const ask = async () => {
      asking?.abort();
      const mine = asking = new AbortController();
      const address = new URL("api/search", base);
      // Hidden fields of the form narrow the search: site, from, to.
      for (const [name, value] of new FormData(form))
        if (PARAMETERS.includes(name)) address.searchParams.set(name, value);
      address.searchParams.set("q", asQuery(field.value));
      address.searchParams.set("n", HITS);
      address.searchParams.set("sections", "1");
      address.searchParams.set("typed", "1");
      try {
        const answer = await fetch(address, {signal: mine.signal});
        const found = answer.ok ? await answer.json() : null;
        if (mine !== asking || document.activeElement !== field) return;
        if (!found) return show([], "");
        const options = found.hits.flatMap(optionsOf);
        const count = found.hits.length;
        show(options, count === 0 ? "Nothing found"
          : `${count === 1 ? "1 page" : (count === HITS ? "First " : "") + count + " pages"}; Enter shows all results`);
      } catch (problem) {
        if (problem.name !== "AbortError") show([], "The search does not answer");
      }
    };

    const close = () => {
      clearTimeout(waiting);
      asking?.abort();
      asking = undefined;
      show([], "");
    };

    field.addEventListener("input", () => {
      clearTimeout(waiting);
      if (field.value.trim().length < LEAST_LETTERS) return close();
      waiting = setTimeout(ask, PAUSE_MS);
    });
    field.addEventListener("blur", close);
    // A press on the list leaves the focus where it is, so that the list stays until the click.
    panel.addEventListener("mousedown", (event) => event.preventDefault());

    field.addEventListener("keydown", (event) => {
      if (event.isComposing || panel.hidden) return;
      const count = list.children.length;
      if (event.key === "Escape") close();
      else if (event.key === "ArrowDown" && count > 0) choose((at + 2) % (count + 1) - 1);
      else if (event.key === "ArrowUp" && count > 0) choose((at + count + 1) % (count + 1) - 1);
      else if (event.key === "Enter" && at >= 0) list.children[at].click();
      else return;
      event.preventDefault();
    });
    return field;
  };

  const fields = [...document.querySelectorAll("form.thresh-search")].map(upgrade);

  // A slash leads to the first box, unless somebody is typing or the page has a use for it.
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.defaultPrevented || !fields[0]) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    fields[0].focus();
  });
})();
