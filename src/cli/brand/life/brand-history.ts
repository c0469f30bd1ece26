import type { BrandChange, BrandDiff, BrandDiffOutput, BrandHistoryOutput, StudioRevisionsAnswer } from '#schemas'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { say } from '../../command-text.ts'
import { knownBrands, requireBrand } from '../brand-folder.ts'
import { picturesText, writePictures } from './diff-pictures.ts'
import { lifeCommand, revisionNumber } from './life-command.ts'

/** `livery brand history <id>`: the revisions of a brand, the latest first, and what is planned. */
export const historyCommand = lifeCommand({
  verb: 'history',
  options: [],
  positionals: [1, 1],
  work: async ({ read: { positionals, brandsDir }, revisions }) => {
    const [brand = ''] = positionals
    requireBrand(brand, await knownBrands(brandsDir))
    const history = await revisions.history(brand)
    return { output: { brand, history } satisfies BrandHistoryOutput, text: historyText(brand, history) }
  },
})

/** `livery brand diff <id> [from] [to]`: what differs between two revisions, or a revision and the live folder; without numbers, what was
 *  edited since the latest revision. With `--pictures DIR` also the pages that look different, before and after. */
export const diffCommand = lifeCommand({
  verb: 'diff',
  options: ['pictures', 'language'],
  positionals: [1, 3],
  work: async ({ read: { positionals, brandsDir, picturesDir, languages }, revisions }) => {
    const [brand = '', from, to = 'live'] = positionals
    requireBrand(brand, await knownBrands(brandsDir))
    const latest = (await revisions.history(brand)).revisions[0]?.number
    const [left, right] = [stateNamed(from ?? String(latest ?? 'live')), stateNamed(to)]
    const diff = await revisions.diff(brand, left, right)
    const text = latest === undefined ? say('brand.history_none', { id: brand }) : diffText(diff)
    if (picturesDir === undefined) return { output: { brand, diff } satisfies BrandDiffOutput, text }
    const filesOf = (state: number | 'live') =>
      state === 'live' ? revisions.liveFiles(brand) : revisions.filesOf(brand, state)
    const states = { before: await filesOf(left), after: await filesOf(right), brandsDir, baseDir: ENGINE_BASE }
    const pictures = await writePictures({ brand, diff, states, language: languages[0], folder: picturesDir })
    const output: BrandDiffOutput = { brand, diff, pictures }
    return { output, text: `${text}\n${picturesText(picturesDir, pictures)}` }
  },
})

function stateNamed(name: string): number | 'live' {
  return name === 'live' ? name : revisionNumber(name, 'diff')
}

function historyText(id: string, { revisions, scheduled, isFolderEdited }: StudioRevisionsAnswer): string {
  const lines = revisions.map(({ number, at, author, message, isLive }) => {
    const live = isLive ? `  ${say('brand.history_live')}` : ''
    return `${String(number).padStart(5)}  ${at}  ${author}: ${message}${live}`
  })
  const plans = scheduled
    .filter(({ state }) => state === 'waiting')
    .map(({ at, author, message }) => say('brand.history_planned', { at, author, message }))
  return [
    ...(lines.length > 0 ? lines : [say('brand.history_none', { id })]),
    ...plans,
    ...(isFolderEdited ? [say('brand.history_edited', { id })] : []),
  ].join('\n')
}

function diffText({ changes }: BrandDiff): string {
  if (changes.length === 0) return say('brand.diff_none')
  return [...Map.groupBy(changes, ({ path }) => path)]
    .map(([path, own]) => [path, ...own.flatMap((change) => changeLines(change))].join('\n'))
    .join('\n')
}

function changeLines({ pointer, before, after }: BrandChange): readonly string[] {
  const side = (sign: string, text: string | undefined) =>
    text === undefined
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `  ${sign} ${line}`)
  return [...(pointer === '' ? [] : [`  ${pointer}`]), ...side('-', before), ...side('+', after)]
}
