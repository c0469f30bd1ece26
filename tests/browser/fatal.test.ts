import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { sharedSite } from './test-site.ts'
import { rawAnswer } from './visitor.ts'
import { hydrated, watchedPage } from './watched-page.ts'

const BLOCK = /<script type="application\/json" id="livery-page"[^>]*>([\s\S]*?)<\/script>/
const FATAL = /site_config\.absent|configuration/

const { site, browser } = await sharedSite()

/** Serves home with its configuration block changed on the way. */
async function openChanged(page: Page, change: (block: string, json: string) => string): Promise<string> {
  const { body, headers } = await rawAnswer(site, 'aurora', '/en')
  expect(body).toMatch(BLOCK)
  const html = body.replace(BLOCK, (block, json: string) => change(block, json))
  await page.route(`${site.origin('aurora')}/en`, (route) =>
    route.fulfill({
      body: html,
      headers: {
        'content-type': headers['content-type'] ?? '',
        'content-security-policy': headers['content-security-policy'] ?? '',
      },
    }),
  )
  await page.goto(`${site.origin('aurora')}/en`)
  return html
}

const ABSENT: readonly [string, (block: string, json: string) => string][] = [
  ['no block at all', () => ''],
  ['an empty block', (block, json) => block.replace(json, '')],
  ['a block without a site', (block, json) => block.replace(json, '{"state":{},"hydration":{},"styles":[]}')],
  [
    'a site without its configuration',
    (block, json) => block.replace(json, '{"site":{"brandId":"aurora"},"state":{}}'),
  ],
]

test.each(ABSENT)(
  'CFG-3: with %s the page stops with the error that says so, and no screen comes alive',
  async (_case, change) => {
    const { page, faults, close } = await watchedPage(browser)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(`${error.name}: ${error.message}`))
    await openChanged(page, change)
    await expect.poll(() => errors.length).toBe(1)
    expect(errors[0]).toMatch(/configuration is absent/i)
    await page.waitForTimeout(800)
    expect(await page.locator('html').getAttribute('data-ready')).toBeNull()
    expect(await page.getByRole('button', { name: 'Only necessary' }).count()).toBe(0)
    expect(faults([FATAL])).toEqual([])
    await close()
  },
)

test('CFG-3: the same page with its block comes alive', async () => {
  const { page, faults, close } = await watchedPage(browser)
  await openChanged(page, (block) => block)
  await hydrated(page)
  expect(faults()).toEqual([])
  await close()
})
