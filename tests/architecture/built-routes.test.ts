import { expect, test } from 'vitest'
import { SCREENS } from '#client/app/screens/screens.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'

test('OPS-21: the check of a brand knows exactly the screens that the page has', () => {
  const screens = Object.keys(SCREENS)
  const built = Object.keys(BUILT_ROUTES)
  expect(
    built.filter((id) => !screens.includes(id)),
    'these routes of machines/site/routes/built-routes.ts have no screen: take them out',
  ).toEqual([])
  expect(
    screens.filter((id) => !built.includes(id)),
    'these screens are missing in machines/site/routes/built-routes.ts: add them',
  ).toEqual([])
})
