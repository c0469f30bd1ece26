import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestServer, type TestServer } from '#tests/contract/scenes/test-server.ts'

interface Rule {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly labels?: { readonly severity?: string }
  readonly annotations?: { readonly summary?: string; readonly runbook?: string }
}

const fileOf = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const rules = (
  parse(fileOf('deploy/observability/livery.rules.yaml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const records = new Set(rules.flatMap(({ record }) => record ?? []))
const dashboard = JSON.parse(fileOf('deploy/observability/livery.dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

/** Words of PromQL that stand where a metric could. */
const WORDS = new Set(
  'sum rate max topk histogram_quantile by and or on le route status provider outcome instance what up'.split(' '),
)

/** The metrics that an expression names: words outside braces, brackets and lists of labels. */
function metricsOf(expr: string): string[] {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\bby \([^)]*\)/g, ' ')
  return (bare.match(/[a-zA-Z_:][a-zA-Z0-9_:]*/g) ?? []).filter((word) => !WORDS.has(word))
}

/** The labels by which an expression narrows or groups. */
function labelsOf(expr: string): string[] {
  const matched = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => [...list.matchAll(/(\w+)\s*[=!]/g)])
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(','))
  return [...matched.map(([, name = '']) => name), ...grouped.map((name) => name.trim())]
}

let server: TestServer
let exposed = ''
beforeAll(async () => {
  server = await startTestServer()
  await server.send('/readyz')
  exposed = (await server.send('/metrics', { host: 'localhost:3000', address: '127.0.0.1' })).body
}, 60_000)
afterAll(() => server.close())

test('every metric that rules and dashboard name is one that the server exposes', () => {
  const names = new Set(
    [...exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const named = new Set(expressions.flatMap(metricsOf))
  expect(named.size).toBeGreaterThan(10)
  expect([...named].filter((name) => !names.has(name) && !records.has(name))).toEqual([])
  expect(metricsOf('sum by (le) (rate(no_such_metric{a="b"}[5m]))')).toEqual(['no_such_metric'])
})

test('every label that they name is one of these metrics, or of the job that reads them', () => {
  const own = new Set([...exposed.matchAll(/(\w+)="/g)].map(([, label = '']) => label))
  // Those of counters that count nothing yet, and what Prometheus adds itself.
  for (const label of ['provider', 'outcome', 'job', 'instance']) own.add(label)
  expect([...new Set(expressions.flatMap(labelsOf))].filter((label) => !own.has(label))).toEqual([])
})

test('each alert says how urgent it is, what has happened, and where its runbook is', () => {
  expect(alerts.length).toBeGreaterThan(10)
  const guide = fileOf('docs/guides/operations.md')
  const runbooks = guide.slice(guide.indexOf('\n## Runbooks\n')).split('\n## ')[1] ?? ''
  const headings = [...runbooks.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  for (const { alert, labels, annotations } of alerts) {
    expect(['page', 'ticket']).toContain(labels?.severity)
    expect(annotations?.summary).toMatch(/\w/)
    expect(annotations?.runbook).toBe(`docs/guides/operations.md#${alert?.toLowerCase()}`)
  }
  expect(headings.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted())
})

test('what waits, what is silent and whether the data are there is counted', async () => {
  const { livingFeed, now } = server
  const read = async () => (await server.send('/metrics', { host: 'localhost:3000', address: '127.0.0.1' })).body
  expect(exposed).toMatch(/^livery_storage_up 1$/m)
  expect(exposed).toMatch(/^livery_overdue\{what="bets"\} 0$/m)
  expect(exposed).toMatch(/^livery_silent_producers 0$/m)
  await livingFeed.take({ producer: 'north', changes: [{ kind: 'alive' }] })
  server.wait(60_000)
  expect(now().getTime()).toBeGreaterThan(0)
  await expect.poll(read, { timeout: 10_000, interval: 500 }).toMatch(/^livery_silent_producers 1$/m)
})

test('a process whose data are lost says so, and no numbers of them', async () => {
  const broken = await startTestServer({ databaseUrl: null })
  await broken.database.close()
  const { body } = await broken.send('/metrics', { host: 'localhost:3000', address: '127.0.0.1' })
  expect(body).toMatch(/^livery_storage_up 0$/m)
  expect(body).not.toMatch(/^livery_overdue\{/m)
  await broken.app.close()
  await broken.brands.remove()
}, 60_000)
