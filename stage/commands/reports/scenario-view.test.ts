import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { eventForms } from '../scenario-event-forms.ts'
import { view } from '../scenario-view-command.ts'
import { viewerData } from './scenario-view-data.ts'
import { viewerPage } from './scenario-view-page.ts'
import { serveViewer } from './scenario-view-server.ts'
import { testsOfReports } from './tests-report.ts'

const GOOD = `{
  "format": "scn/1",
  "title": "</script><b>",
  "machine": "shell/dropdown",
  "input": { "opensBy": "click" },
  "source": "authored",
  "req": [],
  "steps": [{ "at": 0, "do": "send", "actor": "root", "event": { "type": "trigger.pressed", "pointerType": "mouse" }, "expect": { "value": { "open": "staying" } } }]
}
`

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'livery-view-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

function written(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return new Map(Object.keys(files).map((name) => [name, join(cwd, name)]))
}

async function run(...args: string[]) {
  const [stdout, stderr]: string[][] = [[], []]
  const io = {
    cwd,
    stdout: (text: string) => void stdout?.push(text),
    stderr: (text: string) => void stderr?.push(text),
  }
  return { code: await view(args, io), stdout: stdout?.join(''), stderr: stderr?.join('') }
}

test('QA-12: a scenario that cannot be read is listed with its located problems, and the others are there', async () => {
  const data = await viewerData(
    written({ 'a.scn.json': GOOD, 'b.scn.json': GOOD.replace('trigger.pressed', 'trigger.presed'), 'c.scn.json': '{' }),
  )
  expect(data.files.map(({ file, scenario }) => [file, scenario?.machine])).toEqual([
    ['a.scn.json', 'shell/dropdown'],
    ['b.scn.json', undefined],
    ['c.scn.json', undefined],
  ])
  expect(data.files[1]?.problems).toMatchObject([
    { line: 8, message: expect.stringContaining('did you mean "trigger.pressed"?') },
  ])
  expect(Object.keys(data.charts)).toEqual(['shell/dropdown'])
  expect(data.forms['shell/dropdown']?.map(({ type }) => type)).toContain('trigger.pressed')
})

test('QA-12: of another revision those replays are kept that go otherwise there', async () => {
  const { 'shell/dropdown': now, 'shell/modal-queue': other } = scenarioMachines
  if (!now || !other) throw new Error('the machines of this test were not found')
  const machine = now.machine.provide({ guards: { isToggling: () => false } })
  const closing = GOOD.replace(
    '}]',
    '}, { "at": 9, "do": "send", "actor": "root", "event": { "type": "trigger.pressed", "pointerType": "mouse" }, "expect": { "value": { "open": "staying" } } }]',
  )
  const files = written({ 'opens.scn.json': GOOD, 'closes.scn.json': closing })
  const same = await viewerData(files, { old: { name: 'v1', machines: scenarioMachines } })
  expect(same.old?.replays).toEqual({})
  const { old } = await viewerData(files, { old: { name: 'v1', machines: { 'shell/dropdown': { ...now, machine } } } })
  expect(Object.keys(old?.replays ?? {})).toEqual(['closes.scn.json'])
  expect(old?.replays['closes.scn.json']?.map(({ value }) => value)).toEqual([
    { closed: 'resting' },
    { open: 'staying' },
    { open: 'staying' },
  ])
})

test('QA-12: the page holds all that it needs, may load nothing, and no text ends an element of it', async () => {
  const data = await viewerData(written({ 'a.scn.json': GOOD }))
  const page = viewerPage(data, { script: 'const a = "</script>"', style: 'b{content:"</style>"}' })
  expect(page.match(/<\/script>/g)).toHaveLength(2)
  expect(page.match(/<\/style>/g)).toHaveLength(1)
  expect(page).toMatch(
    /content="default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:;/,
  )
  const text = /id="viewer-data">(.*)<\/script>/.exec(page)?.[1] ?? ''
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(data)))
})

