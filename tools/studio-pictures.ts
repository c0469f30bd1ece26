import { join } from 'node:path'
import type { Page } from 'playwright'
import { openChromium } from '#stage/drivers/chromium/chromium.ts'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from './bench/loads/studio-caller.ts'
import { startEngine } from './bench/server-process.ts'

const WIDE = { width: 1440, height: 900 }

/** Screens of the studio that guides show: the file's name, where it is, and what has to be there before the picture is taken. */
const SCREENS = [
  {
    name: 'studio-editor',
    path: (brand: string) => `/brands/${brand}?document=config/header.json&at=/menu`,
    ready: async (page: Page) => {
      await page.getByText('Shows your last edit').waitFor({ timeout: 30_000 })
    },
  },
  {
    name: 'studio-theme',
    path: (brand: string) => `/brands/${brand}?document=theme.tokens.json&at=/palette/accent`,
    ready: async (page: Page) => {
      await page.getByRole('textbox', { name: '600 as a colour code' }).fill('#9fc5f8')
      await page
        .getByText(/is needed\./)
        .first()
        .waitFor()
      await page.getByText('Shows your last edit').waitFor({ timeout: 30_000 })
    },
  },
  {
    name: 'studio-new',
    path: () => '/new',
    ready: async (page: Page) => {
      await page.getByLabel('Name', { exact: true }).fill('Northstar')
    },
  },
] as const

/** Takes a picture of each screen of the studio, with a brand in it.
 *  @returns the files that were written */
export async function takeStudioPictures(options: {
  readonly brands: string
  readonly brand: string
  readonly folder: string
  readonly type: 'jpeg' | 'png'
}): Promise<readonly string[]> {
  const { brands, brand, folder, type } = options
  const engine = await startEngine({ brands, env: STUDIO_ENV })
  const browser = await openChromium()
  try {
    await claimedOwner(engine)
    const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', colorScheme: 'light' })
    const page = await context.newPage()
    await signInOwner(page, studioOrigin(engine))
    const files: string[] = []
    for (const { name, path, ready } of SCREENS) {
      await page.goto(studioOrigin(engine) + path(brand))
      await ready(page)
      await page.mouse.move(0, 0)
      const file = join(folder, `${name}.${type === 'jpeg' ? 'jpg' : 'png'}`)
      await page.screenshot({ path: file, type, animations: 'disabled', ...(type === 'jpeg' ? { quality: 74 } : {}) })
      files.push(file)
    }
    return files
  } finally {
    await browser.close()
    await engine.stop()
  }
}
