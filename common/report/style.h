// The style sheet of a report: light and dark as the reader has it, dark on white on paper, cards
// in place of tables on a narrow screen.
#pragma once

namespace thresh {

inline constexpr char kReportStyle[] = R"css(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1f22; --muted: #596068; --line: #d5dade; --card: #f4f6f7;
  --kept: #1c7f5c; --gone: #c2502f; --pale: #93bfae; --link: #0a57a6; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #14171a; --ink: #e4e7ea; --muted: #a3abb3; --line: #343a41; --card: #1d2226; --kept: #46b58b;
    --gone: #e57f5e; --pale: #33715b; --link: #8dbcf0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0; }
a { color: var(--link); }
p { margin: .4rem 0; }
.note, figcaption { color: var(--muted); font-size: .875rem; }
.kept { color: var(--kept); } .gone { color: var(--gone); } .pale { color: var(--pale); }
dl, dd { margin: 0; }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: .6rem; margin-top: 1.2rem; }
.cards div { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .8rem; }
.cards dt { color: var(--muted); font-size: .875rem; }
.cards dd { font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 1rem; padding: .2rem 0;
  border-bottom: 1px solid var(--line); }
.facts dt { color: var(--muted); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem .25rem 0; text-align: left; vertical-align: top; font-weight: normal; }
thead th { color: var(--muted); font-size: .875rem; vertical-align: bottom; overflow-wrap: normal; }
tbody th { min-width: 8rem; }
tbody tr { border-top: 1px solid var(--line); }
.number { text-align: right; white-space: nowrap; padding-right: 1rem; }
thead .number { white-space: normal; }
.bar { display: block; width: 100%; min-width: 6rem; height: .7rem; margin-top: .42rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.5rem; }
figure { margin: .6rem 0; max-width: 34rem; }
figure svg { display: block; width: 100%; height: auto; }
article { margin: .8rem 0; padding: .7rem .9rem; background: var(--card); border: 1px solid var(--line);
  border-radius: .4rem; }
blockquote { margin: .5rem 0; padding: .1rem 0 .1rem .8rem; border-inline-start: .2rem solid var(--gone); }
.varies { background: none; color: inherit; border-bottom: 2px dotted var(--gone); }
.why { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .1rem 1.2rem; font-size: .875rem; }
.why dt { color: var(--muted); }
.address { font-size: .875em; }
.why ul { margin: 0; padding: 0; list-style: none; }
@media screen and (max-width: 42rem) {
  .why { grid-template-columns: minmax(0, 1fr); }
  .cards { grid-template-columns: 1fr 1fr; }
  .facts div { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; }
  tbody tr { padding: .4rem 0; }
  th, td, .number { padding: 0; }
  tbody th { font-weight: 600; }
  td { display: flex; gap: 1rem; }
  td.number { justify-content: space-between; }
  td::before { content: attr(data-title); color: var(--muted); flex: none; max-width: 60%; }
  td .bar { flex: 1; width: auto; } }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  article, .cards div { background: none; }
  .cards { grid-template-columns: repeat(4, 1fr); }
  .figures { grid-template-columns: 1fr 1fr; }
  a { color: inherit; }
  h2, h2 + .note, h3, thead { break-after: avoid; }
  tr, figure, article, .cards div, .facts div { break-inside: avoid; } }
)css";

}  // namespace thresh
