import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BRAND_ID, isAbsent } from '../../site/brands/brand-files.ts'
import { swapFolder } from '../../site/brands/swap-marker.ts'
import { type BrandContents, sha256 } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import { MANIFEST_FILE } from './revision-mark.rules.ts'

/** What turns the live folder of a brand into a revision. */
export interface SwapPlan {
  readonly brand: string
  /** The revision that the folder will be. */
  readonly number: number
  readonly hash: string
  /** Files that are new or different, the manifest last. */
  readonly write: readonly string[]
  /** Files that the revision does not have. */
  readonly remove: readonly string[]
  /** Whether the brand had no folder. */
  readonly isNew: boolean
}

/** What a swap does to the disk; tests let a step of it fail. */
export interface SwapDisk {
  readonly write: (file: string, bytes: Uint8Array) => Promise<void>
  readonly move: (from: string, to: string) => Promise<void>
  readonly remove: (path: string) => Promise<void>
}

/** The files of the machine; what was written is on the disk when `write` returns. */
export const MACHINE_DISK: SwapDisk = {
  write: async (file, bytes) => {
    await mkdir(dirname(file), { recursive: true })
    const handle = await open(file, 'w')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
  },
  move: rename,
  remove: (path) => rm(path, { recursive: true, force: true }),
}

const PLAN_FILE = 'plan.json'
const FILES = 'files'

/** Brings revisions into the folders that are served. A publication stages its files beside the folder before it commits, and moves them
 *  once it is committed. The next who comes, after a crash for example, asks the database about each staging: what was committed is moved
 *  to its end, all else is thrown away. Each step may be done twice, so that a move that was cut short continues where it stopped.
 *  All of it is done under the lock of the brand. */
export interface FolderSwap {
  /** Writes beside the live folder what turns it into the files. @throws StudioFailure brand.read_only */
  readonly stage: (
    next: Pick<SwapPlan, 'brand' | 'number' | 'hash'> & {
      readonly live: BrandContents | null
      readonly contents: BrandContents
    },
  ) => Promise<void>
  /** Finishes what was committed and throws away what was not.
   *  @param isCommitted whether the revision of a plan is kept */
  readonly settle: (brand: string, isCommitted: (plan: SwapPlan) => Promise<boolean>) => Promise<void>
  /** Brands with something to settle. */
  readonly unsettled: () => Promise<readonly string[]>
}

/** Makes the swaps of a directory of brands. */
export function createFolderSwap(brandsDir: string, disk: SwapDisk = MACHINE_DISK): FolderSwap {
  return {
    stage: async ({ brand, number, hash, live, contents }) => {
      const staging = join(brandsDir, `${stagingPrefix(brand)}${randomBytes(6).toString('hex')}`)
      const plan = { brand, number, hash, ...differences(live, contents) }
      try {
        for (const path of plan.write) await disk.write(join(staging, FILES, path), contents.get(path) as Uint8Array)
        await disk.write(join(staging, PLAN_FILE), new TextEncoder().encode(JSON.stringify(plan)))
      } catch (error) {
        await disk.remove(staging)
        throw mayNotWrite(error) ? new StudioFailure('brand.read_only', { brand, file: brandsDir }) : error
      }
    },
    settle: async (brand, isCommitted) => {
      const swap = swapFolder(brandsDir, brand)
      if (existsSync(swap)) await finish(brandsDir, swap, disk)
      for (const name of await named(brandsDir, donePrefix(brand))) await disk.remove(join(brandsDir, name))
      for (const name of await named(brandsDir, stagingPrefix(brand))) {
        const staging = join(brandsDir, name)
        const plan = await readPlan(staging)
        if (plan && (await isCommitted(plan))) {
          await disk.move(staging, swap)
          await finish(brandsDir, swap, disk)
        } else await disk.remove(staging)
      }
    },
    unsettled: async () => {
      const names = await readdir(brandsDir)
      const brands = names.map((name) => /^\.(?:publish|swap|done)\.([^.]+)/.exec(name)?.[1] ?? '')
      return [...new Set(brands)].filter((brand) => BRAND_ID.test(brand)).sort()
    },
  }
}

