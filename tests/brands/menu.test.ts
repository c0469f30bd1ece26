import { expect, test } from 'vitest'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import type { RouteId } from '#schemas'
import { baseSection } from '#server/site/base-section.ts'

const { menu } = baseSection('header')

function expectInMenu(routes: readonly RouteId[]): void {
  expect(Object.values(menu).map(({ routeId }) => routeId)).toEqual(expect.arrayContaining([...routes]))
  expect(routes.filter((id) => BUILT_ROUTES[id] !== true)).toEqual([])
}

test('CAS-2: casino, live casino, slots, poker, bingo and third-party games have pages, which the menu leads to', () => {
  expectInMenu(['casino', 'live_casino', 'slots', 'poker', 'bingo', 'third_party_games'])
})

test('LOT-2: toto, lotto, lotteries and bingo have pages, which the menu leads to', () => {
  expectInMenu(['toto', 'lotto', 'lotteries', 'bingo'])
})
