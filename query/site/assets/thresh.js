// Keys. Everything works without this file.
"use strict";

(() => {
  const field = document.getElementById("q");
  const keys = document.getElementById("keys");
  const main = document.getElementById("main");
  const chosenFrom = "#results a.title, #templates h2 a, #with a.title, .block > summary";
  let items = [...document.querySelectorAll(chosenFrom)];

  const move = (step) => {
    const at = items.indexOf(document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : items.length - 1) : at + step;
    if (next < 0) field.focus();
    else items[Math.min(next, items.length - 1)]?.focus();
  };

  const fold = () => {
    const blocks = [...document.querySelectorAll("details.block")];
    const open = blocks.some((block) => !block.open);
    for (const block of blocks) block.open = open;
  };

  const actions = {
    "/": () => { field.focus(); field.select(); },
    "j": () => move(1),
    "k": () => move(-1),
    "f": fold,
    "?": () => keys.showModal(),
  };
  const arrows = { "ArrowDown": 1, "ArrowUp": -1 };

  // Completion: the words of the store that go on as the last word of the field does.
  const list = document.createElement("ul");
  list.id = "completions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Completions");
  field.after(list);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");
  // Beside results that come while somebody types, a long list would hide them.
  const live = field.form.dataset.live !== undefined;
  const MOST = live ? 4 : 8, PAUSE_MS = 120;
  let waiting, asked = 0, at = -1;

  const choose = (next) => {
    at = next;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", list.children[at].id);
  };

  const offer = (queries) => {
    list.replaceChildren(...queries.slice(0, MOST).map(({query}, i) => {
      const item = document.createElement("li");
      item.id = "completion-" + i;
      item.setAttribute("role", "option");
      item.dir = "auto";
      item.textContent = query;
      // Before the field loses the focus, which would close the list.
      item.addEventListener("mousedown", (event) => {
        event.preventDefault();
        field.value = query;
        field.form.submit();
      });
      return item;
    }));
    list.hidden = queries.length === 0;
    field.setAttribute("aria-expanded", String(!list.hidden));
    choose(-1);
  };

  const complete = async () => {
    const number = ++asked;
    try {
      const answer = await fetch(new URL("api/complete?q=" + encodeURIComponent(field.value), field.form.action));
      const found = answer.ok ? (await answer.json()).queries : [];
      // A later question may have been answered before.
      if (number === asked && document.activeElement === field) offer(found);
    } catch {
      if (number === asked) offer([]);
    }
  };

  const stop = () => {
    clearTimeout(waiting);
    ++asked;
    offer([]);
  };

  // Search as you type: the page that the server has for what stands in the field gives its content
  // to this one. What is shown stays until then, and the address is always that of what is shown.
  const said = document.createElement("p");
  said.className = "hidden";
  said.setAttribute("role", "status");
  if (live) field.form.append(said);
  const placeOf = ({pathname, search}) => pathname + search;
  let showing, shown = field.value.trim(), place = placeOf(location);

  const show = (text, address) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const content = page.getElementById("main");
    if (!content) return;
    // A status that comes with its text is not read out; `said` is there already.
    const summary = content.querySelector(".summary");
    summary?.removeAttribute("role");
    main.replaceChildren(...content.childNodes);
    document.title = page.title;
    items = [...document.querySelectorAll(chosenFrom)];
    said.textContent = summary?.textContent ?? "";
    place = placeOf(address);
    if (place === placeOf(location)) return;
    // Back leads to the page on which the typing began, not to each letter.
    if (history.state?.typed) history.replaceState({typed: true}, "", address);
    else history.pushState({typed: true}, "", address);
  };

  // The content of an address, unless another was asked for since. A problem leaves what is there.
  const load = async (address, wanted) => {
    showing?.abort();
    const mine = showing = new AbortController();
    try {
      const answer = await fetch(address, {signal: mine.signal});
      const text = await answer.text();
      return !mine.signal.aborted && answer.ok && wanted() ? text : undefined;
    } catch {
      return undefined;
    }
  };

  const search = async () => {
    const typed = field.value.trim();
    if (typed === shown || typed === "") return showing?.abort();
    const address = new URL(field.form.action);
    address.search = new URLSearchParams(new FormData(field.form));
    address.searchParams.set("typed", "1");
    const text = await load(address, () => document.activeElement === field);
    if (text === undefined) return;
    shown = typed;
    show(text, address);
  };

  if (live) addEventListener("popstate", async () => {
    // A link to a place of this page leads nowhere else.
    if (place === placeOf(location)) return;
    stop();
    const text = await load(location.href, () => true);
    if (text === undefined) return location.reload();
    field.value = new URLSearchParams(location.search).get("q") ?? "";
    shown = field.value.trim();
    show(text, location);
  });

  const ask = () => {
    complete();
    if (live) search();
  };

  const typed = (event) => {
    clearTimeout(waiting);
    if (!event.isComposing) waiting = setTimeout(ask, PAUSE_MS);
  };
  field.addEventListener("input", typed);
  field.addEventListener("compositionend", typed);
  field.addEventListener("blur", () => {
    stop();
    if (live) showing?.abort();
  });

  // True if the key meant the list.
  const inList = (key) => {
    if (list.hidden) return false;
    const count = list.children.length;
    if (key === "Escape") stop();
    else if (key === "ArrowDown") choose((at + 2) % (count + 1) - 1);
    else if (key === "ArrowUp") choose((at + count + 1) % (count + 1) - 1);
    else if (key === "Enter" && at >= 0) {
      field.value = list.children[at].textContent;
      field.form.submit();
    } else return false;
    return true;
  };

  // Arrows scroll as long as no result is chosen; the field hands over to the first one.
  const chosen = () => document.activeElement === field || items.includes(document.activeElement);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || keys.open) return;
    const typing = event.target === field;
    if (typing && inList(event.key)) return event.preventDefault();
    if (event.key in arrows && items.length > 0 && chosen()) {
      if (typing && arrows[event.key] < 0) return;
      event.preventDefault();
      move(arrows[event.key]);
    } else if (typing && event.key === "Escape") {
      event.preventDefault();  // which would empty the field
      field.blur();
    } else if (!typing && actions[event.key] !== undefined) {
      event.preventDefault();
      actions[event.key]();
    }
  });
})();
