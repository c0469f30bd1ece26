import { fillSecrets } from '#machines/scenario/secret-values.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioGiven, ScenarioRunReport } from '#schemas'
import { type Outcome, type PlayableFile, playFiles, skipped, unplayable } from '../scenario-playing.ts'
import type { HttpMachine } from './http-machine.ts'
import { httpMachines, reasonAgainst } from './http-machines.ts'
import { type HttpStage, playOverHttp } from './http-player.ts'
import { checkInjected } from './network-edge.ts'
import { openBrowser, type Way } from './scenario-browser.ts'
import { GivenFault, makeGiven } from './scenario-given.ts'
import { type ScenarioServer, startScenarioServer } from './scenario-server.ts'

/** The instant that virtual time 0 stands for where a scenario names none. */
const START_MS = Date.parse('2026-01-15T12:00:00Z')
/** Digits that a code may have. */
const CODE = /\b\d{4,10}\b/
/** A link by which a new password is set, with its token. */
const RESET_LINK = /restore-password\S*token=([\w-]+)/

type StartServer = () => Promise<ScenarioServer>

/** Plays files one after the other against one server, which is started when the first one needs it (QA-13).
 *  @param files name to report → path to read   @param startServer the real one unless a test says otherwise */
export function runOverHttp(
  files: ReadonlyMap<string, string>,
  startServer: StartServer = startScenarioServer,
): Promise<ScenarioRunReport> {
  return playFiles(
    files,
    () => startServer(),
    async (file, number, server) => {
      const { scenario } = file
      const machine = httpMachines[scenario.machine]
      if (!machine) return skipped(reasonAgainst(scenario.machine))
      const reason = scenario.given?.unplayable ?? (isMadeUp(scenario) ? MADE_UP : undefined)
      if (reason !== undefined) return skipped(reason)
      return runScenario(file, machine, await server(), `s${number}-story`)
    },
  )
}

const MADE_UP =
  'it was generated: its outcomes are typical ones put together, and nothing is said of what there was before'

/** Whether nobody has thought of a server when the scenario was made. */
function isMadeUp({ source, given }: Scenario): boolean {
  return source === 'generated' && given === undefined
}

async function runScenario(
  file: PlayableFile,
  machine: HttpMachine,
  server: ScenarioServer,
  brandId: string,
): Promise<Outcome> {
  const { scenario, lineOf } = file
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(`a checked scenario names the unknown machine ${scenario.machine}`)
  try {
    checkInjected(scenario, machine)
    const added = await server.addBrand(brandId, scenario.given?.config)
    if ('problems' in added) {
      return unplayable(file, '/given/config', `no brand can be configured so: ${added.problems}`)
    }
    const stage = await prepareStage(scenario, server, { brandId, host: added.host }, machine)
    const { divergence, ...played } = await playOverHttp(scenario, { ...stage, contract })
    const steps = scenario.steps.length
    if (divergence) {
      const line = lineOf(`/steps/${divergence.step - 1}`)
      return { status: 'diverged', steps, ...played, divergence: { ...divergence, line } }
    }
    return played.served + played.injected === 0
      ? skipped('no call is made in it')
      : { status: 'passed', steps, ...played }
  } catch (error) {
    if (error instanceof GivenFault) return unplayable(file, error.pointer, error.message)
    throw error
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
  const bodies = async () => (await server.delivery.listMessages(brandId)).map(({ body }) => body)
  const latestCode = async () => CODE.exec((await bodies())[0] ?? '')?.[0]
  const resetToken = async () => RESET_LINK.exec((await bodies()).join('\n'))?.[1]
  const standIns = new Map<string, () => string>()
  const scopeBy = (way: Way) => ({
    call: browser.callBy(way),
    input: (scenario.input ?? {}) as Readonly<Record<string, unknown>>,
    sentCode,
    latestCode,
    resetToken,
    standIns,
    now: () => new Date(server.clock.nowMs),
    browserNow: () => new Date(server.clock.nowMs - (given.serverAheadMs ?? 0)),
  })
  let browsers = 1
  const openOther = () => {
    browsers += 1
    return openBrowser(server.app, host, browsers)
  }
  await makeGiven(given, { server, brandId, machine, scope: scopeBy('open'), openOther })
  return { machine, scopeBy, setTime }
}
