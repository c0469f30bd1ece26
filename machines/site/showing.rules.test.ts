import { expect, test } from 'vitest'
import { isShownTo } from './showing.rules.ts'

const NOON = Date.parse('2026-12-01T12:00:00Z')
const guest = { isPlayer: false, country: 'kz', nowMs: NOON }

test('what says nothing is shown to everybody', () => {
  expect([isShownTo({}, guest), isShownTo({ visibleFor: 'all' }, { ...guest, isPlayer: true })]).toEqual([true, true])
})

test('guests and players see what is meant for them', () => {
  const seen = (isPlayer: boolean) =>
    (['guests', 'players'] as const).map((visibleFor) => isShownTo({ visibleFor }, { ...guest, isPlayer }))
  expect([seen(false), seen(true)]).toEqual([
    [true, false],
    [false, true],
  ])
})

test('an entry is shown in its countries alone', () => {
  const seen = (countries: string[]) => isShownTo({ countries }, guest)
  expect([seen(['kz', 'uz']), seen(['cy']), seen([])]).toEqual([true, false, false])
})

test('an entry is shown from its first instant on, and no longer at its last one', () => {
  const at = (nowMs: number) =>
    isShownTo({ startsAt: '2026-12-01T12:00:00Z', endsAt: '2026-12-01T14:00:00+01:00' }, { ...guest, nowMs })
  const hour = 3_600_000
  expect([at(NOON - 1), at(NOON), at(NOON + hour - 1), at(NOON + hour)]).toEqual([false, true, true, false])
})
