/** The looks of the page of `scenario cover`: light and dark as the reader has it, on paper black on white. */
export const COVER_STYLE = `:root {
  color-scheme: light dark;
  --canvas: #fff; --sunken: #f2f4f7; --line: #c9d0d9; --text: #16202c; --muted: #4c5a6b;
  --whole: #1a7f4b; --partial: #b45309; --track: #dde3ea; --link: #1d4fd7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #11161d; --sunken: #1a212b; --line: #3a4554; --text: #e8edf3; --muted: #a9b5c3;
    --whole: #4cc38a; --partial: #f5a524; --track: #2b3542; --link: #8fb4ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-inline-size: 96rem; margin-inline: auto; padding: 24px 16px 64px; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-block: 48px 12px; padding-block-start: 16px; border-block-start: 1px solid var(--line); }
h3 { margin-block: 24px 8px; font-size: 1rem; }
p { color: var(--muted); }
a { color: var(--link); }
.wide { overflow-x: auto; margin-block: 16px; }
.wide:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; inline-size: 100%; font-size: 14px; }
caption { text-align: start; font-weight: 600; padding-block-end: 8px; }
th, td { text-align: start; vertical-align: top; padding: 6px 12px 6px 0; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { background: var(--sunken); color: var(--muted); font-weight: 600; white-space: nowrap; }
thead th, tbody th { padding-inline-start: 8px; }
tbody th { font-weight: 500; white-space: nowrap; }
td { padding-inline-start: 8px; }
.numbers { display: block; font-variant-numeric: tabular-nums; white-space: nowrap; }
.none { color: var(--muted); }
.bar { display: block; inline-size: 100%; min-inline-size: 72px; max-inline-size: 240px; block-size: 6px; border-radius: 3px; }
.track { fill: var(--track); }
.whole .fill { fill: var(--whole); }
.partial .fill { fill: var(--partial); }
@media print {
  :root { --canvas: #fff; --sunken: #fff; --line: #999; --text: #000; --muted: #000; --whole: #555; --partial: #555; --track: #ddd; --link: #000; }
  main { max-inline-size: none; padding: 0; }
  .wide { overflow: visible; }
  table { font-size: 10px; }
  thead { display: table-header-group; }
  tr, h2, h3, caption { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
  svg { print-color-adjust: exact; }
}`
