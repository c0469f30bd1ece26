import { compare, ONE, rationalOf } from '#machines/odds/rational.rules.ts'
import type { PlaceBetPayload } from '#schemas'
import type { BetRefusal } from '../bet-refusal.ts'
import { advanceRefusal } from '../cash-out/advance.rules.ts'
import { canAwaitPrice } from './auto-price.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'
import { isPossible, maximumEntries } from './coupon-types.rules.ts'

/** What the shape of a bet breaks, the first of it; null when nothing (BET-2, BET-3, PLACE-6). */
export function payloadRefusal(payload: PlaceBetPayload, terms: CouponTerms): BetRefusal | null {
  return extraRefusal(payload, terms) ?? typeRefusal(payload, terms) ?? faultRefusal(payload)
}

/** What is asked for beside the bet and not offered. */
function extraRefusal(payload: PlaceBetPayload, terms: CouponTerms): BetRefusal | null {
  const bid = payload.isAutoBet ? autoBetRefusal(payload, terms) : null
  if (bid) return bid
  const isOfBonus = payload.promo !== undefined || payload.isPowerBet === true
  if (isOfBonus && !terms.isPromoAllowed) return { reason: 'bet.not_offered' }
  if (isOfBonus && !isFreebetType(payload, payload.events.length)) return { reason: 'promo.freebet_bet' }
  const advance = payload.avanceBet ? advanceRefusal(payload, terms) : null
  if (advance) return advance
  const { VIPBetSumm, saleBetId, oneClickBet } = payload
  const isVip = VIPBetSumm !== undefined && terms.vipStakeMinor === undefined
  const isMore = isVip || saleBetId !== undefined
  return isMore || (oneClickBet && !terms.isOneClickAllowed) ? { reason: 'bet.not_offered' } : null
}

/** Whether a free bet can pay a bet, or a double, a power bet or an insurance be put on it: one single bet or an express, no part of which is advanced (PROMO-19). */
export function isFreebetType(
  { betType, avanceBet }: Pick<PlaceBetPayload, 'betType' | 'avanceBet'>,
  outcomes: number,
): boolean {
  return !avanceBet && (betType === 'express' || (betType === 'single' && outcomes === 1))
}

/** What keeps an auto-bet from being taken, whatever its prices. */
function autoBetRefusal({ betType, events, autoBetCf }: PlaceBetPayload, terms: CouponTerms): BetRefusal | null {
  if (!terms.isAutoBetAllowed) return { reason: 'bet.bid_not_offered' }
  if (!canAwaitPrice(betType, events)) return { reason: 'bet.bid_type' }
  const isPrice = autoBetCf !== undefined && compare(rationalOf(autoBetCf), ONE) > 0
  return isPrice ? null : { reason: 'bet.invalid', params: { fault: 'autoBetCf: a price' } }
}

function typeRefusal({ betType, cover, events }: PlaceBetPayload, terms: CouponTerms): BetRefusal | null {
  const choice = { betType, ...(cover === undefined ? {} : { cover }) }
  const isOffered =
    betType === 'single'
      ? events.length <= maximumEntries(choice, terms) && isPossible(choice, 1, terms)
      : isPossible(choice, events.length, terms)
  return isOffered ? null : { reason: 'bet.type_not_offered' }
}

function faultRefusal(payload: PlaceBetPayload): BetRefusal | null {
  const fault = outcomesFault(payload) ?? stakesFault(payload) ?? blocksFault(payload) ?? sizesFault(payload)
  return fault === null ? null : { reason: 'bet.invalid', params: { fault } }
}

function outcomesFault({ events, minimumOdds, betType, cover }: PlaceBetPayload): string | null {
  const isOnce = (ids: readonly number[]) => new Set(ids).size === ids.length
  if (!isOnce(events.map(({ outcomeId }) => outcomeId))) return 'events: outcome twice'
  if (minimumOdds && minimumOdds.length !== events.length) return 'minimumOdds: one for each of events'
  return betType !== 'cover' && cover !== undefined ? 'cover: only of betType cover' : null
}

/** What is paid is the sum of the stakes; of a conditional bet the first block alone is. */
function stakesFault(payload: PlaceBetPayload): string | null {
  const { betType, events, summ, groupsSumms, eventsIndexes = [], VIPBetSumm } = payload
  if (VIPBetSumm !== undefined && (VIPBetSumm !== summ || groupsSumms.length > 1)) return 'VIPBetSumm: summ of one bet'
  const counts = { single: events.length, conditional: eventsIndexes.length }
  const count = betType === 'single' || betType === 'conditional' ? counts[betType] : 1
  if (groupsSumms.length !== count) return `groupsSumms: ${count}`
  const paid = betType === 'conditional' ? groupsSumms[0] : groupsSumms.reduce((sum, stake) => sum + stake, 0)
  return paid === summ ? null : 'summ: sum of groupsSumms'
}

/** Blocks hold every outcome once; a lobby is alone in the first of two. */
function blocksFault({ betType, events, withLobby = false, eventsIndexes }: PlaceBetPayload): string | null {
  const hasBlocks = betType === 'lobby' || betType === 'conditional'
  if (withLobby !== (betType === 'lobby')) return 'withLobby: of betType lobby'
  if (!hasBlocks) return eventsIndexes === undefined ? null : 'eventsIndexes: of blocks alone'
  if (!eventsIndexes) return 'eventsIndexes: missing'
  const places = eventsIndexes.flat().toSorted((one, other) => one - other)
  const isWhole = places.length === events.length && places.every((place, index) => place === index)
  if (!isWhole || eventsIndexes.some((block) => block.length === 0)) return 'eventsIndexes: each of events once'
  if (betType === 'conditional') return null
  return eventsIndexes.length === 2 && eventsIndexes[0]?.length === 1 ? null : 'eventsIndexes: lobby, others'
}

function sizesFault({ betType, sizes }: PlaceBetPayload): string | null {
  const isSystem = betType === 'system' || betType === 'lobby'
  if (isSystem) return sizes && sizes.length > 0 ? null : 'sizes: missing'
  return sizes === undefined ? null : 'sizes: of systems alone'
}
