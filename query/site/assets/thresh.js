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

  // Arrows scroll as long as no result is chosen; the field hands over to the first one.
  const chosen = () => document.activeElement === field || items.includes(document.activeElement);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || keys.open) return;
    const typing = event.target === field;
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
