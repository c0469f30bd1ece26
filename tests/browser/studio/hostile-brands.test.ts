import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { HOSTILE_TEXTS, writeHostileBrands } from '#tests/fixtures/hostile-brands.ts'
import { ownSite } from '../test-site.ts'
import { hydrated, watchedPage } from '../watched-page.ts'

const { site, browser, brands } = await ownSite()
const SAMPLE = [0, 6, 8, 15, 17, 18].map((index) => ({
  id: `hostile-${index}`,
  text: (HOSTILE_TEXTS[index] ?? '').replaceAll('run()', 'window.ran=1'),
}))

beforeAll(async () => {
  const { operator } = JSON.parse(await readFile(join(brands.directory, 'aurora/brand.json'), 'utf8'))
  const write = async (path: string, content: unknown) => {
    const file = join(brands.directory, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, JSON.stringify(content))
  }
  const texts = SAMPLE.map(({ text }) => text)
  const ids = SAMPLE.map(({ id }) => id)
  const parent = { extends: 'aurora', operator }
  const ports = { brandsDir: brands.directory, baseDir: ENGINE_BASE, write, texts, parent }
  const { kept } = await writeHostileBrands(ids, ports)
  expect(kept).toBeGreaterThan(100)
}, 300_000)

test.each(SAMPLE)('SEC-9: nothing of $text runs in a browser, nor is it tried', async ({ id }) => {
  const { page, faults, close } = await watchedPage(browser)
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  for (const path of ['/en', '/en/registration', '/en/login', '/en/live']) {
    await page.goto(`${site.origin(id)}${path}`)
    await hydrated(page)
    expect(await page.evaluate(() => 'ran' in window), path).toBe(false)
    expect(new URL(page.url()).hostname).toBe(`${id}.localhost`)
  }
  expect(dialogs).toBe(0)
  expect(faults().filter((fault) => /policy|Trusted|uncaught|evil/.test(fault))).toEqual([])
  await close()
})
