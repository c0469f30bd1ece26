import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const { site, browser } = await ownSite({ env: STUDIO_ENV })

let page: Page
let faults: (expected?: readonly RegExp[]) => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  page = watched.page
  faults = watched.faults
  await claimedOwner(site)
  await signInOwner(page, studioOrigin(site))
})

const desk = async (campaign: string) => {
  await page.goto(`${studioOrigin(site)}/brands/aurora/desk?list=bonuses&text=${campaign}`)
}
const give = async (name: string, reason: string) => {
  const box = page.getByRole('dialog')
  await box.getByLabel('Why?').fill(reason)
  await box.getByRole('button', { name }).click()
}

test('codes are made in bulk, saved as a table and revoked', async () => {
  await desk('gift-code')
  await page.getByLabel('How many codes').fill('25')
  await page.getByRole('button', { name: 'Make codes' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), give('Make codes', 'Autumn fair.')])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(26)
  expect(lines[1]).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4},,$/)
  await page.getByText('0 of 25 used').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke' }).click()
  await give('Revoke', 'The list was lost.')
  await page.getByText(/^Revoked /).waitFor()
  expect(faults()).toEqual([])
})

test('a bonus that is given at the desk is counted there, and is in the office of its player', async () => {
  const visitor = await visit(browser, `${site.origin('aurora')}/en/registration`)
  await visitor.page.getByRole('tab', { name: 'In one click' }).click()
  const { number } = await registerByOneClick(visitor.page)
  const campaign = 'shop-casino-5'
  await desk(campaign)
  await page.getByLabel('Account numbers').fill(number)
  await page.getByRole('button', { name: 'Give the bonus' }).click()
  await give('Give the bonus', 'The stream failed.')
  await page.getByText('The bonus is given.').waitFor()
  await page.getByText('1 (5.00 EUR)', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /^Grants/ }).click()
  await page.getByText('1 player, 5.00 EUR in all').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await visitor.page.goto(`${site.origin('aurora')}/en/office/promotion`)
  await visitor.page
    .getByText(/Casino bonus/)
    .first()
    .waitFor()
  await visitor.close()
  expect(faults()).toEqual([])
})

test('PROMO-15: the editor says what a campaign of the draft would have cost, and nothing of it elsewhere', async () => {
  const at = '/campaigns/day-streak'
  await page.goto(`${studioOrigin(site)}/brands/aurora?document=config/promo.json&at=${encodeURIComponent(at)}`)
  const ask = page.getByRole('button', { name: 'What would it cost?' })
  await ask.click()
  await page.getByText('Had it run in the last 30 days', { exact: false }).waitFor()
  await page.getByText('Would have lasted').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page
    .getByRole('link', { name: 'Campaigns' })
    .or(page.getByRole('button', { name: 'Campaigns' }))
    .first()
    .click()
  await ask.waitFor({ state: 'detached' })
  await page.getByText('day-streak').first().waitFor()
  // axe asks the frame of the preview for its own findings.
  expect(faults([/request\.cancelled/, /^console: Failed to execute 'postMessage'/])).toEqual([])
})
