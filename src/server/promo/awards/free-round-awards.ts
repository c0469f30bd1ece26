import { wageringTarget } from '#machines/promo/awards/wagering.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BonusRounds, RoundsPlayed } from '../promo-ports.ts'
import { beginNext, settleAward } from './award-life.ts'
import { lockPromoAccounts, type PromoAccounts } from './award-money.ts'
import { type AwardRow, givesFreeRounds, lockAward } from './award-rows.ts'
import type { Won } from './freebet-winnings.ts'
import type { PoolStanding } from './pool-standing.ts'
import type { Streak } from './streaks.ts'

/** A bonus with what was played of its free rounds, where it gives some, what it has won as a free bet, the days in a row so far, where it asks for them, and where its
 *  pool stands, where it is explained. */
export type ShownAward = AwardRow & {
  readonly rounds?: RoundsPlayed
  readonly streak?: Streak
  readonly pool?: PoolStanding
  /** Of a free bet: the bonuses that it has won, the latest first. */
  readonly winnings?: readonly Won[]
  /** Of a bonus for losses, where it is explained: what the rounds have lost so far. */
  readonly netLossMinor?: number
}

/** Adds to bonuses what was played of their free rounds. */
export async function withRounds(
  tx: BrandTransaction,
  freeRounds: BonusRounds,
  awards: readonly AwardRow[],
): Promise<ShownAward[]> {
  const ids = awards.flatMap(({ award_id, terms }) => (givesFreeRounds(terms) ? [award_id] : []))
  if (ids.length === 0) return [...awards]
  const played = await freeRounds.played(tx, ids)
  return awards.map((award) => {
    const rounds = played.get(award.award_id)
    return rounds ? { ...award, rounds } : award
  })
}

/** Where what a free round wins goes by now, and from where it is taken back: the player's own money; what is put by for the bonus until
 *  all rounds are played; the bonus that it has become; or their own money once that was played through. */
export function placeOfWin({ terms, state }: Pick<AwardRow, 'terms' | 'state'>): 'cash' | 'bonus' | 'promo' {
  if (terms.wagering.timesE2 === 0 || state === 'converted') return 'cash'
  return state === 'active' ? 'bonus' : 'promo'
}

/** A bonus of free rounds, locked, in a transaction of the casino. */
interface Followed {
  readonly accountId: number
  readonly awardId: number
  readonly now: Date
}

/** Notes a win that came after the rounds of a bonus were over, or one that was taken back (below zero): the bonus that they have become
 *  grows or shrinks, with what has to be staked. A win for one that has ended without money begins it once more. */
export async function noteLateWin(
  tx: BrandTransaction,
  { accountId, awardId, now }: Followed,
  amountMinor: number,
): Promise<void> {
  const award = await lockAward(tx, accountId, awardId)
  if (!award || award.state === 'ready' || amountMinor === 0) return
  const isEnded = award.state === 'spent' || award.state === 'expired'
  if (placeOfWin(award) === 'cash') {
    const paidMinor = Math.max(0, award.paid_minor + amountMinor)
    return change(tx, award, { paid_minor: paidMinor, ...(isEnded && paidMinor > 0 ? { state: 'converted' } : {}) })
  }
  if (isEnded && amountMinor > 0) {
    const accounts = await lockPromoAccounts(tx, { accountId, currency: award.currency, now })
    if (accounts) await putBy(tx, award, { accounts, wonMinor: amountMinor, now })
    return
  }
  if (award.state !== 'queued' && award.state !== 'active') return
  const grantedMinor = Math.max(0, award.granted_minor + amountMinor)
  const ending = grantedMinor === 0 && award.state === 'queued' ? ({ state: 'spent', ended_at: now } as const) : {}
  await change(tx, award, { granted_minor: grantedMinor, target_minor: targetOf(award, grantedMinor), ...ending })
}

/** Looks whether all free rounds of a bonus were played: what they have won becomes the bonus, or was the player's money already. One that
 *  is played through by now is ended. */
