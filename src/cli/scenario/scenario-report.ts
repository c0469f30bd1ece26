import type { ScenarioRunReport, ScenarioRunResult } from '#schemas'

/** The report as text: what failed, with file and line, and one line of totals. */
export function textReport({ passed, failed, skipped, served, injected, scenarios }: ScenarioRunReport): string {
  const steps = scenarios.reduce((sum, scenario) => sum + scenario.steps, 0)
  const durationMs = scenarios.reduce((sum, scenario) => sum + scenario.durationMs, 0)
  const lines = scenarios.flatMap(resultLines)
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  const totals = `${passed} passed, ${failed} failed${left} (${scenarios.length} scenarios, ${steps} steps, ${Math.round(durationMs)} ms)`
  const calls =
    served === undefined ? [] : [`${served} calls answered by the server, ${injected} failed at the network's edge`]
  return `${[...lines, totals, ...calls].join('\n')}\n`
}

function resultLines({ file, divergence, reason, problems = [], warnings = [] }: ScenarioRunResult): readonly string[] {
  return [
    ...(reason === undefined ? [] : [`skipped: ${file}: ${reason}`]),
    ...warnings.map((warning) => `warning: ${file}: ${warning}`),
    ...problems.map(({ line, pointer, message }) => `${file}:${line}: ${message}${pointer && ` (${pointer})`}`),
    ...(divergence ? [`${file}:${divergence.line}: ${divergenceText(divergence)}`] : []),
  ]
}

function divergenceText(divergence: NonNullable<ScenarioRunResult['divergence']>): string {
  const { step, at, pointer, expected, actual, seen } = divergence
  const rows: readonly (readonly [string, unknown])[] = [
    ['expected', expected],
    ['actual', actual],
    ...(seen
      ? ([
          ['state', seen.value],
          ['context', seen.context],
          ['effects', seen.effects],
        ] as const)
      : []),
  ]
  const lines = rows.map(([name, value]) => `  ${name.padEnd(8)} ${JSON.stringify(value)}`)
  return [`diverges at step ${step}, ${at} ms (${pointer})`, ...lines].join('\n')
}

/** The report in the JUnit format that build servers read: one test case a file (QA-11). */
export function junitReport({ failed, skipped, scenarios }: ScenarioRunReport): string {
  const diverged = scenarios.filter(({ status }) => status === 'diverged').length
  const counts = `tests="${scenarios.length}" failures="${diverged}" errors="${failed - diverged}" skipped="${skipped}"`
  const seconds = inSeconds(scenarios.reduce((sum, scenario) => sum + scenario.durationMs, 0))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="livery scenario run" ${counts} time="${seconds}">`,
    `  <testsuite name="scenarios" ${counts} time="${seconds}">`,
    ...scenarios.map(testCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase({ file, durationMs, divergence, problems, reason }: ScenarioRunResult): string {
  const parts = file.split('/')
  const name = (parts.pop() ?? file).replace(/\.scn\.json$/, '')
  const open = `    <testcase classname="${escapeXml(parts.join('.'))}" name="${escapeXml(name)}" file="${escapeXml(file)}" time="${inSeconds(durationMs)}"`
  if (reason !== undefined) return `${open}>\n      <skipped message="${escapeXml(reason)}"/>\n    </testcase>`
  const body = divergence
    ? element('failure', `step ${divergence.step} at line ${divergence.line}`, divergenceText(divergence))
    : problems &&
      element('error', 'not a scenario', problems.map(({ line, message }) => `${line}: ${message}`).join('\n'))
  return body ? `${open}>\n${body}\n    </testcase>` : `${open}/>`
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
