import { say, spokenLanguage } from '#cli/command-text.ts'
import type {
  ScenarioCoverCount,
  ScenarioCoverCounts,
  ScenarioCoverMachine,
  ScenarioCoverMissing,
  ScenarioCoverReport,
} from '#schemas'
import { COVER_KINDS, type CoverKind } from '../../coverage/coverage-index.ts'
import { COVER_STYLE } from './scenario-cover-style.ts'

type Row = Pick<ScenarioCoverMachine, 'machine' | 'scenarios' | 'counts'>

/** The report as one page of HTML that needs nothing from elsewhere: all machines at a glance, then each in full (QA-7). */
export function coverPage(report: ScenarioCoverReport): string {
  const { scenarios, machines, counts } = report
  const failed = report.uncounted.map(({ file, line, status, message }) => [`${file}:${line}`, status, message])
  const title = escapeHtml(say('scenario.cover_title'))
  return `<!doctype html>
<html lang="${spokenLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
${COVER_STYLE}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(say('scenario.cover_size', { scenarios, machines: machines.length }))}</p>
${failed.length > 0 ? failedSection(failed) : ''}
${overview([...machines, { machine: say('scenario.cover_all'), scenarios, counts }])}
${machines.map(machineSection).join('\n')}
${report.enough ? enoughSection(report.enough) : ''}
</main>
</body>
</html>
`
}

function failedSection(failed: readonly (readonly string[])[]): string {
  const heads = [say('scenario.head_place'), say('scenario.head_outcome'), say('scenario.cover_wrong')]
  return section('h2', say('scenario.cover_uncounted'), table(say('scenario.cover_failed'), heads, failed))
}

/** The first column of a row leads to the machine's section. */
function overview(rows: readonly Row[]): string {
  const heads = [
    say('scenario.head_machine'),
    ...COVER_KINDS.map((kind) => say(`scenario.kind_${kind}`)),
    say('scenario.head_scenarios'),
  ]
  const lines = rows.map(({ machine, scenarios, counts }, index) => {
    const name = index < rows.length - 1 ? `<a href="#${anchor(machine)}">${escapeHtml(machine)}</a>` : machine
    const cells = COVER_KINDS.map((kind) => `<td>${bar(counts[kind])}</td>`).join('')
    return `<tr><th scope="row">${name}</th>${cells}<td>${scenarios}</td></tr>`
  })
  return scrolled(say('scenario.cover_machines'), rawTable(say('scenario.cover_machines'), heads, lines))
}

function machineSection(machine: ScenarioCoverMachine): string {
  const { missing, excused, faults, requirements, search } = machine
  const parts = [
    scrolled(
      say('scenario.cover_counts', { machine: machine.machine }),
      rawTable(
        say('scenario.head_covered'),
        [say('scenario.head_kind'), say('scenario.head_covered')],
        countLines(machine.counts),
      ),
    ),
    search.isWhole ? '' : `<p>${escapeHtml(say('scenario.cover_pairs', { events: search.moves }))}</p>`,
    faults.length > 0 ? `<h3>${escapeHtml(say('scenario.cover_faults'))}</h3>${list(faults)}` : '',
    ...COVER_KINDS.map((kind) =>
      missingPart(
        kind,
        missing.filter((item) => item.kind === kind),
      ),
    ),
    excused.length > 0
      ? table(
          say('scenario.cover_excused'),
          [say('scenario.head_item'), say('scenario.head_why')],
          excused.map(({ item, why }) => [item, why]),
        )
      : '',
    `<h3>${escapeHtml(say('scenario.head_requirements'))}</h3><p>${escapeHtml(requirements.join(', ') || say('scenario.cover_no_requirements'))}</p>`,
  ]
  return section('h2', machine.machine, parts.join('\n'), anchor(machine.machine))
}

function countLines(counts: ScenarioCoverCounts): readonly string[] {
  return COVER_KINDS.map(
    (kind) => `<tr><th scope="row">${escapeHtml(say(`scenario.kind_${kind}`))}</th><td>${bar(counts[kind])}</td></tr>`,
  )
}

function missingPart(kind: CoverKind, missing: readonly ScenarioCoverMissing[]): string {
  if (missing.length === 0) return ''
  const caption = say('scenario.cover_missing', {
    kind: say(`scenario.kind_${kind}`).toLowerCase(),
    missing: missing.length,
  })
  const hasWays = missing.some(({ by }) => by.length > 0)
  return table(
    caption,
    hasWays ? [say('scenario.head_item'), say('scenario.cover_ways')] : [say('scenario.head_item')],
    missing.map(({ item, by }) => (hasWays ? [item, by.join('; ')] : [item])),
  )
}

function enoughSection({ scenarios, spare }: NonNullable<ScenarioCoverReport['enough']>): string {
  const rest = spare.length > 0 ? `<h3>${escapeHtml(say('scenario.cover_spare_head'))}</h3>${list(spare)}` : ''
  const title = say('scenario.cover_enough', { enough: scenarios.length, all: scenarios.length + spare.length })
  return section('h2', title, `${list(scenarios)}${rest}`)
}

/** The numbers are text; the bar only repeats them. */
function bar({ covered, all }: ScenarioCoverCount): string {
  if (all === 0) return `<span class="none">${escapeHtml(say('scenario.cover_nothing'))}</span>`
  const percent = Math.floor((covered / all) * 100)
  const state = covered === all ? 'whole' : 'partial'
  return `<span class="numbers">${escapeHtml(say('scenario.cover_part', { covered, all }))}</span><svg class="bar ${state}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="4"/><rect class="fill" width="${percent}" height="4"/></svg>`
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
