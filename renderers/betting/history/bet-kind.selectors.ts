import { linesOfSizes } from '#machines/betting/bet-faults.rules.ts'
import { coverSizes } from '#machines/betting/coupon/cover-bets.ts'
import type { TextWriter } from '#machines/site/text.rules.ts'
import type { Coupon, FrozenBet } from '#schemas'
import { typeKey } from '../coupon/coupon.selectors.ts'

/** What tells the kind of a bet, of a coupon as of the history. */
export interface BetKind extends Pick<Coupon, 'betType' | 'cover'> {
  readonly sizes?: readonly number[] | undefined
  /** How many outcomes it has, a lobby too. */
  readonly legCount: number
}

/** The kind of a bet in words, with its sizes: "Single", "Yankee", "System 2, 3 of 4". */
export function kindText({ legCount, sizes = [], ...choice }: BetKind, t: TextWriter): string {
  const type = t(typeKey(choice))
  if (sizes.length === 0 || (choice.betType !== 'system' && choice.betType !== 'lobby')) return type
  return t('betting.type_sized', {
    type,
    sizes: t('betting.size', { size: sizes.join(', '), legs: systemLegs(choice, legCount) }),
  })
}

/** How many combinations a bet is made of; null for one that is made of none. */
export function combinationCountOf({ betType, cover, sizes = [], legCount }: BetKind): number | null {
  if (cover !== undefined) return linesOfSizes(coverSizes(cover), legCount)
  return sizes.length > 0 ? linesOfSizes(sizes, systemLegs({ betType }, legCount)) : null
}

/** A lobby appears beside the system of the others. */
function systemLegs({ betType }: Pick<BetKind, 'betType'>, legCount: number): number {
  return betType === 'lobby' ? legCount - 1 : legCount
}

/** What an outcome is within its bet, where it is not one among equals: the lobby, or of a block; null else. */
export function roleText(
  { lobby, blocks = [] }: { readonly lobby?: number | undefined; readonly blocks?: readonly (readonly number[])[] },
  name: number,
  t: TextWriter,
): string | null {
  if (lobby === name) return t('betting.lobby')
  const block = blocks.findIndex((names) => names.includes(name))
  return block < 0 ? null : t('betting.block', { place: block + 1 })
}

/** The lobby and the blocks of an accepted bet, by the places of its outcomes in the request. */
export function rolesOf({ lobby, blocks = [] }: Pick<FrozenBet, 'lobby' | 'blocks'>): Parameters<typeof roleText>[0] {
  return { lobby, blocks: blocks.map(({ legs }) => legs) }
}
