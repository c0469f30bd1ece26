import { describe, expect, test } from 'vitest'
import { type StatusSections, statusParts, worstState } from './status.rules.ts'
import type { StatusFacts } from './status-facts.ts'

const FACTS: StatusFacts = {
  ...{ producers: [true, true], lateBets: 0, lateMessages: 0, stopped: new Set() },
  payments: { deposit: { all: 0, silent: 0 }, withdrawal: { all: 0, silent: 0 } },
}
const SECTIONS = {
  application: { routes: {} },
  casino: { providers: { north: {} } },
  payments: { methods: { card: { directions: ['deposit', 'withdrawal'] } } },
} as unknown as StatusSections

const stateOf = (facts: Partial<StatusFacts>) =>
  Object.fromEntries(statusParts(SECTIONS, { ...FACTS, ...facts }).map(({ id, state }) => [id, state]))

describe('the parts of a site', () => {
  test('work while nothing says otherwise, and none of them without data', () => {
    expect(new Set(Object.values(stateOf({})))).toEqual(new Set(['works']))
    expect(new Set(statusParts(SECTIONS, null).map(({ state }) => state))).toEqual(new Set(['down']))
    expect(worstState(statusParts(SECTIONS, null))).toBe('down')
    expect(worstState(statusParts(SECTIONS, FACTS))).toBe('works')
  })

  test('are those that the brand has', () => {
    const bare = {
      ...SECTIONS,
      application: { routes: { main_section: { isAvailable: false }, casino: { isAvailable: false } } },
      payments: { methods: {} },
    } as unknown as StatusSections
    expect(statusParts(bare, FACTS).map(({ id }) => id)).toEqual(['accounts', 'messages'])
  })

  test('are limited when some producers are silent, and prices are down when all are', () => {
    expect(stateOf({ producers: [true, false] })).toMatchObject({ prices: 'limited', bets: 'limited' })
    expect(stateOf({ producers: [false] })).toMatchObject({ prices: 'down', bets: 'limited' })
    expect(stateOf({ producers: [] })).toMatchObject({ prices: 'works', bets: 'works' })
  })

  test('are limited by bets and messages that wait for too long', () => {
    expect(stateOf({ lateBets: 1 })).toMatchObject({ bets: 'limited', prices: 'works' })
    expect(stateOf({ lateMessages: 1 })).toMatchObject({ messages: 'limited', bets: 'works' })
  })

  test('are limited by a provider of payments that says nothing about half of them', () => {
    const payments = (all: number, silent: number) => ({ ...FACTS.payments, deposit: { all, silent } })
    expect(stateOf({ payments: payments(6, 3) })).toMatchObject({ deposits: 'limited', withdrawals: 'works' })
    expect(stateOf({ payments: payments(7, 3) })).toMatchObject({ deposits: 'works' })
    expect(stateOf({ payments: payments(2, 2) })).toMatchObject({ deposits: 'works' })
  })

  test('are limited by a stopped provider of games, and down when all of them are', () => {
    expect(stateOf({ stopped: new Set(['north']) })).toMatchObject({ casino: 'limited' })
    expect(stateOf({ stopped: new Set(['north', 'livery']) })).toMatchObject({ casino: 'down' })
  })
})
