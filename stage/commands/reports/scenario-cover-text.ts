import { say } from '#cli/command-text.ts'
import type { ScenarioCoverEnough, ScenarioCoverMachine, ScenarioCoverReport } from '#schemas'
import { COVER_KINDS } from '../../coverage/coverage-index.ts'

const LABEL_WIDTH = 13
/** More ways than this help nobody. */
const WAYS_MAX = 4

/** The report as text: scenarios that failed, one line a machine and one for each thing that is missing, and the totals. */
export function coverText({ scenarios, counts, machines, uncounted, enough }: ScenarioCoverReport): string {
  const requirements = [...new Set(machines.flatMap((machine) => machine.requirements))]
  const rows = [...machines, { machine: say('scenario.cover_all'), scenarios, counts, requirements }].map(countCells)
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    ...uncounted.map(({ file, line, status, message }) =>
      say('scenario.cover_not_counted', { file, line, status, message }),
    ),
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
    say('scenario.cover_by', {
      scenarios: say('scenario.count_scenarios', { count: scenarios }),
      requirements: say('scenario.count_requirements', { count: requirements.length }),
    }),
  ]
}

function detailLines({ missing, excused, faults }: ScenarioCoverMachine): readonly string[] {
  return [
    ...faults.map((fault) => detail(say('scenario.cover_fault'), fault)),
    ...missing.map(({ kind, item, by }) => {
      const more = by.length > WAYS_MAX ? say('scenario.cover_more', { more: by.length - WAYS_MAX }) : ''
      const ways =
        kind === 'states'
          ? say('scenario.cover_from', { ways: by.slice(0, WAYS_MAX).join('; ') })
          : say('scenario.cover_way', { ways: by.slice(0, WAYS_MAX).join('; ') })
      return detail(say(`scenario.missing_${kind}`), by.length > 0 ? `${item}${ways}${more}` : item)
    }),
    ...excused.map(({ item, why }) => detail(say('scenario.cover_not_needed'), `${item}: ${why}`)),
  ]
}

function detail(label: string, text: string): string {
  return `  ${label.padEnd(LABEL_WIDTH)}${text}`
}

function enoughLines({ scenarios, spare }: ScenarioCoverEnough): readonly string[] {
  return [
    `${say('scenario.cover_enough', { enough: scenarios.length, all: scenarios.length + spare.length })}:`,
    ...scenarios.map((file) => `  ${file}`),
    ...(spare.length > 0 ? [`${say('scenario.cover_spare')}:`, ...spare.map((file) => `  ${file}`)] : []),
  ]
}
