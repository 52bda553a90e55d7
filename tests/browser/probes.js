// What tests ask of any page of ours. Each function gives a list of complaints.

const TAGS = new Set(('html head meta title link script body header nav main footer section article aside div form ' +
  'label input button select option fieldset legend h1 h2 h3 h4 h5 h6 p ol ul li dl dt dd a mark span strong em small b i ' +
  'time details summary table caption colgroup col thead tbody tfoot tr th td code pre kbd abbr br hr figure ' +
  'figcaption blockquote bdi dialog svg g rect path line circle polyline polygon text desc').split(' '));
const NEVER_SHOWN = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

function show(element) {
  return element.outerHTML.slice(0, 200);
}

// Elements and attributes that we never write, links that lead anywhere but to http(s) (a broken one, whose protocol
// is ":", leads nowhere), characters that hide.
function strangers(ownStyle) {
  const found = [];
  if (isPlain()) return found;
  for (const element of document.querySelectorAll('*')) {
    const tag = element.localName;
    const known = TAGS.has(tag) || (ownStyle && tag === 'style');
    if (!known) found.push('tag: ' + show(element));
    if (tag === 'script' && !isOurs(element)) found.push('script: ' + show(element));
    if (tag === 'meta' && !/^(Content-Security-Policy)?$/.test(element.httpEquiv)) found.push('meta: ' + show(element));
    for (const {name, value} of element.attributes) {
      if (/^on|^(style|srcdoc|formaction|background|ping)$/.test(name)) found.push(name + ': ' + show(element));
      if (NEVER_SHOWN.test(value)) found.push('character in ' + name + ': ' + show(element));
    }
    if (tag === 'a' && element.hasAttribute('href')) found.push(...badLink(element));
  }
  if (NEVER_SHOWN.test(document.documentElement.textContent)) found.push('character in the text');
  return found;
}

// What stands around a plain text is the browser's own.
function isPlain() {
  return document.contentType === 'text/plain';
}

function isOurs(script) {
  return script.src !== '' && new URL(script.src).pathname.endsWith('/assets/thresh.js') && script.text === '';
}

function badLink(link) {
  const file = link.protocol === 'file:';
  if (link.origin === location.origin && (!file || link.pathname === location.pathname)) return [];
  const good = /^(https?)?:$/.test(link.protocol) && link.relList.contains('noreferrer');
  return good ? [] : ['link: ' + show(link)];
}

// That the page scrolls sideways, and what sticks out to the right.
function overflow(width) {
  const scrolls = document.documentElement.scrollWidth;
  if (scrolls <= width || isPlain()) return [];
  const out = [...document.body.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > width + 0.5);
  return ['is wide: ' + scrolls, ...out.slice(0, 5).map(one => 'sticks out: ' + show(one))];
}

// Contrast as WCAG 2 has it, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
const pixel = document.createElement('canvas').getContext('2d', {willReadFrequently: true});

// The colour that is seen when these are laid over white, one upon the other.
function seen(colours) {
  for (const colour of ['#fff', ...colours]) {
    pixel.fillStyle = colour;
    pixel.fillRect(0, 0, 1, 1);
  }
  return [...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function luminance(rgb) {
  const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function backgrounds(element) {
  const list = [];
  for (let at = element; at; at = at.parentElement) list.unshift(getComputedStyle(at).backgroundColor);
  return list;
}

// 0 for black, 1 for white.
function behindText() {
  return luminance(seen(backgrounds(document.body)));
}

function isShown(element) {
  return element.checkVisibility({checkVisibilityCSS: true, checkOpacity: true}) && !element.disabled &&
    element.getClientRects().length > 0;
}

function hasText(element) {
  return [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
}

function paleText() {
  const found = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !isShown(element) || element.closest('svg')) continue;
    const style = getComputedStyle(element);
    const behind = backgrounds(element);
    const size = parseFloat(style.fontSize);
    const big = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const got = ratio(seen([...behind, style.color]), seen(behind));
    if (got < (big ? 3 : 4.5)) found.push(got.toFixed(2) + ' ' + style.color + ': ' + show(element));
  }
  return found;
}
