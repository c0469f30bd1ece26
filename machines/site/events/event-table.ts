import type { EventDefinition } from '#schemas'
import { COUNTED_PRESSES } from './counted-presses.ts'
import { COUNTED_FACTS } from './event-facts.ts'
import type { EventNote } from './event-notes.ts'
import { COUNTED_CALLS, COUNTED_STEPS } from './event-triggers.ts'
import { ACCOUNT_EVENTS } from './names/account-events.ts'
import { BETTING_EVENTS } from './names/betting-events.ts'
import { ENTRY_EVENTS } from './names/entry-events.ts'
import { GAMES_EVENTS } from './names/games-events.ts'
import { MONEY_EVENTS } from './names/money-events.ts'
import { SITE_EVENTS } from './names/site-events.ts'

type When = EventDefinition['when']

const NOTES = [SITE_EVENTS, ENTRY_EVENTS, ACCOUNT_EVENTS, MONEY_EVENTS, BETTING_EVENTS, GAMES_EVENTS]

/** What makes each event happen. */
const WHEN: ReadonlyMap<number, When> = new Map<number, When>([
  ...visitTriggers(),
  ...callTriggers(),
  ...Object.entries(COUNTED_STEPS).flatMap(([machine, steps]) =>
    Object.entries(steps).map(([step, number]): [number, When] => [number, { kind: 'step', machine, step }]),
  ),
  ...Object.entries(COUNTED_PRESSES).map(([mark, number]): [number, When] => [number, { kind: 'press', mark }]),
  ...Object.values(COUNTED_FACTS).map((number): [number, When] => [number, { kind: 'fact' }]),
])

/** Every kind of event that is counted, by its number. Those that the specification numbers have its numbers (ANA-22, ANA-23); an event that
 *  nothing emits is not in it, and fails a test. */
export const EVENT_TABLE: readonly EventDefinition[] = NOTES.flatMap((notes) =>
  Object.entries(notes).flatMap(([owner, events]) =>
    events.flatMap((note) => defined(owner as EventDefinition['owner'], note)),
  ),
).sort((one, other) => one.number - other.number)

function defined(owner: EventDefinition['owner'], [number, name, purpose, metrics]: EventNote): EventDefinition[] {
  const when = WHEN.get(number)
  if (!when) return []
  const isRefusal = when.kind === 'call' && !when.isOk
  const ofKind = isRefusal ? { s1: 'Code of the refusal.' } : {}
  return [{ number, name, owner, purpose, consent: 'marketing', metrics: metrics ?? ofKind, when }]
}

function visitTriggers(): [number, When][] {
  return [
    [1, { kind: 'visit', change: 'visit.started' }],
    [2, { kind: 'visit', change: 'visit.ended' }],
    [3, { kind: 'visit', change: 'visitor.new' }],
    [10, { kind: 'page' }],
    [20, { kind: 'vital' }],
    [21, { kind: 'vital' }],
    [30, { kind: 'page' }],
  ]
}

function callTriggers(): [number, When][] {
  const calls = Map.groupBy(Object.entries(COUNTED_CALLS), ([, number]) => number)
  return [...calls].flatMap(([number, entries]) => {
    const ids = entries.map(([id]) => id)
    return [true, false].map((isOk): [number, When] => [number + Number(!isOk), { kind: 'call', calls: ids, isOk }])
  })
}

const BY_NUMBER = new Map(EVENT_TABLE.map((definition) => [definition.number, definition]))

/** The event of a number; undefined where nothing has it. */
export function eventOf(number: number): EventDefinition | undefined {
  return BY_NUMBER.get(number)
}
