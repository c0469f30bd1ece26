import { expect, test } from 'vitest'
import type { RouteId } from '#schemas'
import { accountSectionOf, offersAccountSwitch } from './account-section.rules.ts'

test('every part of the site has its section', () => {
  const routes: RouteId[] = [
    'game',
    'casino',
    'toto_draw',
    'keno',
    'promotions',
    'office_recharge',
    'home',
    'office_account',
  ]
  expect(routes.map(accountSectionOf)).toEqual([
    'betting',
    'casino',
    'toto',
    'lottery',
    'promo',
    'payments',
    null,
    null,
  ])
})

test('CFG-12: no switch between currency accounts is offered in the sections that the brand names', () => {
  const offered = (nonMultiAccountSections: ('toto' | 'casino')[], ...routes: (RouteId | undefined)[]) =>
    routes.map((routeId) => offersAccountSwitch({ nonMultiAccountSections }, routeId))
  expect(offered([], 'toto', 'casino', 'game')).toEqual([true, true, true])
  expect(offered(['toto', 'casino'], 'toto', 'toto_draw', 'slots', 'game', 'home', undefined)).toEqual([
    ...[false, false, false],
    ...[true, true, true],
  ])
})
