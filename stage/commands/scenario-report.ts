import { say } from '#cli/command-text.ts'
import type { ScenarioRunReport, ScenarioRunResult } from '#schemas'

/** The report as text: what failed, with file and line, and one line of totals. */
export function textReport({ passed, failed, skipped, served, injected, scenarios }: ScenarioRunReport): string {
  const steps = scenarios.reduce((sum, scenario) => sum + scenario.steps, 0)
  const durationMs = scenarios.reduce((sum, scenario) => sum + scenario.durationMs, 0)
  const lines = scenarios.flatMap(resultLines)
  const left = skipped > 0 ? say('scenario.run_skipped', { skipped }) : ''
  const totals = say('scenario.run_sum', {
    passed,
    failed,
    skipped: left,
    scenarios: say('scenario.count_scenarios', { count: scenarios.length }),
    steps: say('scenario.count_steps', { count: steps }),
    duration: Math.round(durationMs),
  })
  const calls = served === undefined ? [] : [say('scenario.run_calls', { served, injected: injected ?? 0 })]
  return `${[...lines, totals, ...calls].join('\n')}\n`
}

function resultLines({ file, divergence, reason, problems = [], warnings = [] }: ScenarioRunResult): readonly string[] {
  return [
    ...(reason === undefined ? [] : [say('scenario.run_skip', { file, reason })]),
    ...warnings.map((warning) => say('scenario.run_warning', { file, warning })),
    ...problems.map(({ line, pointer, message }) => `${file}:${line}: ${message}${pointer && ` (${pointer})`}`),
    ...(divergence ? [`${file}:${divergence.line}: ${divergenceText(divergence)}`] : []),
  ]
}

/** What a line of a divergence tells. */
type RowName = 'expected' | 'actual' | 'state' | 'effects'

/** Every expectation of the step that is not met, where the machine is then, and what the step has changed in the context. */
function divergenceText(divergence: NonNullable<ScenarioRunResult['divergence']>): string {
  const { step, at, pointer, expected, actual, others = [], seen } = divergence
  const row = (name: RowName, value: unknown) => `  ${say(`scenario.row_${name}`).padEnd(8)} ${JSON.stringify(value)}`
  const isInvariant = typeof expected === 'string' && expected.startsWith('invariant: ')
  const lines = [
    row('expected', expected),
    ...(isInvariant ? [] : [row('actual', actual)]),
    ...others.flatMap((other) => [
      say('scenario.run_also', { pointer: other.pointer }),
      row('expected', other.expected),
      row('actual', other.actual),
    ]),
    ...(seen ? [row('state', seen.value), row('effects', seen.effects)] : []),
    ...(seen?.changes ?? []).map(({ pointer: place, before, after }) =>
      say('scenario.run_changed', { place, before: JSON.stringify(before), after: JSON.stringify(after) }),
    ),
  ]
  return [say('scenario.run_diverges', { step, at, pointer }), ...lines].join('\n')
}

/** The report in the JUnit format that build servers read: one test case a file, with its title and requirements (QA-11, QA-17).
 *  @param startedAt when the run began */
export function junitReport({ failed, skipped, scenarios }: ScenarioRunReport, startedAt: Date): string {
  const diverged = scenarios.filter(({ status }) => status === 'diverged').length
  const counts = `tests="${scenarios.length}" failures="${diverged}" errors="${failed - diverged}" skipped="${skipped}"`
  const seconds = inSeconds(scenarios.reduce((sum, scenario) => sum + scenario.durationMs, 0))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="livery scenario run" ${counts} time="${seconds}">`,
    `  <testsuite name="scenarios" ${counts} time="${seconds}" timestamp="${startedAt.toISOString()}">`,
    ...scenarios.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(result: ScenarioRunResult): string {
  const { file, durationMs } = result
  const parts = file.split('/')
  const name = (parts.pop() ?? file).replace(/\.scn\.json$/, '')
  const open = `    <testcase classname="${escapeXml(parts.join('.'))}" name="${escapeXml(name)}" file="${escapeXml(file)}" time="${inSeconds(durationMs)}"`
  const body = [...properties(result), ...outcome(result)]
  return body.length > 0 ? [`${open}>`, ...body, '    </testcase>'].join('\n') : `${open}/>`
}

/** What the scenario says of itself. */
function properties({ title, req = [] }: ScenarioRunResult): readonly string[] {
  const told = [...(title === undefined ? [] : [['title', title]]), ...req.map((id) => ['requirement', id])]
  if (told.length === 0) return []
  const lines = told.map(([name = '', value = '']) => `        <property name="${name}" value="${escapeXml(value)}"/>`)
  return ['      <properties>', ...lines, '      </properties>']
}

function outcome({ divergence, problems, reason }: ScenarioRunResult): readonly string[] {
  if (reason !== undefined) return [`      <skipped message="${escapeXml(reason)}"/>`]
  if (divergence) {
    return [
      element(
        'failure',
        say('scenario.run_place', { step: divergence.step, line: divergence.line }),
        divergenceText(divergence),
      ),
    ]
  }
  if (!problems) return []
  return [
    element(
      'error',
      say('scenario.run_no_scenario'),
      problems.map(({ line, message }) => `${line}: ${message}`).join('\n'),
    ),
  ]
}

function element(tag: string, message: string, text: string): string {
  return `      <${tag} message="${escapeXml(message)}">${escapeXml(text)}</${tag}>`
}

function inSeconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3)
}

/** XML 1.0 has no way to write most control characters, escaped or not; they become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
