"""Figures as SVG: lines over one axis, and dots in rows. No library, no network; they read on white and on black."""
import html
import math

COLOURS = ("#d1495b", "#2e7dd1", "#2a9d5c", "#b8860b", "#8e5bd0", "#00838f", "#c2571a", "#6b7a8f", "#b0408f", "#5d7a1f",
           "#4653c4", "#9a6a4f")
GREY = "#808080"
LEFT, TOP, RIGHT, BOTTOM = 60, 36, 170, 46


def text(x, y, words, anchor="start", colour=GREY, size=12):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">'
            f"{html.escape(words)}</text>")


def line(x1, y1, x2, y2, opacity=0.3):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{GREY}" stroke-opacity="{opacity}"/>'


def picture(width, height, title, parts):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" role="img"><title>{html.escape(title)}</title>')
    return "\n".join([head, text(LEFT, 20, title, size=14), *parts, "</svg>"]) + "\n"


def number(value):
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


class Scale:
    """Values to pixels, linear or logarithmic, with ticks at round numbers."""

    def __init__(self, values, begin, end, log=False, bounds=None):
        low, high = bounds or (min(values), max(values))
        self.log, self.begin, self.end = log, begin, end
        self.low, self.high = (low, high) if high > low else (low * 0.5, low * 1.5 or 1)

    def part(self, value):
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def __call__(self, value):
        return self.begin + self.part(value) * (self.end - self.begin)

    def ticks(self):
        if self.log:
            exponents = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            marks = [step * 10.0 ** exponent for exponent in exponents for step in (1, 2, 5)]
            return [mark for mark in marks if self.low * 0.999 <= mark <= self.high * 1.001]
        step = 10.0 ** math.floor(math.log10((self.high - self.low) / 2))
        step *= next(times for times in (1, 2, 5, 10) if (self.high - self.low) / (step * times) <= 6)
        first = math.ceil(self.low / step - 1e-9)
        return [step * i for i in range(first, math.floor(self.high / step + 1e-9) + 1)]


def axes(x, y, x_title, y_title, x_ticks=None):
    parts = []
    for mark in y.ticks():
        parts += [line(x.begin, y(mark), x.end, y(mark)), text(x.begin - 6, y(mark) + 4, number(mark), "end")]
    for mark in x_ticks or x.ticks():
        parts += [line(x(mark), y.begin, x(mark), y.begin + 4, 1), text(x(mark), y.begin + 18, number(mark), "middle")]
    return parts + [line(x.begin, y.begin, x.end, y.begin, 1), text((x.begin + x.end) / 2, y.begin + 36, x_title, "middle"),
                    text(8, TOP - 6, y_title)]


def spread(places, gap=14, most=None):
    """The same places, moved down as little as keeps labels apart; {key: place}."""
    out, last = {}, -math.inf
    for key, place in sorted(places.items(), key=lambda item: item[1]):
        out[key] = last = max(place, last + gap)
    excess = max(0, last - most) if most else 0
    return {key: place - excess for key, place in out.items()}


def lines(title, x_title, y_title, series, log=False, bounds=None, linear=False):
    """`series`: {name: [(x, y), ...]}; `log` for both axes, `linear` for none, else x only is logarithmic."""
    width, height = 760, 400
    points = [point for row in series.values() for point in row]
    x = Scale([p[0] for p in points], LEFT, width - RIGHT, not linear)
    y = Scale([p[1] for p in points], height - BOTTOM, TOP + 8, log, bounds)
    parts = axes(x, y, x_title, y_title, sorted({p[0] for p in points}) if len({p[0] for p in points}) < 9 else None)
    labels = spread({name: y(row[-1][1]) for name, row in series.items() if row}, most=height - BOTTOM)
    for (name, row), colour in zip(series.items(), COLOURS * 3):
        if not row:
            continue
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in row)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3" fill="{colour}"/>' for a, b in row]
        parts.append(text(width - RIGHT + 10, labels[name] + 4, name, colour=colour))
    return picture(width, height, title, parts)


def dots(title, x_title, rows):
    """`rows`: {name: [value in 0..1, ...]}; a dot a value and a bar at their mean."""
    width, step = 760, 26
    height = TOP + step * len(rows) + BOTTOM + 8
    x = Scale([], LEFT + 90, width - 30, bounds=(0, 1))
    parts = []
    bottom = TOP + 8 + step * len(rows)
    for mark in x.ticks():
        parts += [line(x(mark), TOP + 8, x(mark), bottom), text(x(mark), bottom + 16, number(mark), "middle")]
    parts.append(text((x.begin + x.end) / 2, bottom + 36, x_title, "middle"))
    for index, ((name, values), colour) in enumerate(zip(rows.items(), COLOURS * 3)):
        middle = TOP + 8 + step * (index + 0.5)
        parts.append(text(x.begin - 10, middle + 4, name, "end", colour))
        parts += [f'<circle cx="{x(value):.1f}" cy="{middle:.1f}" r="4" fill="{colour}" fill-opacity="0.45"/>'
                  for value in values]
        if values:
            mean = x(sum(values) / len(values))
            parts.append(f'<rect x="{mean - 1.5:.1f}" y="{middle - 10:.1f}" width="3" height="20" fill="{colour}"/>')
    return picture(width, height, title, parts)


def heat(title, columns, rows):
    """`rows`: {name: [value in 0..1 or None, ...]}, a value a column; a cell is the redder, the lower its value."""
    left, step, high, top = 150, 44, 22, 110
    width, height = left + step * len(columns) + 20, top + high * len(rows) + 16
    parts = []
    for index, name in enumerate(columns):
        x = left + step * (index + 0.5)
        parts.append(f'<g transform="rotate(-50 {x:.1f} {top - 8})">{text(x, top - 8, name)}</g>')
    for index, (name, values) in enumerate(rows.items()):
        y = top + high * index
        parts.append(text(left - 8, y + high / 2 + 4, name, "end"))
        for column, value in enumerate(values):
            if value is not None:
                parts += cell(left + step * column, y, step - 2, high - 2, value)
    return picture(width, height, title, parts)


def cell(x, y, width, height, value):
    """Cells are opaque: a blend with the colour behind them would read on one of white and black only."""
    depth = (1 - value) ** 0.6
    fill = "#" + "".join(f"{round(high + (low - high) * depth):02x}" for high, low in zip((250, 240, 242), (168, 28, 52)))
    return [f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}" fill="{fill}"/>',
            text(x + width / 2, y + height / 2 + 4, f"{value:.2f}".lstrip("0"), "middle", "#ffffff" if depth > 0.74 else "#000000", 11)]