test('QA-12: forms ask for what the schema of an event names, references followed', () => {
  const contract = scenarioMachines['shell/modal-queue']
  const shown = contract && eventForms(contract)?.find(({ type }) => type === 'modal.shown')
  expect(shown?.fields.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['id', 'text', true],
    ['name', 'text', true],
    ['params', 'json', false],
    ['isOver', 'boolean', false],
    ['dialog', 'json', false],
  ])
  const codes = scenarioMachines['account/sign-in']
  const secrets = (codes && eventForms(codes))?.flatMap(({ fields }) => fields.filter(({ isSecret }) => isSecret))
  expect(secrets?.length).toBeGreaterThan(0)
})

test('QA-12: the server answers this machine alone', async () => {
  const { url, close } = await serveViewer(0, async () => 'the page')
  const ask = (path: string, host?: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      request(new URL(path, url), host ? { headers: { host } } : {}, (response) => {
        const parts: string[] = []
        response.on('data', (part) => void parts.push(String(part)))
        response.on('end', () => resolve({ status: response.statusCode, body: parts.join('') }))
      })
        .on('error', reject)
        .end()
    })
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(await ask('/')).toEqual({ status: 200, body: 'the page' })
  expect((await ask('/', 'evil.example')).status).toBe(403)
  expect((await ask('/package.json')).status).toBe(404)
  await expect(serveViewer(Number(new URL(url).port), async () => '')).rejects.toThrow('EADDRINUSE')
  await close()
})

test('QA-12: what is not understood, matches nothing or cannot be loaded exits 2 and says so', async () => {
  written({ 'a.scn.json': GOOD })
  expect(await run('none.scn.json')).toMatchObject({ code: 2, stderr: expect.stringContaining('no scenario matches') })
  expect(await run('a.scn.json', '--port', '70000')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no port'),
  })
  expect(await run('a.scn.json', '--htlm', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('usage:') })
  mkdirSync(join(cwd, 'empty'))
  expect(await run('a.scn.json', '--old', 'empty')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('holds no machines'),
  })
})

test('QA-17: tests are taken from reports by the requirements that their titles name, the later report counts', () => {
  const suite = (status: string) => ({
    name: join(cwd, 'tests/a.test.ts'),
    assertionResults: [
      { ancestorTitles: ['QA-12'], title: 'UI-8, QA-12: it opens', status },
      { ancestorTitles: [], title: 'QA-17: it waits', status: 'pending' },
      { ancestorTitles: [], title: 'ISO-8601 is no requirement', status: 'passed' },
    ],
  })
  written({
    'quick.json': JSON.stringify({ testResults: [suite('passed')] }),
    'long.json': JSON.stringify({ testResults: [suite('failed')] }),
  })
  const known = new Set(['QA-12', 'QA-17', 'UI-8'])
  expect(testsOfReports(['quick.json', 'long.json'], cwd, known)).toEqual([
    { file: 'tests/a.test.ts', title: 'QA-12 › UI-8, QA-12: it opens', req: ['QA-12', 'UI-8'], status: 'failed' },
    { file: 'tests/a.test.ts', title: 'QA-17: it waits', req: ['QA-17'], status: 'skipped' },
  ])
})

test.each([
  ['which is not there', 'gone.json', 'the report of tests gone.json cannot be read: '],
  ['which is no JSON', 'a.scn.json.txt', 'the report of tests a.scn.json.txt cannot be read: '],
  ['of another kind', 'other.json', 'other.json is no report of tests as vitest --reporter=json writes it'],
  ['whose tests have no title', 'bare.json', 'bare.json is no report of tests'],
])('QA-17: a report %s is refused', async (_what, report, why) => {
  written({
    'a.scn.json': GOOD,
    'a.scn.json.txt': '{',
    'other.json': '{"testResults":1}',
    'bare.json': '{"testResults":[{"name":"/a.test.ts","assertionResults":[{"status":"passed"}]}]}',
  })
  expect(await run('a.scn.json', '--tests', report)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) })
})
