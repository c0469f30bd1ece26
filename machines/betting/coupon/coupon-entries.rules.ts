import { takesBets } from '#machines/site/tables/tables.ts'
import type { Coupon, CouponEntry } from '#schemas'
import { isCouponEntry as isEntry } from '#schemas/generated/validators/betting.js'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { fittedType, maximumEntries } from './coupon-types.rules.ts'

/** Why something was not done, or what was lost: key of a text, with the number that it names. */
export interface CouponNotice {
  readonly code:
    | 'limit_reached'
    | 'system_limit_reached'
    | 'market_closed'
    | 'type_impossible'
    | 'not_allowed'
    | 'entries_dropped'
    | 'coupon_dropped'
    | 'storage_failed'
    | 'bet_held_back'
  readonly count?: number
}

/** A coupon after something was done to it; the notice says why it was not. */
export interface CouponChange {
  readonly coupon: Coupon
  readonly notice: CouponNotice | null
}

const DEFAULT_SIZES = [2]
/** Messages about outcomes that were removed. */
const EMPTIED = { promo: '', autoBetCf: '', isAutoBet: false, isDroppedOnScore: false, isAdvance: false }

/** A coupon without anything in it. */
export function emptyCoupon({ pricePolicy }: CouponTerms, userId: number | null): Coupon {
  return {
    version: 1,
    ...(userId === null ? {} : { userId }),
    entries: [],
    betType: 'single',
    isTypeChosen: false,
    sizes: [],
    blocks: [],
    stakeText: '',
    stakeTexts: {},
    hasOneStake: true,
    pricePolicy,
    promo: '',
    isOneClick: false,
    oneClickStakeText: '',
    isAutoBet: false,
    autoBetCf: '',
    isDroppedOnScore: false,
    isAdvance: false,
  }
}

/** What a press on a price does: its outcome goes out when it is in, takes the place of another one of its market, or comes in
 *  as the last (BET-2, BET-3, BET-7). */
export function pressOutcome(coupon: Coupon, entry: CouponEntry, terms: CouponTerms): CouponChange {
  const { entries } = coupon
  if (entries.some(({ outcomeId }) => outcomeId === entry.outcomeId))
    return changed(withEntries(coupon, without(entries, [entry.outcomeId]), terms))
  if (!isEntry(entry) || !isOpen(entry)) return { coupon, notice: { code: 'market_closed' } }
  const place = entries.findIndex(({ marketId }) => marketId === entry.marketId)
  if (place >= 0) return changed(withEntries(coupon, entries.with(place, entry), terms))
  const maximum = maximumEntries(coupon, terms)
  if (entries.length < maximum) return changed(withEntries(coupon, [...entries, entry], terms))
  const code = maximum < terms.maximumBets ? 'system_limit_reached' : 'limit_reached'
  return { coupon, notice: { code, count: maximum } }
}

/** Whether an entry takes bets: its market does, and its price is not suspended. */
export function isOpen({ status, isSuspended }: CouponEntry): boolean {
  return takesBets(status) && !isSuspended
}

/** The coupon with other outcomes: type, sizes, lobby and blocks follow, and what was said of these outcomes alone is forgotten. */
export function withEntries(coupon: Coupon, entries: readonly CouponEntry[], terms: CouponTerms): Coupon {
  const { antiExpressCoef: _coef, couponCode: _code, ...kept } = coupon
  return fitted({ ...kept, entries: [...entries] }, terms)
}

/** The coupon with everything in it fitting its outcomes. */
export function fitted(coupon: Coupon, terms: CouponTerms): Coupon {
  const { cover: _cover, lobbyOutcomeId, freebet, token, ...kept } = coupon
  const type = fittedType(coupon, terms)
  const ids = coupon.entries.map(({ outcomeId }) => outcomeId)
  const lobby = lobbyOutcomeId !== undefined && ids.includes(lobbyOutcomeId) ? lobbyOutcomeId : ids[0]
  return {
    ...kept,
    ...type,
    ...(type.betType === 'lobby' && lobby !== undefined ? { lobbyOutcomeId: lobby } : {}),
    sizes: fittedSizes(type.betType, coupon.sizes, ids.length),
    blocks: type.betType === 'conditional' ? fittedBlocks(coupon.blocks, ids) : [],
    stakeTexts: fittedStakes(type.betType, coupon.stakeTexts, ids),
    ...(ids.length === 0 ? EMPTIED : { ...(freebet ? { freebet } : {}), ...(token ? { token } : {}) }),
  }
}

/** The entries without some outcomes. */
export function without(entries: readonly CouponEntry[], outcomeIds: readonly number[]): readonly CouponEntry[] {
  return entries.filter(({ outcomeId }) => !outcomeIds.includes(outcomeId))
}

/** Outcomes that share a game with an earlier one: of related ones only the first may be part of a combined bet. */
export function relatedOutcomes(entries: readonly CouponEntry[]): readonly number[] {
  const seen = new Set<number>()
  return entries
    .filter((entry) => {
      const isRelated = seen.has(mainGame(entry))
      seen.add(mainGame(entry))
      return isRelated
    })
    .map(({ outcomeId }) => outcomeId)
}

/** All outcomes that stand with another one of their game, the first ones too: those that are marked. */
export function conflictingOutcomes({ betType, entries }: Coupon): readonly number[] {
  if (betType === 'single') return []
  const games = new Map<number, number>()
  for (const entry of entries) games.set(mainGame(entry), (games.get(mainGame(entry)) ?? 0) + 1)
  return entries.filter((entry) => (games.get(mainGame(entry)) ?? 0) > 1).map(({ outcomeId }) => outcomeId)
}

/** A sub-game is its main game's. */
function mainGame({ gameId, mainGameId }: CouponEntry): number {
  return mainGameId ?? gameId
}

function changed(coupon: Coupon): CouponChange {
  return { coupon, notice: null }
}

function fittedSizes(betType: Coupon['betType'], sizes: readonly number[], count: number): number[] {
  if (betType !== 'system' && betType !== 'lobby') return []
  const legs = betType === 'lobby' ? count - 1 : count
  const kept = sizes.filter((size) => size >= 1 && size <= legs).toSorted((one, other) => one - other)
  return kept.length > 0 ? kept : DEFAULT_SIZES
}

/** The blocks with only what is in the coupon, each once; an outcome that is in none gets one of its own. */
function fittedBlocks(blocks: Coupon['blocks'], ids: readonly number[]): number[][] {
  const seen = new Set<number>()
  const kept = blocks.map((block) =>
    block.filter((id) => {
      const isTaken = ids.includes(id) && !seen.has(id)
      seen.add(id)
      return isTaken
    }),
  )
  const alone = ids.filter((id) => !seen.has(id)).map((id) => [id])
  return [...kept.filter((block) => block.length > 0), ...alone]
}

/** Only singles have a stake by outcome, and only conditional bets one by block. */
function fittedStakes(
  betType: Coupon['betType'],
  stakes: Coupon['stakeTexts'],
  ids: readonly number[],
): Coupon['stakeTexts'] {
  if (betType === 'conditional') return stakes
  return Object.fromEntries(Object.entries(stakes).filter(([key]) => ids.includes(Number(key))))
}