export async function followRounds(
  tx: BrandTransaction,
  freeRounds: BonusRounds,
  { accountId, awardId, now }: Followed,
): Promise<void> {
  const award = await lockAward(tx, accountId, awardId)
  if (!award || (award.state !== 'ready' && award.state !== 'active')) return
  const accounts = await lockPromoAccounts(tx, { accountId, currency: award.currency, now })
  if (!accounts) return
  if (award.state === 'active') return settleAward(tx, award, { accounts, now })
  const played = (await freeRounds.played(tx, [awardId])).get(awardId)
  if (!played || played.isOpen || played.used < played.rounds) return
  await close(tx, award, { accounts, played, state: 'spent', now })
}

/** Opens a bonus again whose last round was given back, unless its winnings have become a bonus by now: what the round wins then is added
 *  to it. */
export async function reopenRounds(
  tx: BrandTransaction,
  freeRounds: BonusRounds,
  { accountId, awardId, now }: Followed,
): Promise<void> {
  const award = await lockAward(tx, accountId, awardId)
  if (!award?.expires_at || award.expires_at <= now) return
  const played = (await freeRounds.played(tx, [awardId])).get(awardId)
  const isCash = award.terms.wagering.timesE2 === 0
  const isOver = award.state === 'spent' || (award.state === 'converted' && isCash)
  if (isOver && played && (isCash || played.wonMinor === 0))
    await change(tx, award, { state: 'ready', ended_at: null, paid_minor: 0 })
}

/** Ends a bonus whose rounds are not all played: those that are left are lost, and what the others have won stays, unless the player gives
 *  the bonus up. */
export async function endRounds(
  tx: BrandTransaction,
  freeRounds: BonusRounds,
  award: AwardRow,
  of: { readonly accounts: PromoAccounts; readonly state: 'refused' | 'expired' | 'cancelled'; readonly now: Date },
): Promise<void> {
  const { state, now } = of
  const played = (await freeRounds.played(tx, [award.award_id])).get(award.award_id)
  await freeRounds.cancel(tx, award.award_id, now)
  const wonMinor = played?.wonMinor ?? 0
  const isCash = placeOfWin(award) === 'cash'
  if (state === 'expired' && played) await close(tx, award, { ...of, state, played })
  else
    await change(tx, award, {
      ...{ state, ended_at: now, paid_minor: isCash ? wonMinor : 0, removed_minor: isCash ? 0 : wonMinor },
    })
}

async function close(
  tx: BrandTransaction,
  award: AwardRow,
  of: {
    readonly accounts: PromoAccounts
    readonly played: RoundsPlayed
    readonly state: 'spent' | 'expired'
    readonly now: Date
  },
): Promise<void> {
  const { accounts, played, state, now } = of
  const { wonMinor } = played
  if (wonMinor === 0) return change(tx, award, { state, ended_at: now })
  if (placeOfWin(award) === 'cash')
    return change(tx, award, { state: 'converted', ended_at: now, paid_minor: wonMinor })
  await putBy(tx, award, { accounts, wonMinor, now })
}

/** Makes a bonus of what free rounds have won: it is played through as soon as no other one is. */
async function putBy(
  tx: BrandTransaction,
  award: AwardRow,
  { accounts, wonMinor, now }: { readonly accounts: PromoAccounts; readonly wonMinor: number; readonly now: Date },
): Promise<void> {
  await change(tx, award, {
    ...{ state: 'queued', granted_minor: wonMinor, target_minor: targetOf(award, wonMinor), counted: '0/1' },
    ...{ begun_at: null, expires_at: null, ended_at: null },
  })
  await beginNext(tx, accounts, { accountId: award.account_id, now })
}

function targetOf({ terms, deposit_minor: depositMinor }: AwardRow, bonusMinor: number): number {
  return wageringTarget(terms.wagering, { bonusMinor, depositMinor })
}

type AwardChange = Partial<
  Pick<
    AwardRow,
    | 'state'
    | 'granted_minor'
    | 'target_minor'
    | 'counted'
    | 'paid_minor'
    | 'removed_minor'
    | 'begun_at'
    | 'expires_at'
    | 'ended_at'
  >
>

async function change(tx: BrandTransaction, award: AwardRow, to: AwardChange): Promise<void> {
  await tx.update('promo_award', to).where('award_id', '=', award.award_id).execute()
  Object.assign(award, to)
}
