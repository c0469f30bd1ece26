import { expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const { site, browser } = await ownSite({
  edit: ({ patch }) => patch('nour', 'config/global.json', { nonMultiAccountSections: ['promo', 'toto'] }),
})

test('CFG-12: a player of several accounts changes the one in use in the head, but not in the sections that the brand names', async () => {
  const at = (path: string) => `${site.origin('nour')}/en${path}`
  const { page, faults } = await visit(browser, at('/registration/fast_reg'), {
    viewport: { width: 1280, height: 850 },
  })
  await registerByOneClick(page)
  const change = page.getByRole('button', { name: 'Choose the account' })
  const balance = page.locator('header a[href$="/office/account"] bdi')
  const open = async (path: string) => {
    await page.goto(at(path))
    await hydrated(page)
  }
  await open('/office/settings/wallets')
  await page.getByLabel('Currency').selectOption({ label: 'Euro' })
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByRole('main').locator('li', { hasText: 'Euro' }).waitFor()

  await open('/information/about')
  await change.click()
  expect(await axeViolations(page)).toEqual([])
  expect(await balance.textContent()).not.toContain('€')
  await page.getByRole('button', { name: /^Euro/ }).click()
  await expect.poll(() => balance.textContent()).toContain('€')

  await open('/promotions')
  await page.waitForTimeout(3000)
  expect(await change.count()).toBe(0)
  await open('/information/about')
  await change.waitFor()
  expect(faults()).toEqual([])
})
