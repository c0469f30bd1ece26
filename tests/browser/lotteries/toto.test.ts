import { expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }

const { site, browser } = await sharedSite()

test('LOT-7: a draw of toto is found on a phone, marked by chance and by hand, priced, and refused without money', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
    ...{ viewport: PHONE, reducedMotion: 'reduce' },
  })
  await registerByOneClick(page)
  await page.goto(`${site.origin('aurora')}/en/toto`)
  await hydrated(page)
  expect(await axeViolations(page)).toEqual([])
  await page.locator('main ul a[href*="/toto/draw/"]').first().click()
  await page.getByRole('button', { name: 'Random' }).click()
  const marks = page.locator('main ol button[aria-pressed="true"]')
  const events = await page.locator('main ol > li').count()
  await expect.poll(() => marks.count()).toBe(events)
  // Another mark of the first game doubles the lines.
  await page.locator('main ol > li').first().locator('button[aria-pressed="false"]').first().click()
  await expect.poll(() => marks.count()).toBe(events + 1)
  await page
    .getByText(/2 lines/)
    .first()
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /Buy the ticket/ }).click()
  await page.getByRole('alert').first().waitFor()
  expect(faults().filter((fault) => !/4\d\d/.test(fault))).toEqual([])
  await close()
})
