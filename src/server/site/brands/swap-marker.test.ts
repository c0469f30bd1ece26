import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { loadBrandSchemas } from './brand-schemas.ts'
import { readSettledLayer, swapFolder } from './swap-marker.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function readingOf(previous?: Awaited<ReturnType<typeof readSettledLayer>>) {
  const schemas = await loadBrandSchemas()
  return { brandsDir: folders.brandsDir, id: 'harbour', schemas, previous: previous ?? undefined }
}

test('while the files of a revision are moved, a brand is what it was before', async () => {
  const before = await readSettledLayer(await readingOf())
  await mkdir(swapFolder(folders.brandsDir, 'harbour'))
  await folders.write('harbour/config/coupon.json', { maximumBets: 31 })
  expect(await readSettledLayer(await readingOf(before))).toBe(before)
  await rm(swapFolder(folders.brandsDir, 'harbour'), { recursive: true })
  const after = await readSettledLayer(await readingOf(before))
  expect(after?.files.get('config/coupon.json')?.source?.value).toEqual({ maximumBets: 31 })
})

test('who has read nothing before waits for the end of it, or reads what is there when it does not end', async () => {
  const marker = swapFolder(folders.brandsDir, 'harbour')
  await mkdir(marker)
  const reading = readSettledLayer(await readingOf())
  await delay(60)
  await folders.write('harbour/config/coupon.json', { maximumBets: 31 })
  await rm(marker, { recursive: true })
  expect((await reading)?.files.get('config/coupon.json')?.source?.value).toEqual({ maximumBets: 31 })
  await mkdir(marker)
  expect((await readSettledLayer(await readingOf()))?.id).toBe('harbour')
})

test('files that change while they are read are read again, and are of one moment', async () => {
  const value = async () => {
    const layer = await readSettledLayer(await readingOf())
    const own = (path: string) =>
      (layer?.files.get(path)?.source?.value as { readonly turn?: number } | undefined)?.turn
    return [own('config/coupon.json'), own('config/customize.json')]
  }
  let isOver = false
  const writing = (async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await mkdir(swapFolder(folders.brandsDir, 'harbour'))
      await folders.write('harbour/config/coupon.json', { turn })
      await delay(1)
      await folders.write('harbour/config/customize.json', { turn })
      await rm(swapFolder(folders.brandsDir, 'harbour'), { recursive: true })
      await delay(5)
    }
    isOver = true
  })()
  let seen = 0
  while (!isOver) {
    const [one, other] = await value()
    expect(one).toBe(other)
    if (one !== undefined) seen += 1
  }
  await writing
  expect(seen).toBeGreaterThan(0)
})
