import type { StateValue } from 'xstate'
import type { MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { readPointer } from './json-pointer.ts'
import { statePaths } from './machine-nodes.ts'
import { fillSecrets } from './secret-values.ts'

/** A test in the words of Playwright, or what the machine's map of acts lacks for it. */
export type PlaywrightText = { readonly text: string } | { readonly missing: readonly string[] }

/**
 * A scenario as a runnable test of Playwright: each event is what a person does on the page, each end of an actor is the answer
 * of its call, which waits until then, and time is Playwright's clock. States are looked for where the map says what is seen in them.
 */
export function playwrightText(contract: AnyMachineContract, scenario: Scenario): PlaywrightText {
  const { acts } = contract
  const missing = missingActs(acts, scenario)
  if (!acts || missing.length > 0) return { missing }
  const steps = scenario.steps.map((step) => fillSecrets(step, scenario.seed ?? 0) as ScenarioStep)
  const actors = [...new Set(steps.flatMap(actorOf))]
  const lines = [
    `await page.clock.install({ time: ${scenario.startAt === undefined ? 0 : quote(scenario.startAt)} })`,
    ...actors.map((actor) => {
      const { method, path } = acts.calls[actor] ?? { method: '', path: '' }
      return `const ${variable(actor)} = await heldCall(page, ${quote(method)}, ${quote(path)})`
    }),
    `await page.goto(${quote(acts.path)})`,
    ...steps.flatMap((step, index) => stepLines(step, steps[index - 1]?.at ?? 0, acts)),
  ]
  const title = [...scenario.req, scenario.title ?? scenario.machine].join(' ')
  return {
    text: [
      ...head(actors.length > 0),
      `test(${quote(title)}, async ({ page }) => {`,
      ...lines.map((line) => `  ${line}`),
      '})',
      '',
    ].join('\n'),
  }
}

function missingActs(acts: MachineActs | undefined, { machine, steps }: Scenario): readonly string[] {
  const events = [...new Set(steps.flatMap(({ do: deed, event }) => (deed === 'send' && event ? [event.type] : [])))]
  const actors = [...new Set(steps.flatMap(actorOf))]
  const told = steps.flatMap(({ do: deed }, index) =>
    deed === 'emit' ? [`step ${index + 1}: no call of a page tells what an actor emits`] : [],
  )
  return [
    ...(acts ? [] : [`the contract of ${machine} has no acts, which say how it is driven through its page`]),
    ...events.filter((type) => !acts?.events[type]).map((type) => `acts.events: what a person does for ${type}`),
    ...actors.filter((actor) => !acts?.calls[actor]).map((actor) => `acts.calls: the call that ${actor} makes`),
    ...told,
  ]
}

function actorOf({ do: deed, actor }: ScenarioStep): readonly string[] {
  if (deed !== 'ok' && deed !== 'err') return []
  return [/^root\/(.+)#/.exec(actor ?? '')?.[1] ?? '']
}

function head(hasCalls: boolean): readonly string[] {
  if (!hasCalls) return ["import { expect, test } from '@playwright/test'", '']
  return [
    "import { expect, type Page, type Route, test } from '@playwright/test'",
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

function stepLines(step: ScenarioStep, before: number, acts: MachineActs): readonly string[] {
  const { at, do: deed, event, note, expect: expected } = step
  const [actor] = actorOf(step)
  return [
    ...(note === undefined ? [] : [`// ${note.replaceAll(/\s+/g, ' ')}`]),
    ...(at > before ? [`await page.clock.runFor(${at - before})`] : []),
    ...(deed === 'send' && event ? (acts.events[event.type] ?? []).map((act) => actLine(act, event)) : []),
    ...(actor === undefined ? [] : [`await (await ${variable(actor)}()).${answer(deed, step.value)}`]),
    ...seenLines(expected?.value, acts),
  ]
}

function actLine(act: PageAct, event: object): string {
  const thing = locator(act)
  const value = act.value?.startsWith('/') ? readPointer(event, act.value) : act.value
  switch (act.do) {
    case 'click':
      return `await ${thing}.click()`
    case 'hover':
      return `await ${thing}.hover()`
    case 'fill':
      return `await ${thing}.fill(${quote(String(value ?? ''))})`
    case 'press':
      return `await ${thing}.press(${quote(String(value ?? 'Enter'))})`
  }
}

/** The answer of a call: its output, or its error as the calls of the house tell one. */
function answer(deed: string, value: unknown): string {
  if (deed === 'ok') return `fulfill({ json: ${JSON.stringify(value ?? null)} })`
  const isOffline = readPointer(value, '/code') === 'request.offline'
  return isOffline
    ? "abort('internetdisconnected')"
    : `fulfill({ status: 400, json: ${JSON.stringify(value ?? null)} })`
}

function seenLines(value: unknown, { shows = {} }: MachineActs): readonly string[] {
  if (value === undefined) return []
  const seen = statePaths(value as StateValue).flatMap((path) => shows[path] ?? [])
  if (seen.length === 0) return [`// the state is ${JSON.stringify(value)}`]
  return seen.map((thing) => `await expect(${locator(thing)}).toBeVisible()`)
}

function locator({ role, name }: PageThing): string {
  return `page.getByRole(${quote(role)}, { name: ${quote(name)} })`
}

function variable(actor: string): string {
  return `${actor.replaceAll(/\W+/g, '_')}Call`
}

function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}
