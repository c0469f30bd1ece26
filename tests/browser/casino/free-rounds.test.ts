import { expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const ROUNDS = 3

const { site, browser } = await sharedSite()

test('free rounds of a bonus are taken, shown with what is left, played in their game, and become a bonus or end', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
    ...{ viewport: PHONE, reducedMotion: 'reduce' },
  })
  await registerByOneClick(page)
  const open = async (path: string) => {
    await page.goto(`${site.origin('aurora')}/en${path}`)
    await hydrated(page)
  }
  await open('/promotions/daily-rounds')
  await page.getByRole('button', { name: 'Take this bonus' }).click()
  await page.getByText('3 rounds left').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await open('/office/promotion')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Explain this bonus: Free rounds of the day' }).click()
  await page.getByRole('button', { name: 'Give up this bonus' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('You lose the 3 free rounds that are left.').waitFor()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('link', { name: 'Play Harbour Lights' }).click()
  await page.getByRole('button', { name: 'Play for money' }).click()
  await page.getByText('3 free rounds of').waitFor()
  for (let left = ROUNDS - 1; left >= 0; left -= 1) {
    await page.getByRole('button', { name: 'Play a free round' }).click()
    const said = left === 0 ? 'Your free rounds are played.' : left === 1 ? '1 free round of' : `${left} free rounds of`
    await page.getByText(said, { exact: false }).waitFor()
    if (left > 0)
      await expect.poll(() => page.getByRole('button', { name: 'Play a free round' }).isEnabled()).toBe(true)
  }
  expect(await axeViolations(page)).toEqual([])
  await open('/office/promotion')
  const card = page.getByRole('article', { name: 'Free rounds of the day' })
  await expect.poll(() => card.getByText(/In play|Used up|Used/).count()).toBeGreaterThan(0)
  // A round that comes too early waits on the page.
  expect(faults().filter((fault) => !fault.includes('429'))).toEqual([])
  await close()
})
