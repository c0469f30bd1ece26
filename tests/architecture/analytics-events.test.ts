import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { EVENT_TABLE } from '#machines/site/events/event-table.ts'
import { isEventDefinition } from '#schemas/generated/validators/analytics.js'

const ROOT = new URL('../../', import.meta.url).pathname
const texts = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))
const isIn = (code: string, pattern: string) => new RegExp(pattern).test(code)

const calls = texts('src/calls/**/*.calls.ts').join('\n')
// Calls that a machine's actors make are in their own files.
const page = [...texts('src/client/**/*.{ts,tsx}'), ...texts('src/calls/{actors/*,bet-codec}.ts')].join('\n')
const drawn = [...texts('src/client/**/*.tsx'), ...texts('renderers/**/*.tsx')]
const machines = new Map(Object.values(scenarioMachines).map(({ machine }) => [machine.id, machine]))

/** Machines that pages start where their steps are traced. */
const started = new Set(
  globSync('machines/**/*.machine.ts', { cwd: ROOT }).flatMap((file) => {
    const code = readFileSync(`${ROOT}${file}`, 'utf8')
    const name = /export const (\w+Machine) = /.exec(code)?.[1] ?? 'none'
    const isStarted = drawn
      .concat(texts('src/client/**/*.ts'))
      .some((text) => isIn(text, `\\b${name}\\b`) && isIn(text, '(useMachine|useActorRef|makeActor)\\(|\\.provide\\('))
    return isStarted ? [/\bid: '([^']+)'/.exec(code)?.[1]] : []
  }),
)

function hasState(machine: object, path: string): boolean {
  let at = machine as { readonly states?: Readonly<Record<string, object>> }
  for (const key of path.split('.')) {
    const next = at.states?.[key]
    if (!next) return false
    at = next
  }
  return true
}

function isEmitted({ number, when }: (typeof EVENT_TABLE)[number]): boolean {
  switch (when.kind) {
    case 'call':
      return when.calls.every((call) => calls.includes(`id: '${call}'`) && isIn(page, `\\b${call}\\b`))
    case 'fact':
      return texts('machines/site/events/event-facts.ts').join().includes(`: ${number},`) && isIn(page, factOf(number))
    case 'press':
      return drawn.some((text) => text.includes(`press('${when.mark}'`))
    case 'step': {
      const machine = machines.get(when.machine)
      if (!machine || !started.has(when.machine)) return false
      return when.step.startsWith('=')
        ? hasState(machine, when.step.slice(1))
        : machine.events.includes(when.step as never)
    }
    default:
      return true
  }
}

function factOf(number: number): string {
  const [, name = 'none'] =
    new RegExp(`(\\w+): ${number},`).exec(texts('machines/site/events/event-facts.ts').join()) ?? []
  return `FACTS\\.${name}\\b`
}

test('ANA-31: every event has a number, a name, an owner, a purpose and metrics in one table, and something on the page emits it', () => {
  expect(EVENT_TABLE.filter((event) => !isEventDefinition(event))).toEqual([])
  expect(EVENT_TABLE.filter((event) => !isEmitted(event))).toEqual([])
  expect(EVENT_TABLE.length).toBeGreaterThan(300)
})

test('every note of an event has something that makes it happen, and everything that is counted has a note', () => {
  const noted = texts('machines/site/events/names/*.ts').flatMap((code) =>
    [...code.matchAll(/^ {4}\[\s*(\d+),|^ {6}(\d+),$/gm)].map(([, inline, own]) => Number(inline ?? own)),
  )
  expect(noted.sort((one, other) => one - other)).toEqual(EVENT_TABLE.map(({ number }) => number))
  const triggers = texts('machines/site/events/{event-triggers,counted-presses}.ts').join('\n')
  const counted = [...triggers.matchAll(/: (\d{4,5})\b/g)].map(([, number]) => Number(number))
  const known = new Set(EVENT_TABLE.map(({ number }) => number))
  expect(counted.filter((number) => !known.has(number))).toEqual([])
  expect(new Set(EVENT_TABLE.map(({ name }) => name)).size).toBe(EVENT_TABLE.length)
})

test('ANA-23: registration, sign-in, menus, bets, coupon, account, bonuses and lost passwords have named events', () => {
  const names = Map.groupBy(EVENT_TABLE, ({ owner }) => owner)
  for (const owner of ['registration', 'login', 'menu', 'bets', 'coupon', 'account', 'bonus', 'lost_password'] as const)
    expect([owner, (names.get(owner)?.length ?? 0) > 5]).toEqual([owner, true])
})

test('a mark of a press is the name of its event', () => {
  const others = EVENT_TABLE.filter(({ name, when }) => when.kind === 'press' && when.mark !== name)
  expect(others).toEqual([])
})
