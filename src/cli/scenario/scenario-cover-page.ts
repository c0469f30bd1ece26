import { COVER_KINDS, type CoverKind } from '#machines/scenario/coverage-index.ts'
import type {
  ScenarioCoverCount,
  ScenarioCoverCounts,
  ScenarioCoverMachine,
  ScenarioCoverMissing,
  ScenarioCoverReport,
} from '#schemas'
import { COVER_STYLE } from './scenario-cover-style.ts'

const KIND_TEXTS: Readonly<Record<CoverKind, string>> = {
  states: 'States',
  transitions: 'Transitions',
  guards: 'Guard outcomes',
  delays: 'Delays',
  actors: 'Actor outcomes',
  pairs: 'Pairs',
  ignored: 'Ignored events',
}

type Row = Pick<ScenarioCoverMachine, 'machine' | 'scenarios' | 'counts'>

/** The report as one page of HTML that needs nothing from elsewhere: all machines at a glance, then each in full (QA-7). */
export function coverPage(report: ScenarioCoverReport): string {
  const { scenarios, machines, counts } = report
  const failed = report.uncounted.map(({ file, line, status, message }) => [`${file}:${line}`, status, message])
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scenario coverage</title>
<style>
${COVER_STYLE}
</style>
</head>
<body>
<main>
<h1>Scenario coverage</h1>
<p>${scenarios} scenarios, ${machines.length} machines</p>
${failed.length > 0 ? section('h2', 'Scenarios that do not count', table('Failed scenarios', ['Place', 'Outcome', 'What went wrong'], failed)) : ''}
${overview([...machines, { machine: 'in all', scenarios, counts }])}
${machines.map(machineSection).join('\n')}
${report.enough ? enoughSection(report.enough) : ''}
</main>
</body>
</html>
`
}

/** The first column of a row leads to the machine's section. */
function overview(rows: readonly Row[]): string {
  const heads = ['Machine', ...COVER_KINDS.map((kind) => KIND_TEXTS[kind]), 'Scenarios']
  const lines = rows.map(({ machine, scenarios, counts }, index) => {
    const name = index < rows.length - 1 ? `<a href="#${anchor(machine)}">${escapeHtml(machine)}</a>` : machine
    const cells = COVER_KINDS.map((kind) => `<td>${bar(counts[kind])}</td>`).join('')
    return `<tr><th scope="row">${name}</th>${cells}<td>${scenarios}</td></tr>`
  })
  return scrolled('Coverage by machine', rawTable('Coverage by machine', heads, lines))
}

function machineSection(machine: ScenarioCoverMachine): string {
  const { missing, excused, faults, requirements, search } = machine
  const parts = [
    scrolled(`Counts of ${machine.machine}`, rawTable('Covered', ['Kind', 'Covered'], countLines(machine.counts))),
    search.isWhole ? '' : `<p>Pairs were looked for with ${search.moves} events only; there may be more.</p>`,
    faults.length > 0 ? `<h3>Wrong entries of the contract</h3>${list(faults)}` : '',
    ...COVER_KINDS.map((kind) =>
      missingPart(
        kind,
        missing.filter((item) => item.kind === kind),
      ),
    ),
    excused.length > 0
      ? table(
          'Cannot be covered',
          ['Item', 'Why'],
          excused.map(({ item, why }) => [item, why]),
        )
      : '',
    `<h3>Requirements</h3><p>${requirements.length > 0 ? escapeHtml(requirements.join(', ')) : 'The scenarios name none.'}</p>`,
  ]
  return section('h2', machine.machine, parts.join('\n'), anchor(machine.machine))
}

function countLines(counts: ScenarioCoverCounts): readonly string[] {
  return COVER_KINDS.map((kind) => `<tr><th scope="row">${KIND_TEXTS[kind]}</th><td>${bar(counts[kind])}</td></tr>`)
}

function missingPart(kind: CoverKind, missing: readonly ScenarioCoverMissing[]): string {
  if (missing.length === 0) return ''
  const caption = `Missing: ${KIND_TEXTS[kind].toLowerCase()} (${missing.length})`
  const hasWays = missing.some(({ by }) => by.length > 0)
  return table(
    caption,
    hasWays ? ['Item', 'Brought about by'] : ['Item'],
    missing.map(({ item, by }) => (hasWays ? [item, by.join('; ')] : [item])),
  )
}

function enoughSection({ scenarios, spare }: NonNullable<ScenarioCoverReport['enough']>): string {
  const rest = spare.length > 0 ? `<h3>What these cover the others cover too</h3>${list(spare)}` : ''
  const title = `${scenarios.length} of ${scenarios.length + spare.length} scenarios cover as much`
  return section('h2', title, `${list(scenarios)}${rest}`)
}

/** The numbers are text; the bar only repeats them. */
function bar({ covered, all }: ScenarioCoverCount): string {
  if (all === 0) return '<span class="none">none</span>'
  const percent = Math.floor((covered / all) * 100)
  const state = covered === all ? 'whole' : 'partial'
  return `<span class="numbers">${covered} of ${all}</span><svg class="bar ${state}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="fill" width="${percent}" height="4"/></svg>`
}

function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)
  return scrolled(caption, rawTable(caption, heads, lines))
}

function rawTable(caption: string, heads: readonly string[], lines: readonly string[]): string {
  const head = heads.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table>`
}

/** A wide table is moved in itself, by the keyboard too, so that the page is not. */
function scrolled(name: string, content: string): string {
  return `<div class="wide" role="group" tabindex="0" aria-label="${escapeHtml(name)}">${content}</div>`
}

function list(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`
}

function section(level: 'h2', title: string, content: string, id?: string): string {
  return `<section${id === undefined ? '' : ` id="${id}"`}><${level}>${escapeHtml(title)}</${level}>\n${content}\n</section>`
}

function anchor(machine: string): string {
  return `machine-${machine.replaceAll(/[^A-Za-z0-9-]/g, '-')}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
