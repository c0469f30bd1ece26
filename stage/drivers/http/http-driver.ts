import { ENGINE_BRANDS } from '#cli/brand/brand-arguments.ts'
import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioGiven, ScenarioRunReport } from '#schemas'
import { type Outcome, type PlayableFile, playFiles, skipped, unplayable } from '../../commands/scenario-playing.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'
import { type HttpMachine, Untold } from './http-machine.ts'
import { httpMachineOf, reasonAgainst } from './http-machines.ts'
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

/** Where scenarios find their server. */
interface HttpSurroundings {
  /** The folder of the brands that scenarios were recorded on; the engine's own when left out. */
  readonly brandsDir?: string
  /** The real one unless a test says otherwise. */
  readonly startServer?: () => Promise<ScenarioServer>
}

/** Plays files one after the other against one server, which is started when the first one needs it (QA-13).
 *  @param files name to report → path to read */
export function runOverHttp(
  files: ReadonlyMap<string, string>,
  { brandsDir = ENGINE_BRANDS, startServer = startScenarioServer }: HttpSurroundings = {},
): Promise<ScenarioRunReport> {
  return playFiles(
    files,
    () => startServer(),
    async (file, number, server) => {
      const { scenario } = file
      const machine = httpMachineOf(scenario)
      if (!machine) return skipped(reasonAgainst(scenario.machine))
      const reason = scenario.given?.unplayable ?? (isMadeUp(scenario) && !machine.world ? MADE_UP : undefined)
      if (reason !== undefined) return skipped(reason)
      return runScenario(file, machine, { server: await server(), brandId: `s${number}-story`, brandsDir })
    },
  )
}

const MADE_UP = say('driver.generated_outcomes_typical_ones')

/** Whether nobody has thought of a server when the scenario was made. */
function isMadeUp({ source, given }: Scenario): boolean {
  return source === 'generated' && given === undefined
}

/** Where a scenario is played. */
interface ScenarioPlace {
  readonly server: ScenarioServer
  readonly brandId: string
  readonly brandsDir: string
}

async function runScenario(file: PlayableFile, machine: HttpMachine, place: ScenarioPlace): Promise<Outcome> {
  const { scenario, lineOf } = file
  const contract = scenarioMachines[scenario.machine]
  if (!contract) throw new Error(say('scenario.machine_unknown', { machine: scenario.machine }))
  try {
    checkInjected(scenario, machine)
    const { host, warnings } = await openScenarioBrand(scenario, machine, place)
    const stage = await prepareStage(scenario, place.server, { brandId: place.brandId, host }, machine)
    const { divergence, ...counted } = await playOverHttp(scenario, { ...stage, contract })
    const played = { ...counted, ...(warnings.length > 0 ? { warnings } : {}) }
    const steps = scenario.steps.length
    if (divergence) {
      const line = lineOf(`/steps/${divergence.step - 1}`)
      return { status: 'diverged', steps, ...played, divergence: { ...divergence, line } }
    }
    return played.served + played.injected === 0
      ? skipped(say('driver.no_call_made'))
      : { status: 'passed', steps, ...played }
  } catch (error) {
    if (error instanceof Untold) return skipped(error.message)
    if (error instanceof GivenFault) return unplayable(file, error.pointer, error.message)
    throw error
  }
}

/** Makes the brand of a scenario. What was recorded on a brand meets that one, with its texts and pictures, as it is now.
 *  @throws GivenFault when there can be no such brand */
async function openScenarioBrand(
  scenario: Scenario,
  machine: HttpMachine,
  { server, brandId, brandsDir }: ScenarioPlace,
) {
  const { brand, brandHash } = scenario
  const warnings: string[] = []
  if (brand !== undefined) {
    const copied = await server.copyBrand(brand, brandsDir)
    if ('problems' in copied) {
      throw new GivenFault('/brand', say('driver.brand_recorded_on', { folder: brandsDir, problems: copied.problems }))
    }
    if (brandHash !== undefined && brandHash !== copied.hash) warnings.push(say('driver.brand_changed', { brand }))
  }
  const added = await server.addBrand(brandId, configOf(scenario, machine), brand)
  if ('problems' in added)
    throw new GivenFault('/given/config', say('driver.no_brand_configured', { problems: added.problems }))
  return { host: added.host, warnings }
}

/** What the scenario's world configures, and over it what the scenario does: section by section, key by key. */
function configOf({ given }: Scenario, { world }: HttpMachine): ScenarioGiven['config'] {
  if (!world) return given?.config
  const sections = new Set([...Object.keys(world.config), ...Object.keys(given?.config ?? {})])
  return Object.fromEntries([...sections].map((name) => [name, { ...world.config[name], ...given?.config?.[name] }]))
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
  const setTime = (nowMs: number, played: number) => {
    server.clock.nowMs = startMs + nowMs
    machine.world?.moveTo(played)
  }
  setTime(0, 0)
  const browser = openBrowser(server.app, host, 1, scenario.locale)
  const sentCode = async (phone: string) => {
    const messages = await server.delivery.listMessages(brandId)
    const real = CODE.exec(messages.find(({ recipient }) => recipient === phone)?.body ?? '')?.[0]
    return real === undefined ? undefined : { real, written: given.codes?.[phone] }
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
  const place = { server, brandId, machine, scope: scopeBy('open'), openOther }
  machine.world?.enter(place)
  await makeGiven(given, place)
  return { machine, scopeBy, setTime }
}
