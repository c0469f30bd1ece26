import { chromium } from 'playwright'
import { expect, test, vi } from 'vitest'
import { chromiumLaunch } from '#server/studio/pictures/chromium-launch.ts'
import { chromiumPackage } from '#server/studio/pictures/packaged-chromium.ts'

const packageFolder = chromiumPackage()

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'CARD-5: the Chromium that npm brings opens a page with text of its own fonts, without a browser of the system',
  async () => {
    vi.stubEnv('CHROMIUM_PATH', '')
    const { options } = await chromiumLaunch({ installed: [], packageFolder })
    vi.unstubAllEnvs()
    const browser = await chromium.launch(options)
    try {
      const page = await browser.newPage()
      await page.setContent(
        '<p style="font: 40px Open Sans; width: max-content">Northgate</p><script>document.title = 1 + 1</script>',
      )
      expect(await page.title()).toBe('2')
      // Without a font a text has no width.
      expect((await page.locator('p').boundingBox())?.width).toBeGreaterThan(100)
      expect((await page.screenshot()).byteLength).toBeGreaterThan(1000)
    } finally {
      await browser.close()
    }
  },
)
