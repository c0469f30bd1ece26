import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import type { ViewerData } from '../charts/viewer-data.ts'
import { loadMachines } from './machine-revision.ts'
import { requirementList } from './reports/requirement-list.ts'
import { viewerData } from './reports/scenario-view-data.ts'
import { viewerPage } from './reports/scenario-view-page.ts'
import { serveViewer } from './reports/scenario-view-server.ts'
import { viewerBundle } from './reports/scenario-viewer-build.ts'
import { testsOfReports } from './reports/tests-report.ts'
import { readScenarioArguments, refuse, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'view')
const DEFAULT_PORT = 4870
const MAX_PORT = 65_535

/**
 * `livery scenario view`: scenarios in a browser: statechart, timeline, what every step changes, and forms to go on from there
 * (QA-12), and the requirements with what proves them (QA-17). It is served on this machine alone until it is interrupted, or written to DIR/index.html with `--html DIR`. With
 * `--old` a Git revision or folder of machines is compared with.
 * Exit 0 when it was shown or written; 2 when it was written but a file could not be read, which the page tells, when nothing matched, when
 * page, port or revision cannot be had, or when the command was not understood.
 */
export async function view(args: readonly string[], io: ScenarioIo): Promise<number> {
  const asked = readScenarioArguments(args, io, USAGE, {
    port: { type: 'string' },
    html: { type: 'string' },
    old: { type: 'string' },
    tests: { type: 'string', multiple: true, default: [] },
  })
  if (!asked) return 2
  const { port, html, old } = asked.values
  const reports = asked.values.tests as readonly string[]
  const portNumber = port === undefined ? DEFAULT_PORT : Number(port)
  if (!Number.isInteger(portNumber) || portNumber < 0 || portNumber > MAX_PORT) {
    return refuse(io, asked.isJson, 'usage', `${say('scenario.view_port', { port: String(port) })}\n${USAGE}`) ?? 2
  }
  try {
    const revision = typeof old === 'string' ? await loadMachines(old, io.cwd) : undefined
    try {
      const ids = new Set(requirementList().map(({ id }) => id))
      const readTests = () => (reports.length > 0 ? testsOfReports(reports, io.cwd, ids) : undefined)
      // A served page reads them again at each load; what is wrong with them is reported at once.
      readTests()
      const load = async () => {
        const other = revision && { name: String(old), machines: revision.machines }
        return viewerData(asked.files, { old: other, tests: readTests() })
      }
      return typeof html === 'string' ? await write(html, load, io) : await serve(portNumber, load, io)
    } finally {
      revision?.dispose()
    }
  } catch (error) {
    refuse(io, asked.isJson, 'view', error instanceof Error ? error.message : String(error))
    return 2
  }
}

async function write(folder: string, load: () => Promise<ViewerData>, io: ScenarioIo): Promise<number> {
  const data = await load()
  const page = viewerPage(data, await viewerBundle(io.stderr))
  const target = resolve(io.cwd, folder)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'index.html'), page)
  io.stdout(`${join(folder, 'index.html')}\n`)
  const unread = data.files.filter(({ scenario }) => !scenario)
  for (const { file, problems } of unread)
    io.stderr(`${file}:${problems[0]?.line ?? 1}: ${problems[0]?.message ?? ''}\n`)
  return unread.length > 0 ? 2 : 0
}

/** Until the person at the terminal ends it. */
async function serve(port: number, load: () => Promise<ViewerData>, io: ScenarioIo): Promise<number> {
  const bundle = await viewerBundle(io.stderr)
  const { url, close } = await serveViewer(port, async () => viewerPage(await load(), bundle))
  io.stdout(`${url}\n`)
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)))
  await close()
  return 0
}
