import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from 'playwright'
import { expect, test } from 'vitest'
import { editStudioDraft, writeStudioAsset } from '#calls/studio/studio-draft.calls.ts'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { watchedPage } from '../watched-page.ts'

/** A font that is far wider than any other of the brand. */
const FONT = readFileSync(
  fileURLToPath(import.meta.resolve('@fontsource-variable/unbounded/files/unbounded-latin-wght-normal.woff2')),
)
const PATH = 'fonts/harbour.woff2'
const THEME = { font: { text: { $value: PATH } } }
/** Lists of games that a preview was loading when it changed. */
const EXPECTED = [/request\.cancelled/]

const { site, browser } = await ownSite({
  env: STUDIO_ENV,
  edit: ({ directory, patch }) => {
    mkdirSync(join(directory, 'aurora/assets/fonts'), { recursive: true })
    writeFileSync(join(directory, 'aurora/assets', PATH), FONT)
    patch('aurora', 'theme.tokens.json', THEME)
  },
})

interface Drawn {
  readonly family: string
  /** Whether the font has come. */
  readonly isLoaded: boolean
  /** Width in px of a text as the page draws it, in the font's own letters, and in the next family. */
  readonly widths: { readonly page: number; readonly font: number; readonly other: number }
}

/** What a page draws its text with, held against the font itself. */
function drawn(page: Page | Frame): Promise<Drawn> {
  return page.evaluate(
    async (bytes) => {
      await document.fonts.ready
      const face = new FontFace('the font itself', Uint8Array.from(bytes).buffer, { weight: '100 900' })
      document.fonts.add(await face.load())
      const family = getComputedStyle(document.body).fontFamily
      const widthIn = (name: string) => {
        const line = Object.assign(document.createElement('span'), { textContent: 'Harbour lights, 1234' })
        line.style.cssText = `position:absolute;white-space:nowrap;font-size:40px`
        line.style.fontFamily = name
        document.body.append(line)
        const { width } = line.getBoundingClientRect()
        line.remove()
        return width
      }
      const others = family.split(',').slice(1).join(',')
      const widths = { page: widthIn('inherit'), font: widthIn('"the font itself"'), other: widthIn(others) }
      const isLoaded = [...document.fonts].some((one) => one.family.includes('harbour') && one.status === 'loaded')
      document.fonts.delete(face)
      return { family, isLoaded, widths }
    },
    [...FONT],
  )
}

function expectOwnFont({ family, isLoaded, widths }: Drawn): void {
  expect(family).toMatch(/^"own fonts\/harbour\.woff2"/)
  expect(isLoaded).toBe(true)
  expect(widths.page).toBe(widths.font)
  expect(widths.page).toBeGreaterThan(widths.other * 1.1)
}

test('the site draws its text in a font of the brand’s own', async () => {
  const { page, faults } = await watchedPage(browser)
  await page.goto(`http://aurora.localhost:${site.port}/en`)
  expectOwnFont(await drawn(page))
  expect(faults(EXPECTED)).toEqual([])
})

test('the preview draws its text in a font that was put into the draft a moment ago, without a reload', async () => {
  const owner = await claimedOwner(site)
  const { page, faults } = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  await signInOwner(page, studioOrigin(site))
  await page.goto(`${studioOrigin(site)}/brands/velvet?document=theme.tokens.json`)
  await page.getByText('Shows your last edit').waitFor()
  const frame = page.frames()[1] as Frame
  expect((await drawn(frame)).isLoaded).toBe(false)
  await frame.evaluate(() => Reflect.set(window, 'isSamePage', true))
  const body = { path: PATH, content: FONT.toString('base64'), editor: 'ben000' }
  await owner.send(writeStudioAsset, 'velvet', { body })
  const edit = { path: 'theme.tokens.json', pointer: '/font/text/$value', value: PATH }
  await owner.send(editStudioDraft, 'velvet', { body: { edits: [edit], editor: 'ben000' } })
  await expect.poll(async () => (await drawn(frame)).family, { timeout: 15_000 }).toContain('harbour')
  await expect.poll(async () => (await drawn(frame)).isLoaded, { timeout: 15_000 }).toBe(true)
  expectOwnFont(await drawn(frame))
  expect(await frame.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  expect(faults(EXPECTED)).toEqual([])
})
