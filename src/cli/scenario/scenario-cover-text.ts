import { COVER_KINDS } from '#machines/scenario/coverage-index.ts'
import type { ScenarioCoverEnough, ScenarioCoverMachine, ScenarioCoverReport } from '#schemas'

/** What is said of a thing that no scenario covers. */
const MISSING = {
  states: 'not visited',
  transitions: 'not taken',
  guards: 'not judged',
  delays: 'not awaited',
  actors: 'not ended',
  pairs: 'not in turn',
  ignored: 'not tried',
} as const

const LABEL_WIDTH = 13
/** More ways than this help nobody. */
const WAYS_MAX = 4

/** The report as text: scenarios that failed, one line a machine and one for each thing that is missing, and the totals. */
export function coverText({ scenarios, counts, machines, uncounted, enough }: ScenarioCoverReport): string {
  const requirements = [...new Set(machines.flatMap((machine) => machine.requirements))]
  const rows = [...machines, { machine: 'in all', scenarios, counts, requirements }].map(countCells)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    ...uncounted.map(({ file, line, status, message }) => `${file}:${line}: ${status}, does not count: ${message}`),
    ...lines.flatMap((line, index) => [line, ...(machines[index] ? detailLines(machines[index]) : [])]),
    ...(enough ? enoughLines(enough) : []),
    '',
  ].join('\n')
}

function countCells({
  machine,
  scenarios,
  counts,
  requirements,
}: Pick<ScenarioCoverMachine, 'machine' | 'scenarios' | 'counts' | 'requirements'>): readonly string[] {
  return [
    machine,
    ...COVER_KINDS.map((kind) => `${kind} ${counts[kind].covered}/${counts[kind].all}`),
    `by ${counted(scenarios, 'scenario')} of ${counted(requirements.length, 'requirement')}`,
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function detailLines({ missing, excused, faults }: ScenarioCoverMachine): readonly string[] {
  return [
    ...faults.map((fault) => detail('wrong', fault)),
    ...missing.map(({ kind, item, by }) => {
      const more = by.length > WAYS_MAX ? `; ${by.length - WAYS_MAX} more` : ''
      const ways =
        kind === 'states' ? `: from ${by.slice(0, WAYS_MAX).join('; ')}` : `: by ${by.slice(0, WAYS_MAX).join('; ')}`
      return detail(MISSING[kind], by.length > 0 ? `${item}${ways}${more}` : item)
    }),
    ...excused.map(({ item, why }) => detail('excused', `${item}: ${why}`)),
  ]
}

function detail(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${text}`
}

function enoughLines({ scenarios, spare }: ScenarioCoverEnough): readonly string[] {
  return [
    `${scenarios.length} of ${scenarios.length + spare.length} scenarios cover as much:`,
    ...scenarios.map((file) => `  ${file}`),
    ...(spare.length > 0 ? ['what these cover the others cover too:', ...spare.map((file) => `  ${file}`)] : []),
  ]
}
