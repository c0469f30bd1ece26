import { wageringTarget } from '#machines/promo/awards/wagering.rules.ts'
import { type WinningsChange, winningsChange } from '#machines/promo/awards/winnings.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { noteDebt } from './award-debts.ts'
import { beginNext, endAward, settleAward } from './award-life.ts'
import { moveBonus, PROMO_POSTINGS, type PromoAccounts } from './award-money.ts'
import { type AwardRow, isWinnings, sizeOf, stakedBonus, winsBonus } from './award-rows.ts'

/** What the bet of a free bet has come to. */
interface FreebetResult {
  readonly betId: number
  /** How often it was settled or opened again. */
  readonly revision: number
  /** What it has won by now, which the house keeps for the bonus; 0 where it is open, lost or void. */
  readonly wonMinor: number
  readonly accounts: PromoAccounts
  readonly now: Date
}

/** What the player has by now. */
interface Held {
  cash: number
  bonus: number
}

/** Makes a bonus of what a free bet has won, by the same frozen terms, and makes that as large as it ought to be once the bet is settled
 *  again: what has become the player's money of it is taken back as far as there is some, and the rest is owed (PROMO-19).
 *  @param freebet locked, with the accounts of its player locked before */
export async function followWinnings(tx: BrandTransaction, freebet: AwardRow, of: FreebetResult): Promise<void> {
  const bonuses = await winningsOf(tx, freebet, of.betId)
  let leftMinor = of.wonMinor - bonuses.reduce((sum, bonus) => sum + sizeOf(bonus), 0)
  if (leftMinor === 0) return
  const held = { cash: of.accounts.cashMinor, bonus: of.accounts.bonusMinor }
  // What came last is the first to go.
  for (const bonus of leftMinor < 0 ? bonuses.toReversed() : bonuses)
    leftMinor -= await changeWinnings(tx, bonus, leftMinor, { ...of, held })
  if (leftMinor > 0) await giveWinnings(tx, freebet, leftMinor, { ...of, held })
}

/** The bonuses that a bet has won, the first of them first. */
function winningsOf(tx: BrandTransaction, freebet: AwardRow, betId: number): Promise<AwardRow[]> {
  return tx
    .select('promo_award')
    .selectAll('promo_award')
    .where('of_award_id', '=', freebet.award_id)
    .where('of_bet_id', '=', betId)
    .orderBy('award_id')
    .forNoKeyUpdate()
    .execute()
}

/** A bonus that a free bet has won. */
export type Won = Pick<AwardRow, 'award_id' | 'granted_minor' | 'changed_minor'>

/** What free bets have won, by the number of the free bet, the latest first; nothing of those whose winnings are money at once. */
export async function wonByFreebet(
  tx: BrandTransaction,
  freebets: readonly AwardRow[],
): Promise<ReadonlyMap<number, readonly Won[]>> {
  const ids = freebets.flatMap((one) => (winsBonus(one.terms) && !isWinnings(one) ? [one.award_id] : []))
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select('promo_award')
    .select(['award_id', 'of_award_id', 'granted_minor', 'changed_minor'])
    .where('of_award_id', 'in', ids)
    .orderBy('award_id', 'desc')
    .execute()
  return Map.groupBy(rows, ({ of_award_id }) => of_award_id ?? 0)
}

type Following = FreebetResult & { readonly held: Held }

/** Gives what was won more to a bonus, or takes what was won less from it. @returns what of it was this bonus's */
async function changeWinnings(
  tx: BrandTransaction,
  bonus: AwardRow,
  askedMinor: number,
  of: Following,
): Promise<number> {
  const { accounts, betId, revision, held, now } = of
  const { changed_minor: changedMinor, moved_minor: movedMinor } = bonus
  const change = winningsChange({ ...stakedBonus(bonus), changedMinor, movedMinor }, askedMinor, held)
  if (change.changeMinor === 0) return 0
  if (bonus.state === 'queued') await resize(tx, bonus, change.changeMinor, now)
  else {
    const { cash, bonus: ofBonus, owed } = change
    const reference = `bet/${betId}/${revision}`
    await moveBonus(tx, accounts, {
      ...{ kind: PROMO_POSTINGS.winnings, reference: `${bonus.award_id}/${reference}`, now },
      gains: { cash, bonus: ofBonus, promo: -(cash + ofBonus) },
    })
    await noteDebt(tx, { awardId: bonus.award_id, minor: owed, cause: 'undone', reference })
    await keepChange(tx, bonus, change)
    held.cash += cash
    held.bonus += ofBonus
    await endOrContinue(tx, bonus, of)
  }
  return change.changeMinor
}