/** Whether the folder is mounted read-only, or belongs to somebody else. */
function mayNotWrite(error: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function stagingPrefix(brand: string): string {
  return `.publish.${brand}.`
}

function donePrefix(brand: string): string {
  return `.done.${brand}.`
}

async function named(brandsDir: string, prefix: string): Promise<readonly string[]> {
  return (await readdir(brandsDir)).filter((name) => name.startsWith(prefix)).sort()
}

function differences(
  live: BrandContents | null,
  contents: BrandContents,
): Pick<SwapPlan, 'write' | 'remove' | 'isNew'> {
  const isSame = (path: string, bytes: Uint8Array) => {
    const before = live?.get(path)
    return before !== undefined && sha256(before) === sha256(bytes)
  }
  const changed = [...contents].flatMap(([path, bytes]) => (isSame(path, bytes) ? [] : [path])).sort()
  const isManifest = (path: string) => path === MANIFEST_FILE
  return {
    write: [...changed.filter((path) => !isManifest(path)), ...changed.filter(isManifest)],
    remove: [...(live ?? new Map()).keys()].filter((path) => !contents.has(path)).sort(),
    isNew: live === null,
  }
}

/** A plan is written after its files: a staging without one was cut short. */
async function readPlan(staging: string): Promise<SwapPlan | null> {
  try {
    return JSON.parse(await readFile(join(staging, PLAN_FILE), 'utf8')) as SwapPlan
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return null
    throw error
  }
}

/** Moves the files of a committed swap into the live folder. New and changed files come first, then those of before are removed, and the manifest
 *  with the number of the revision is the last. A new brand appears at once, and one that was deleted meanwhile stays deleted. */
async function finish(brandsDir: string, swap: string, disk: SwapDisk): Promise<void> {
  const plan = await readPlan(swap)
  if (!plan) throw new Error(`${swap} has no plan`)
  const live = join(brandsDir, plan.brand)
  if (!existsSync(live) && plan.isNew) await disk.move(join(swap, FILES), live)
  if (existsSync(live)) await moveFiles(swap, live, plan, disk)
  const done = join(brandsDir, `${donePrefix(plan.brand)}${randomBytes(6).toString('hex')}`)
  await disk.move(swap, done)
  await disk.remove(done)
}

async function moveFiles(swap: string, live: string, { write, remove }: SwapPlan, disk: SwapDisk): Promise<void> {
  // Where a file gives way to a folder, or a folder to a file, the old one has to go first.
  const isBlocked = write.some((path) => remove.some((gone) => isInside(path, gone) || isInside(gone, path)))
  if (isBlocked) await removeFiles(live, remove, disk)
  for (const path of write) if (path !== MANIFEST_FILE) await moveIn(swap, live, path, disk)
  await removeFiles(live, remove, disk)
  if (write.includes(MANIFEST_FILE)) await moveIn(swap, live, MANIFEST_FILE, disk)
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

async function moveIn(swap: string, live: string, path: string, disk: SwapDisk): Promise<void> {
  const staged = join(swap, FILES, path)
  if (!existsSync(staged)) return
  await mkdir(dirname(join(live, path)), { recursive: true })
  await disk.move(staged, join(live, path))
}

async function removeFiles(live: string, paths: readonly string[], disk: SwapDisk): Promise<void> {
  for (const path of paths) {
    if (await isFile(join(live, path))) await disk.remove(join(live, path))
    await removeEmptyFolders(live, dirname(path))
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isDirectory()
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

async function removeEmptyFolders(live: string, folder: string): Promise<void> {
  if (folder === '.') return
  try {
    await rmdir(join(live, folder))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return
    if (!isAbsent(error)) throw error
  }
  await removeEmptyFolders(live, dirname(folder))
}
