import { expect, test } from 'vitest'
import { PAYTABLES_WITHOUT_FREE_ROUNDS } from '#machines/site/tables/paytable-returns.ts'
import { hasFreeRounds } from './free-games.rules.ts'
import { PAYTABLES } from './paytables.ts'

test('the check of brands knows every paytable that cannot be played in free rounds', () => {
  const without = Object.entries(PAYTABLES).flatMap(([id, settings]) => (hasFreeRounds(settings) ? [] : [id]))
  expect([...PAYTABLES_WITHOUT_FREE_ROUNDS].sort()).toEqual(without.sort())
})