/** A bonus that has not begun is as large as its bet says; one of which nothing is left never begins. */
async function resize(tx: BrandTransaction, bonus: AwardRow, changeMinor: number, now: Date): Promise<void> {
  const grantedMinor = bonus.granted_minor + changeMinor
  await change(tx, bonus, {
    ...{ granted_minor: grantedMinor, target_minor: targetOf(bonus, grantedMinor) },
    ...(grantedMinor === 0 ? ({ state: 'cancelled', ended_at: now } as const) : {}),
  })
}

async function keepChange(tx: BrandTransaction, bonus: AwardRow, of: WinningsChange): Promise<void> {
  const { changeMinor, movedMinor, owed } = of
  await change(tx, bonus, {
    changed_minor: bonus.changed_minor + changeMinor,
    moved_minor: bonus.moved_minor + movedMinor,
    owed_minor: bonus.owed_minor + owed,
    ...(bonus.state === 'active' ? { target_minor: targetOf(bonus, sizeOf(bonus) + changeMinor) } : {}),
    ...(bonus.state === 'converted' ? { late_minor: bonus.late_minor + changeMinor } : {}),
  })
}

/** Ends a bonus that is played through and of which nothing is left to play for; one that is smaller may be played through by now. One that
 *  was used up does not continue with what a stake of it wins later, once its own bet has won nothing. */
async function endOrContinue(tx: BrandTransaction, bonus: AwardRow, { held, now, ...of }: Following): Promise<void> {
  if (bonus.state === 'spent' && sizeOf(bonus) === 0) await change(tx, bonus, { state: 'cancelled' })
  if (bonus.state !== 'active') return
  const accounts = { ...of.accounts, cashMinor: held.cash, bonusMinor: held.bonus }
  if (sizeOf(bonus) === 0) await endAward(tx, bonus, { accounts, state: 'cancelled', now })
  else await settleAward(tx, bonus, { accounts, now })
  if (bonus.ended_at !== null) held.bonus = 0
}

/** Gives what a bet has won as a bonus, which is played through as soon as no other one is. */
async function giveWinnings(tx: BrandTransaction, freebet: AwardRow, wonMinor: number, of: Following): Promise<void> {
  const { account_id, campaign_id, currency, exponent, terms, terms_hash, most_stake_minor, payment_id } = freebet
  const { betId, revision, accounts, held, now } = of
  await tx
    .insert('promo_award', {
      ...{ account_id, campaign_id, currency, exponent, terms: storableJson(terms), terms_hash, most_stake_minor },
      ...{ payment_id, cause: `won/${betId}/${revision}`, of_award_id: freebet.award_id, of_bet_id: betId },
      ...{ state: 'queued', granted_minor: wonMinor, target_minor: targetOf(freebet, wonMinor), made_at: now },
    })
    .execute()
  const left = { ...accounts, cashMinor: held.cash, bonusMinor: held.bonus }
  await beginNext(tx, left, { accountId: account_id, now })
}

function targetOf({ terms }: Pick<AwardRow, 'terms'>, bonusMinor: number): number {
  return wageringTarget(terms.wagering, { bonusMinor, depositMinor: 0 })
}

async function change(tx: BrandTransaction, bonus: AwardRow, to: Partial<AwardRow>): Promise<void> {
  await tx
    .update('promo_award', to as object)
    .where('award_id', '=', bonus.award_id)
    .execute()
  Object.assign(bonus, to)
}
