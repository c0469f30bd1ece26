/**
 * Pictures of the shipped brands for the README: home at desk and on a phone, and the registration on a phone, each in the
 * brand's own scheme and default language.
 *   npm run screenshots             writes docs/images/<brand>-{home,home-phone,registration}.jpg
 *   npm run screenshots -- velvet   of the brands named
 *   npm run screenshots -- studio   docs/images/studio-{editor,theme,new}.jpg alone
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { buildPath } from '#machines/site/routes/routes.ts'
import { brandIds } from '#server/site/brands/brand-hosts.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { startEngine } from './bench/server-process.ts'
import { buildPages } from './build.ts'
import { takeStudioPictures } from './studio-pictures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const BRANDS = join(root, 'brands')
const IMAGES = join(root, 'docs/images')
/** The name under which pictures of the studio are asked for: no brand can have it. */
const STUDIO = 'studio'
const STUDIO_BRAND = 'golaco'
/** A README with pictures that are heavier than this is slow to open. */
const MOST_BYTES = 250_000
/** Banners are full of gradients, which PNG keeps at several times the size. */
const JPEG_QUALITY = 88

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const VIEWS = [
  { name: 'home', route: 'home', viewport: DESK },
  { name: 'home-phone', route: 'home', viewport: PHONE },
  { name: 'registration', route: 'registration', viewport: PHONE },
] as const

/** What a picture of a brand needs to know of it. */
interface BrandLook {
  readonly id: string
  readonly language: string
  /** The label of the button that declines all cookies but the necessary. */
  readonly declineLabel: string
}

/** @throws Error when a brand is not valid */
async function brandLooks(wanted: readonly string[]): Promise<BrandLook[]> {
  const log = { info: () => undefined, error: (details: object, message: string) => console.error(message, details) }
  const store = createBrandStore({ brandsDir: BRANDS, now: () => performance.now(), log })
  const ids = wanted.length ? wanted : await brandIds(BRANDS)
  return Promise.all(
    ids.map(async (id) => {
      const answer = await store.siteForBrand(id)
      if (answer.status !== 'ok') throw new Error(`${id} cannot be shown; see: npm run livery -- brand check ${id}`)
      const language = answer.site.config.global.defaultLanguage
      const declineLabel = pageTexts(answer.site, language).texts['shell.consent_necessary'] ?? ''
      return { id, language, declineLabel }
    }),
  )
}

/** Takes one picture as a new visitor, who has answered the question about cookies. @returns the file */
async function takePicture(browser: Browser, port: number, brand: BrandLook, view: (typeof VIEWS)[number]) {
  const context = await browser.newContext({
    viewport: view.viewport,
    locale: brand.language,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1,
  })
  const page = await context.newPage()
  await page.goto(`http://${brand.id}.localhost:${port}${buildPath(view.route, {}, brand.language)}`)
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true')
  const decline = page.getByRole('button', { name: brand.declineLabel, exact: true })
  await decline.click()
  await decline.waitFor({ state: 'detached' })
  // The pointer would keep hovering over what was under the button.
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].filter(({ loading }) => loading !== 'lazy').map((image) => image.decode()))
  })
  const path = join(IMAGES, `${brand.id}-${view.name}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: JPEG_QUALITY, animations: 'disabled' })
  await context.close()
  return path
}

/** Prints how heavy a picture is. @returns whether it is too heavy */
function weighed(path: string): boolean {
  const { size } = statSync(path)
  console.log(`${relative(root, path)}  ${Math.round(size / 1000)} kB${size > MOST_BYTES ? '  TOO HEAVY' : ''}`)
  return size > MOST_BYTES
}

/** The studio with a copy of the brands, so that no draft touches them. */
async function takeStudio(): Promise<number> {
  const brands = mkdtempSync(join(tmpdir(), 'livery-pictures-'))
  try {
    cpSync(BRANDS, brands, { recursive: true })
    const files = await takeStudioPictures({ brands, brand: STUDIO_BRAND, folder: IMAGES, type: 'jpeg' })
    return files.filter(weighed).length
  } finally {
    rmSync(brands, { recursive: true, force: true })
  }
}

async function main(): Promise<number> {
  const wanted = process.argv.slice(2)
  await buildPages()
  mkdirSync(IMAGES, { recursive: true })
  const isStudioWanted = wanted.length === 0 || wanted.includes(STUDIO)
  const heavy = isStudioWanted ? await takeStudio() : 0
  const brands = wanted.filter((id) => id !== STUDIO)
  const isDone = wanted.length > 0 && brands.length === 0
  return heavy + (isDone ? 0 : await takeBrands(brands)) > 0 ? 1 : 0
}

/** @returns how many pictures are too heavy */
async function takeBrands(wanted: readonly string[]): Promise<number> {
  const brands = await brandLooks(wanted)
  const site = await startEngine({ brands: BRANDS })
  const browser = await openChromium()
  let heavy = 0
  try {
    for (const brand of brands) {
      for (const view of VIEWS) {
        const path = await takePicture(browser, site.port, brand, view)
        if (weighed(path)) heavy += 1
      }
    }
  } finally {
    await browser.close()
    await site.stop()
  }
  return heavy
}

process.exitCode = await main()
