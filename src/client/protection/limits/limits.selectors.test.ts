import { expect, test } from 'vitest'
import type { PlayerLimit } from '#schemas'
import { currencyOf, helpersIn, isRaiseReady } from './limits.selectors.ts'

const organisation = (order: number, countries: string[]) => ({
  order,
  name: `N${order}`,
  url: 'https://x.example',
  countries,
})

test('help is that of the country first, then what is there for everybody', () => {
  const all = { world: organisation(5, []), gb: organisation(20, ['gb']), se: organisation(10, ['se']) }
  expect(helpersIn(all, 'gb').map(({ id }) => id)).toEqual(['gb', 'world'])
  expect(helpersIn(all, 'xx').map(({ id }) => id)).toEqual(['world'])
})

const kept: PlayerLimit & { raise: NonNullable<PlayerLimit['raise']> } = {
  ...{ kind: 'loss', period: 'week', amount: 5, currency: 'USD', used: 0, left: 5, renewsAt: null },
  raise: { amount: 9, startsAt: '2026-03-02T00:00:00.000Z', lapsesAt: '2026-03-09T00:00:00.000Z' },
}

test('a limit is typed in its own currency, a new one in that of the active account, and time in minutes', () => {
  const currency = { currency: 'EUR' }
  expect(currencyOf([kept], currency, { kind: 'loss', period: 'week' })).toBe('USD')
  expect(currencyOf([kept], currency, { kind: 'loss', period: 'day' })).toBe('EUR')
  expect(currencyOf([kept], currency, { kind: 'session', period: 'day' })).toBeNull()
})

test('RG-10: a raise is ready when its wait is over', () => {
  const startsMs = Date.parse(kept.raise.startsAt)
  expect(isRaiseReady(kept, startsMs - 1)).toBe(false)
  expect(isRaiseReady(kept, startsMs)).toBe(true)
  expect(isRaiseReady({ ...kept, raise: null }, startsMs)).toBe(false)
})
