import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { visit } from '../visitor.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const { site, browser } = await ownSite({ env: STUDIO_ENV })

let page: Page
let faults: () => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  page = watched.page
  faults = watched.faults
  await claimedOwner(site)
  await signInOwner(page, studioOrigin(site))
})

/** Visitors who come, register and deposit, as far as each does: sent by a page of the brand. */
async function visitors(from: Page, count: number, events: readonly number[]): Promise<void> {
  const statuses = await from.evaluate(
    ([times, numbers]) =>
      Promise.all(
        Array.from({ length: times }, async () => {
          const body = {
            ...{ w: 0, sw: 1440, sh: 900, u: { visitor: crypto.randomUUID(), visit: crypto.randomUUID() } },
            ev: numbers.map((e, place) => ({ ts: Date.now() - 1000 + place, e })),
          }
          const headers = { 'content-type': 'application/json' }
          return (await fetch('/analytics-api/event.json', { method: 'POST', headers, body: JSON.stringify(body) }))
            .status
        }),
      ),
    [count, events] as const,
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
}

test('what visitors have done and how far they come is read in the studio, and another funnel is asked for', async () => {
  const visitor = await visit(browser, `${site.origin('aurora')}/en`)
  await visitors(visitor.page, 4, [1])
  await visitors(visitor.page, 3, [1, 1000])
  await visitors(visitor.page, 1, [1, 1000, 1531])
  await visitor.close()
  await page.goto(`${studioOrigin(site)}/brands/aurora/desk`)
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByText('8 visitors', { exact: true }).waitFor()
  expect(
    await page
      .getByRole('row', { name: /^1000 registered/ })
      .getByRole('cell')
      .nth(1)
      .textContent(),
  ).toBe('4')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Funnel' }).click()
  await page.getByLabel('Step 3').waitFor()
  const funnel = page.getByRole('region', { name: 'Funnel' }).getByRole('listitem')
  expect(await funnel.allTextContents()).toEqual([
    expect.stringMatching(/visit_started.*8 · 100\.0 %/),
    expect.stringMatching(/registered.*4 · 50\.0 %/),
    expect.stringMatching(/first_deposit.*1 · 12\.5 %/),
  ])
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Step 3').selectOption({ label: 'bet_placed' })
  await expect.poll(() => funnel.last().textContent()).toMatch(/bet_placed.*0 · 0\.0 %/)
  await page.reload()
  await expect.poll(() => funnel.last().textContent()).toMatch(/bet_placed/)
  expect(faults()).toEqual([])
})

test('each part of the report has an address of its own, is drawn for all who see the brand, and is free of obstacles', async () => {
  for (const [name, first] of [
    ['Visitors', 'Who visits'],
    ['Page speed', 'Nothing has been counted in these days.'],
    ['Experiments', 'This brand has no experiments. Add one in config/experiments.json.'],
    ['Live', '8 visitors in the last five minutes'],
    ['Events', '8 visitors'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name }).click()
    await page.getByText(first, { exact: true }).first().waitFor()
    await page.reload()
    await page.getByText(first, { exact: true }).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
  }
  expect(faults()).toEqual([])
})
