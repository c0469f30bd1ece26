import { performance } from 'node:perf_hooks'
import { fillSecrets } from '#machines/scenario/secret-values.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioGiven, ScenarioRunReport, ScenarioRunResult } from '#schemas'
import { readScenarioFile, type ScenarioFile } from '../scenario-file.ts'
import { runReport } from '../scenario-run.ts'
import type { HttpMachine } from './http-machine.ts'
import { httpMachines, reasonAgainst } from './http-machines.ts'
import { type HttpStage, playOverHttp } from './http-player.ts'
import { openBrowser, type Way } from './scenario-browser.ts'
import { GivenFault, makeGiven } from './scenario-given.ts'
import { type ScenarioServer, startScenarioServer } from './scenario-server.ts'

/** The instant that virtual time 0 stands for where a scenario names none. */
const START_MS = Date.parse('2026-01-15T12:00:00Z')
/** Digits that a code may have. */
const CODE = /\b\d{4,10}\b/

type Outcome = Omit<ScenarioRunResult, 'file' | 'durationMs'>
type StartServer = () => Promise<ScenarioServer>

/** Plays files one after the other against one server, which is started when the first one needs it (QA-13).
 *  @param files name to report → path to read   @param startServer the real one unless a test says otherwise */
export async function runOverHttp(
  files: ReadonlyMap<string, string>,
  startServer: StartServer = startScenarioServer,
): Promise<ScenarioRunReport> {
  let started: Promise<ScenarioServer> | undefined
  const server = () => {
    started ??= startServer()
    return started
  }
  try {
    const results: ScenarioRunResult[] = []
    for (const [name, path] of files) {
      const startedAtMs = performance.now()
      const outcome = await runFile(path, server, `s${results.length + 1}-story`)
      results.push({ file: name, ...outcome, durationMs: Math.round((performance.now() - startedAtMs) * 1000) / 1000 })
    }
    return runReport(results)
  } finally {
    await started?.then(
      (running) => running.close(),
      () => undefined, // It has not started, which each scenario has told.
    )
  }
}

async function runFile(path: string, server: StartServer, brandId: string): Promise<Outcome> {
  const file = readScenarioFile(path)
  const { scenario, problems } = file
  if (!scenario) return { status: 'unreadable', steps: 0, problems: [...problems] }
  const machine = httpMachines[scenario.machine]
  if (!machine) return skipped(reasonAgainst(scenario.machine))
  const reason = scenario.given?.unplayable ?? (isMadeUp(scenario) ? MADE_UP : undefined)
  if (reason !== undefined) return skipped(reason)
  return runScenario({ ...file, scenario }, machine, server, brandId)
}

const MADE_UP =
  'it was generated: its outcomes are typical ones put together, and nothing is said of what there was before'

/** Whether nobody has thought of a server when the scenario was made. */
function isMadeUp({ source, given }: Scenario): boolean {
  return source === 'generated' && given === undefined
}

function skipped(reason: string): Outcome {
  return { status: 'skipped', steps: 0, reason }
}

async function runScenario(
  { scenario, lineOf }: ScenarioFile & { readonly scenario: Scenario },
  machine: HttpMachine,
  startServer: StartServer,
  brandId: string,
): Promise<Outcome> {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(`a checked scenario names the unknown machine ${scenario.machine}`)
  const unplayable = (pointer: string, message: string): Outcome => ({
    status: 'unreadable',
    steps: 0,
    problems: [{ line: lineOf(pointer), pointer, message }],
  })
  try {
    const server = await startServer()
    const added = await server.addBrand(brandId, scenario.given?.config)
    if ('problems' in added) return unplayable('/given/config', `no brand can be configured so: ${added.problems}`)
    const stage = await prepareStage(scenario, server, { brandId, host: added.host }, machine)
    const { calls, hash, divergence } = await playOverHttp(scenario, { ...stage, contract })
    const steps = scenario.steps.length
    if (divergence) {
      const line = lineOf(`/steps/${divergence.step - 1}`)
      return { status: 'diverged', steps, hash, divergence: { ...divergence, line } }
    }
    return calls === 0 ? skipped('no call is made in it') : { status: 'passed', steps, hash }
  } catch (error) {
    if (error instanceof GivenFault) return unplayable(error.pointer, error.message)
    return unplayable('', `cannot be played: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Opens the browser of the scenario and makes what it wants there to be. */
async function prepareStage(
  scenario: Scenario,
  server: ScenarioServer,
  { brandId, host }: { readonly brandId: string; readonly host: string },
  machine: HttpMachine,
): Promise<Omit<HttpStage, 'contract'>> {
  const given = fillSecrets(scenario.given ?? {}, scenario.seed ?? 0) as ScenarioGiven
  const startMs = scenario.startAt === undefined ? START_MS : Date.parse(scenario.startAt)
  const setTime = (nowMs: number) => {
    server.clock.nowMs = startMs + nowMs
  }
  setTime(0)
  const browser = openBrowser(server.app, host, 1)
  const sentCode = async (phone: string) => {
    const messages = await server.delivery.listMessages(brandId)
    const real = CODE.exec(messages.find(({ recipient }) => recipient === phone)?.body ?? '')?.[0]
    const written = given.codes?.[phone]
    return real === undefined || written === undefined ? undefined : { real, written }
  }
  const scopeBy = (way: Way) => ({ call: browser.callBy(way), sentCode })
  let browsers = 1
  const openOther = () => {
    browsers += 1
    return openBrowser(server.app, host, browsers)
  }
  await makeGiven(given, { server, brandId, machine, scope: scopeBy('open'), openOther })
  return { machine, scopeBy, setTime }
}
