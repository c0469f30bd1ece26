import type { StateValue } from 'xstate'
import { say } from '#cli/command-text.ts'
import type { AnyMachineActs, EventPlace } from '#machines/shell/machine-acts.ts'
import { REQUEST_TIMEOUT_MS } from '#machines/shell/request.rules.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import type { ActorOutcome } from '../../commands/outcome-difference.ts'
import { statePaths } from '../../player/machine-nodes.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'
import { actLine, locatorText, quote } from '../acts/act-text.ts'
import { actorName, actsOf } from '../acts/event-acts.ts'
import { callAnswer } from './call-answer.ts'
import { HOUR_MS, scenarioInput, startActs, startTime, storedTexts } from './page-start.ts'
import { reasonAgainst } from './reason-against.ts'

/** A test in the words of Playwright, or why a scenario cannot become one. */
export type PlaywrightText = { readonly text: string } | { readonly reason: string }

/**
 * A scenario as a runnable test of Playwright, for a site that is named by its `baseURL`: each event is what a person does on the page,
 * each end of an actor is the answer of its call, which waits until then, and time is Playwright's clock. States are looked for where
 * the acts say what is seen in them.
 */
export async function playwrightText(acts: AnyMachineActs, scenario: Scenario): Promise<PlaywrightText> {
  const reason = (await reasonAgainst(scenario, acts)) ?? reasonAgainstText(scenario, acts)
  if (reason !== undefined) return { reason }
  const steps = scenario.steps.map((step) => fillSecrets(step, scenario.seed ?? 0) as ScenarioStep)
  const actors = [...new Set(steps.flatMap(callingActor(acts)))]
  const body: string[] = [...openingLines(acts, scenario, actors)]
  for (const index of steps.keys())
    body.push(...(await stepLines({ scenario: { ...scenario, steps }, step: index }, acts)))
  const holdsFinger = body.some((line) => line.includes('finger.send('))
  if (holdsFinger) body.unshift('const finger = await page.context().newCDPSession(page)')
  const touches = holdsFinger || body.some((line) => line.endsWith('.tap()'))
  const title = [...scenario.req, scenario.title ?? scenario.machine].join(' ')
  const lines = [
    ...head(actors.length > 0),
    ...(touches ? ['test.use({ hasTouch: true })', ''] : []),
    `test(${quote(title)}, async ({ page }) => {`,
    ...body.map((line) => `  ${line}`),
    '})',
    '',
  ]
  return { text: lines.join('\n') }
}

/** What only the browser driver brings about. */
function reasonAgainstText(scenario: Scenario, acts: AnyMachineActs): string | undefined {
  if (acts.player) return say('driver.test_playwright_comes_guest')
  if ((acts.storage?.(scenario) ?? 'open') !== 'open') return say('driver.test_playwright_leaves_storage')
  if (acts.knowsPasskeys) return say('driver.test_playwright_no_authenticator')
  const index = scenario.steps.findIndex(
    (step) => step.do === 'err' && 'file' in (acts.actors[actorName(step) ?? ''] ?? {}),
  )
  return index < 0 ? undefined : say('driver.step_test_playwright_lets', { step: index + 1 })
}

/** The name of the actor that a step ends by an answer of its call. */
function callingActor({ actors }: AnyMachineActs) {
  return (step: ScenarioStep): readonly string[] => {
    const name = actorName(step)
    return name !== undefined && 'call' in (actors[name] ?? {}) ? [name] : []
  }
}

