// Keys. Everything works without this file.
"use strict";

(() => {
  const field = document.getElementById("q");
  const keys = document.getElementById("keys");
  const items = [...document.querySelectorAll("#results a.title, #templates h2 a, #with a.title, .block > summary")];

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
  let waiting, asked = 0, at = -1;

  const choose = (next) => {
    at = next;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", list.children[at].id);
  };

  const offer = (queries) => {
    list.replaceChildren(...queries.map(({query}, i) => {
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

  const ask = async () => {
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

  const close = () => {
    clearTimeout(waiting);
    ++asked;
    offer([]);
  };

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 120);
  });
  field.addEventListener("blur", close);

  // True if the key meant the list.
  const inList = (key) => {
    if (list.hidden) return false;
    const count = list.children.length;
    if (key === "Escape") close();
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
      field.blur();
    } else if (!typing && actions[event.key] !== undefined) {
      event.preventDefault();
      actions[event.key]();
    }
  });
})();
