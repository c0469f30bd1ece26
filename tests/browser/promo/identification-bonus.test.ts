import { expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'config/boolean.json', { isIdentificationBonusShown: true })
    brands.patch('aurora', 'config/promo.json', {
      identificationBonusId: 'identified',
      campaigns: {
        identified: {
          ...{ order: 60, type: 'casino', titleKey: 'promo.on_identification', textKey: 'promo.identification_text' },
          trigger: { on: 'identification', depositNumber: 0, minimumDepositMinor: 0, code: '' },
          reward: { fixedMinor: 500, percentE4: 0, maximumMinor: 500 },
          wagering: {
            ...{ timesE2: 500, base: 'bonus', counts: 'whole_bet', gamesPpm: {}, minimumOddsE3: 1000, capTimesE2: 0 },
            ...{
              maximumStakeMinor: 0,
              fundOrder: 'real_first',
              endsByWithdrawal: true,
              productsPpm: { slots: 1_000_000 },
            },
          },
          ...{ lifeMs: 604_800_000, countries: [], budgetMinor: 1_000_000, isOffered: true },
        },
      },
    })
  },
})

test('PROMO-9, PROMO-14: the dialog of the identification bonus is shown once a visit and by its name, and leads to the bonus page of its id', async () => {
  const { page, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
    viewport: PHONE,
  })
  await registerByOneClick(page)
  const open = async (path: string) => {
    await page.goto(`${site.origin('aurora')}/en${path}`)
    await hydrated(page)
  }
  await open('/casino')
  const dialog = page.getByRole('dialog', { name: 'Get a bonus for verifying who you are' })
  await dialog.waitFor()
  expect(await axeViolations(page)).toEqual([])
  if (process.env.LOOK) await page.screenshot({ path: '/tmp/id-1.png' })
  await dialog.getByRole('link', { name: 'See the bonus' }).click()
  await page.waitForURL(/\/en\/bonus\/identified$/)
  await page.getByRole('heading', { level: 1, name: 'Your identity, verified' }).waitFor()
  await page.getByRole('button', { name: 'Take this bonus' }).click()
  await page.getByText('Verify your identity first, then take this bonus.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  if (process.env.LOOK) await page.screenshot({ path: '/tmp/id-2.png', fullPage: true })
  await page.getByRole('link', { name: 'Verify who you are' }).waitFor()
  await open('/casino')
  await page.getByRole('searchbox').waitFor()
  expect(await dialog.count()).toBe(0)
  await open('/casino?modal=IDENTIFICATION_BONUS')
  await dialog.waitFor()
  await close()
})
