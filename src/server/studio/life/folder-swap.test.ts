import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BrandContents, contentHash, hashesOf, readContents } from '../brand-contents.ts'
import { writeContents } from './check-contents.ts'
import { createFolderSwap, MACHINE_DISK, type SwapDisk } from './folder-swap.ts'

let brandsDir: string
beforeEach(async () => {
  brandsDir = await mkdtemp(join(tmpdir(), 'livery-swap-'))
})
afterEach(() => rm(brandsDir, { recursive: true, force: true }))

const contentsOf = (files: Readonly<Record<string, string>>): BrandContents =>
  new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]))

const BEFORE = contentsOf({
  'brand.json': '1',
  'config/same.json': 's',
  'config/other.json': 'a',
  'pages/en/gone.md': 'g',
  'assets/x.svg': 'file',
  'assets/y.svg/z.svg': 'inner',
})
const AFTER = contentsOf({
  'brand.json': '2',
  'config/same.json': 's',
  'config/other.json': 'b',
  'locales/en/new.json': 'n',
  // A file becomes a folder, and a folder a file.
  'assets/x.svg/w.svg': 'inner',
  'assets/y.svg': 'file',
})
const hashOf = (contents: BrandContents | null) => contents && contentHash(hashesOf(contents))
const live = () => readContents(join(brandsDir, 'meadow'))

class Killed extends Error {}

/** A disk that fails at its nth step and at all that follow, as that of a process that was killed. */
function dyingDisk(steps: number): SwapDisk {
  let left = steps
  const step = async <Result>(work: () => Promise<Result>) => {
    if (left <= 0) throw new Killed()
    left -= 1
    return work()
  }
  return {
    write: (file, bytes) => step(() => MACHINE_DISK.write(file, bytes)),
    move: (from, to) => step(() => MACHINE_DISK.move(from, to)),
    remove: (path) => step(() => MACHINE_DISK.remove(path)),
  }
}

async function publish(disk: SwapDisk, before: BrandContents | null, isCommitted: boolean): Promise<boolean> {
  const swap = createFolderSwap(brandsDir, disk)
  try {
    await swap.stage({ brand: 'meadow', number: 2, hash: 'h', live: before, contents: AFTER })
    await swap.settle('meadow', async () => isCommitted)
    return true
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return false
  }
}

describe.each([
  ['a brand', BEFORE],
  ['a new brand', null],
])('the folder of %s', (_name, before) => {
  test('becomes the files of the revision, whatever step a crash comes before', async () => {
    for (let steps = 0; ; steps += 1) {
      await rm(brandsDir, { recursive: true, force: true })
      if (before) await writeContents(join(brandsDir, 'meadow'), before)
      await writeContents(join(brandsDir, 'meadow-hill'), BEFORE)
      const isWhole = await publish(dyingDisk(steps), before, true)
      const isStaged = (await readdir(brandsDir)).some((name) => name.startsWith('.'))
      const after = createFolderSwap(brandsDir)
      expect((await after.unsettled()).length).toBe(isStaged ? 1 : 0)
      const wasPlanned = isWhole || (await stagedPlan())
      await after.settle('meadow', async () => true)
      expect(hashOf(await live()), `after ${steps} steps`).toBe(hashOf(wasPlanned ? AFTER : before))
      expect(hashOf(await readContents(join(brandsDir, 'meadow-hill')))).toBe(hashOf(BEFORE))
      expect((await readdir(brandsDir)).filter((name) => name.startsWith('.'))).toEqual([])
      if (isWhole) break
      expect(steps).toBeLessThan(60)
    }
  })

  test('stays as it is when the revision was not committed', async () => {
    if (before) await writeContents(join(brandsDir, 'meadow'), before)
    else await writeContents(brandsDir, new Map())
    expect(await publish(MACHINE_DISK, before, false)).toBe(true)
    expect(hashOf(await live())).toBe(hashOf(before))
    expect((await readdir(brandsDir)).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

/** Whether a staging, or a swap under way, has its plan: only then can its revision have been committed. */
async function stagedPlan(): Promise<boolean> {
  for (const name of await readdir(brandsDir)) {
    if (name.startsWith('.done.')) return true
    if (name.startsWith('.') && (await readdir(join(brandsDir, name))).includes('plan.json')) return true
  }
  return false
}

test('a brand that was deleted after its revision was kept stays deleted', async () => {
  await writeContents(join(brandsDir, 'meadow'), BEFORE)
  const swap = createFolderSwap(brandsDir)
  await swap.stage({ brand: 'meadow', number: 2, hash: 'h', live: BEFORE, contents: AFTER })
  await rm(join(brandsDir, 'meadow'), { recursive: true })
  await swap.settle('meadow', async () => true)
  expect(await readdir(brandsDir)).toEqual([])
})

test('files that the brand does not know stay in its folder', async () => {
  await writeContents(join(brandsDir, 'meadow'), BEFORE)
  await MACHINE_DISK.write(join(brandsDir, 'meadow/pages/en/.rules.md.swp'), new Uint8Array())
  const swap = createFolderSwap(brandsDir)
  await swap.stage({ brand: 'meadow', number: 2, hash: 'h', live: BEFORE, contents: AFTER })
  await swap.settle('meadow', async () => true)
  expect(hashOf(await live())).toBe(hashOf(AFTER))
  expect(await readdir(join(brandsDir, 'meadow/pages/en'))).toEqual(['.rules.md.swp'])
})
