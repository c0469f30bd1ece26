import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenarioCommands } from '#stage/commands/scenario-commands.ts'
import { root } from '../../scenarios/committed-scenarios.ts'
import { axeViolations, openBrowser, watchedPage } from '../watched-page.ts'

let browser: Browser
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'livery-cover-page-'))
  // Of few scenarios much is missing, so that the page has parts of every kind.
  const globs = ['tests/scenarios/dropdown/click-*.scn.json', 'tests/scenarios/modal-queue/one-*.scn.json']
  const io = { stdout: () => undefined, stderr: () => undefined, cwd: root }
  expect(await scenarioCommands.cover([...globs, '--html', folder, '--min'], io)).toBe(1)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true })
})

const views = (['light', 'dark'] as const).flatMap((scheme) => [390, 1280].map((width) => ({ scheme, width })))

test.each(views)(
  'QA-7, A11Y-1: the page of the coverage in $scheme at $width px: axe, nothing from elsewhere, no overflow',
  async ({ scheme, width }) => {
    const { page, faults, close } = await watchedPage(browser, {
      colorScheme: scheme,
      viewport: { width, height: 900 },
      offline: true,
    })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    const address = pathToFileURL(join(folder, 'index.html')).href
    await page.goto(address)
    expect(await axeViolations(page)).toEqual([])
    expect(asked.filter((url) => url !== address)).toEqual([])
    expect(await page.evaluate(() => document.scripts.length)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(canvas).toBe(scheme === 'dark' ? 'rgb(17, 22, 29)' : 'rgb(255, 255, 255)')
    expect(faults()).toEqual([])
    await close()
  },
)

test('QA-7: the page leads from the list to a machine, by keyboard, and prints whole tables black on white', async () => {
  const { page, close } = await watchedPage(browser, { colorScheme: 'dark', viewport: { width: 390, height: 700 } })
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await page.getByRole('link', { name: 'shell/modal-queue' }).focus()
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('#machine-shell-modal-queue')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const printed = await page.evaluate(() => ({
    canvas: getComputedStyle(document.body).backgroundColor,
    head: getComputedStyle(document.querySelector('thead') as Element).display,
    overflow: [...document.querySelectorAll('.wide')].map((wide) => getComputedStyle(wide).overflowX),
  }))
  expect(printed.canvas).toBe('rgb(255, 255, 255)')
  expect(printed.head).toBe('table-header-group')
  expect(new Set(printed.overflow)).toEqual(new Set(['visible']))
  await close()
})
