import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const BRAND = 'aurora'

const { site, browser } = await sharedSite()
const at = (path: string, language = 'en') => `${site.origin(BRAND)}/${language}${path}`

/** Takes part, and reads the code. */
async function join(page: Page): Promise<string> {
  await page.goto(at('/office/bring-friend'))
  await hydrated(page)
  await page.getByRole('button', { name: 'Take part' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('Agree to the rules first.')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Take part' }).click()
  const code = page.getByText('Your code', { exact: true }).locator('xpath=following-sibling::*')
  await code.waitFor()
  return (await code.textContent()) ?? ''
}

describe('bring a friend', () => {
  test('OFF-4, REF-5: a player takes part, a friend comes by the link, and is on the list, masked', async () => {
    const { page, close } = await visit(browser, at('/registration/fast_reg'), { viewport: WIDE })
    await registerByOneClick(page)
    const code = await join(page)
    expect(await axeViolations(page)).toEqual([])
    const friend = await visit(browser, at(`?ref=${code}`), { viewport: PHONE })
    await hydrated(friend.page)
    await expect.poll(() => friend.page.evaluate(() => JSON.stringify(sessionStorage))).toContain('friendTag')
    expect(await friend.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('friendTag')
    await friend.page.goto(at('/registration/fast_reg'))
    await hydrated(friend.page)
    expect(await friend.page.getByRole('textbox', { name: 'Friend’s code' }).inputValue()).toBe(code)
    await registerByOneClick(friend.page)
    await friend.close()
    await page.goto(at('/office/bring-friend/main'))
    await hydrated(page)
    await page.getByText('Not there yet').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: /^Remove friend/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Removed', { exact: true }).waitFor()
    await close()
  })

  test('REF-4: the rules are written in the numbers of the brand, and banners carry the link', async () => {
    const { page, close } = await visit(browser, at('/registration/fast_reg'), { viewport: PHONE })
    await registerByOneClick(page)
    const code = await join(page)
    await page.goto(at('/office/bring-friend/rules'))
    await page.getByText('You earn 20% of what the site makes').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goto(at('/office/bring-friend/banners'))
    await page.getByText(`ref=${code}&#38;banner=wide`).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await close()
  })
})

test('REF-9: the page for partners shows the terms, and statistics by a key alone', async () => {
  const { page, close } = await visit(browser, at('/our-partners'), { viewport: WIDE })
  await hydrated(page)
  await page.getByText('You earn 30% of what the site makes').waitFor()
  await page.getByLabel('Partner key').fill('short')
  await page.getByRole('button', { name: 'Show' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('This key is not known.')
  expect(await axeViolations(page)).toEqual([])
  await close()
})
