import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BrandProblem } from '#schemas'
import { isLeftover } from '../../site/brands/brand-files.ts'
import { isProblem } from '../../site/check/check-brand.ts'
import { checkElsewhere } from '../../site/check/check-elsewhere.ts'
import type { BrandContents } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { StudioPorts } from '../studio-ports.ts'

/** Refuses files that the check of brands finds a problem in, or in a brand that builds upon them.
 *  @throws StudioFailure brand.broken with the first problem */
export async function refuseBroken(
  ports: Pick<StudioPorts, 'brandsDir' | 'baseDir' | 'studioHosts'>,
  brand: string,
  contents: BrandContents,
): Promise<void> {
  const problems = (await checkContents(ports, brand, contents)).filter(isProblem)
  const [first] = problems
  if (!first) return
  const { file, line, message } = first
  throw new StudioFailure('brand.broken', { brand, file, line, message, count: problems.length })
}

/** What the check of brands says of files that are to be a brand. */
export async function checkContents(
  { brandsDir, baseDir, studioHosts }: Pick<StudioPorts, 'brandsDir' | 'baseDir' | 'studioHosts'>,
  id: string,
  contents: BrandContents,
): Promise<readonly BrandProblem[]> {
  const root = await mkdtemp(join(tmpdir(), 'livery-check-'))
  const folder = join(root, id)
  try {
    await writeContents(folder, contents)
    return await checkElsewhere({ brandsDir, baseDir, studioHosts, id, folder })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** Writes the files of a brand into a folder that has none of them. @throws Error for a path that leads out of it */
export async function writeContents(folder: string, contents: BrandContents): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [path, bytes] of contents) {
    if (!isInnerPath(path)) throw new Error(`${JSON.stringify(path)} is no path of a brand folder`)
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
}

const MOST_PATH_CHARACTERS = 200

/** Whether a path leads to a file inside a folder, written in the one way that there is: parts with single slashes between them, none of
 *  them hidden or left over. */
export function isInnerPath(path: string): boolean {
  const isPlain = path.length <= MOST_PATH_CHARACTERS && !/[\\:]|\p{Cc}/u.test(path)
  return isPlain && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !isLeftover(path)
}
