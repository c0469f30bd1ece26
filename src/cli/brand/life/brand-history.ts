import type { BrandChange, BrandDiff, BrandDiffOutput, BrandHistoryOutput, StudioRevisionsAnswer } from '#schemas'
import { say } from '../../command-text.ts'
import { knownBrands, requireBrand } from '../brand-folder.ts'
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
 *  edited since the latest revision. */
export const diffCommand = lifeCommand({
  verb: 'diff',
  options: [],
  positionals: [1, 3],
  work: async ({ read: { positionals, brandsDir }, revisions }) => {
    const [brand = '', from, to = 'live'] = positionals
    requireBrand(brand, await knownBrands(brandsDir))
    const latest = (await revisions.history(brand)).revisions[0]?.number
    const diff = await revisions.diff(brand, stateNamed(from ?? String(latest ?? 'live')), stateNamed(to))
    const text = latest === undefined ? say('brand.history_none', { id: brand }) : diffText(diff)
    return { output: { brand, diff } satisfies BrandDiffOutput, text }
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