function openingLines(acts: AnyMachineActs, scenario: Scenario, actors: readonly string[]): readonly string[] {
  const time = (ms: number) => quote(new Date(ms).toISOString())
  const startMs = startTime(acts, scenario)
  const stored = JSON.stringify(storedTexts(acts, scenario))
  const path = typeof acts.path === 'function' ? acts.path(scenarioInput(scenario, acts)) : acts.path
  return [
    `await page.addInitScript((stored) => stored.forEach(([key, text]) => localStorage.setItem(key, text)), ${stored})`,
    `await page.clock.install({ time: ${time(startMs - HOUR_MS)} })`,
    `await page.clock.pauseAt(${time(startMs)})`,
    ...actors.map((actor) => {
      const found = acts.actors[actor]
      const { method, path: callPath } = found && 'call' in found ? found.call : { method: '', path: '' }
      return `const ${variable(actor)} = await heldCall(page, ${quote(method)}, ${quote(callPath)})`
    }),
    `await page.goto(${quote(path)})`,
    "await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })",
    ...(acts.opensAfterMs ? [`await page.clock.runFor(${acts.opensAfterMs})`] : []),
    ...startActs(acts, scenario).flatMap(actLine),
  ]
}

function head(hasCalls: boolean): readonly string[] {
  if (!hasCalls) return ["import { expect, test } from 'playwright/test'", '']
  return [
    "import { expect, type Page, type Route, test } from 'playwright/test'",
    '',
    '/** Keeps a call of the page waiting until the test answers it. */',
    'async function heldCall(page: Page, method: string, path: string) {',
    '  const held: Route[] = []',
    '  const wanted: ((route: Route) => void)[] = []',
    '  await page.route(',
    '    (url) => url.pathname === path,',
    '    async (route) => {',
    '      if (route.request().method() !== method) return await route.fallback()',
    '      const take = wanted.shift()',
    '      if (take) take(route)',
    '      else held.push(route)',
    '    },',
    '  )',
    '  return (): Promise<Route> => {',
    '    const route = held.shift()',
    '    return route ? Promise.resolve(route) : new Promise((take) => wanted.push(take))',
    '  }',
    '}',
    '',
  ]
}

async function stepLines(place: EventPlace, acts: AnyMachineActs): Promise<readonly string[]> {
  const { steps } = place.scenario
  const before = steps[place.step - 1]?.at ?? 0
  const step = steps[place.step] as ScenarioStep
  const { at, do: deed, event, note, expect: expected } = step
  return [
    ...(note === undefined ? [] : [`// ${note.replaceAll(/\s+/g, ' ')}`]),
    ...(at > before ? [`await page.clock.runFor(${at - before})`] : []),
    ...(deed === 'send' && event ? actsOf(acts, event, place).flatMap(actLine) : []),
    ...(deed === 'ok' || deed === 'err' ? await answerLines({ ...step, do: deed }, acts) : []),
    ...seenLines(expected?.value, acts),
  ]
}

/** The answer of a call, just as the browser driver gives it. */
async function answerLines(step: ScenarioStep & ActorOutcome, { actors }: AnyMachineActs): Promise<readonly string[]> {
  const name = actorName(step) ?? ''
  const actor = actors[name]
  if (!actor || !('call' in actor)) return []
  const answer = await callAnswer(step, actor)
  if ('reason' in answer) return [`// ${answer.reason}`]
  if (answer.kind === 'unanswered') return [`await page.clock.runFor(${REQUEST_TIMEOUT_MS})`]
  if (answer.kind === 'refused') return [`await (await ${variable(name)}()).abort('internetdisconnected')`]
  const { status, type, body } = answer
  const content = type === 'application/json' ? `json: ${body}` : `contentType: ${quote(type)}, body: ${quote(body)}`
  return [`await (await ${variable(name)}()).fulfill({ status: ${status}, ${content} })`]
}

function seenLines(value: unknown, { shows = {} }: AnyMachineActs): readonly string[] {
  if (value === undefined) return []
  const seen = statePaths(value as StateValue).flatMap((path) => shows[path] ?? [])
  if (seen.length === 0) return [`// the state is ${JSON.stringify(value)}`]
  return seen.map((thing) => `await expect(${locatorText(thing)}.first()).toBeVisible()`)
}

function variable(actor: string): string {
  return `${actor.replaceAll(/\W+/g, '_')}Call`
}
