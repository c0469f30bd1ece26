import { sql } from 'kysely'
import { convertBonus, isPlayedThrough } from '#machines/promo/awards/wagering.rules.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { AwardState } from '#server/db/tables/promo-tables.ts'
import type { BonusRounds, NamedCampaign, PromoSections, Rewarded } from '../promo-ports.ts'
import { forgiveUndone } from './award-debts.ts'
import { lockPromoAccounts, moveBonus, PROMO_POSTINGS, type PromoAccounts } from './award-money.ts'
import { givePoints, givesPoints, lockForPoints } from './award-points.ts'
import {
  type AwardRow,
  givesFreebet,
  givesFreeRounds,
  givesToken,
  isWinnings,
  progressOf,
  sizeOf,
  termsHash,
} from './award-rows.ts'
import { awardAmounts } from './award-terms.ts'
import { periodEnd } from './campaign-period.ts'
import { personalRefusal } from './entitlement.ts'
import { maybeAway } from './queued-awards.ts'

/** What an award is made for. */
export interface AwardCause {
  readonly player: Rewarded
  readonly named: NamedCampaign
  /** A campaign gives a player one award for each cause. */
  readonly cause: string
  readonly sections: PromoSections
  readonly freeRounds: BonusRounds
  /** Whether the player was asked already whether they want bonuses, and does. */
  readonly isWanted?: boolean
  readonly now: Date
}

/** Why no award was made: the key of a text. */
export type AwardRefusal =
  | 'promo.had_before'
  | 'promo.budget_spent'
  | 'promo.no_account'
  | 'promo.gives_nothing'
  | 'promo.too_young'
  | 'promo.once_only'
  | 'promo.not_audience'
  | 'promo.opted_out'
  | 'promo.streak_today'
  | 'balance.too_low'

/** The number of an award, or why there is none. */
export type AwardOutcome = { readonly awardId: number } | { readonly refusal: AwardRefusal }

/** Promises an award that waits for its deposit; its terms are frozen from now on (PROMO-16). A promise that came to nothing, since the
 *  player gave it up or its time ran out before any deposit, can be made a second time. */
export async function claimAward(tx: BrandTransaction, of: AwardCause): Promise<AwardOutcome> {
  const { player, named, sections, now } = of
  const refusal = await personalRefusal(tx, { ...of, accountId: player.accountId })
  if (refusal) return { refusal }
  const expiry = { state: 'claimed', expires_at: promiseExpiry(named.campaign, now, sections) } as const
  const row = await tx
    .insert('promo_award', newAward(of, expiry))
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'account_id', 'campaign_id', 'cause'])
        .doUpdateSet((made) => ({
          ...{ ...expiry, ended_at: null, made_at: now, currency: player.currency },
          ...{ terms: made.ref('excluded.terms'), terms_hash: made.ref('excluded.terms_hash') },
        }))
        .where('promo_award.state', 'in', ['refused', 'expired'])
        .where('promo_award.granted_minor', '=', 0)
        // Bets that were placed on a promise are not exchanged for others by giving it up.
        .where(({ not, exists }) => not(exists(sql`(${betsOfPromise})`))),
    )
    .returning('award_id')
    .executeTakeFirst()
  return row === undefined ? { refusal: 'promo.had_before' } : { awardId: row.award_id }
}

const betsOfPromise = sql`select from promo_task_bet
  where promo_task_bet.brand_id = promo_award.brand_id and promo_task_bet.award_id = promo_award.award_id`

/** Gives an award that waits for nothing: its money is the player's bonus at once, or as soon as another one has ended. What is refused
 *  leaves nothing behind. */
export async function giveAward(tx: BrandTransaction, of: AwardCause): Promise<AwardOutcome> {
  const { player, now } = of
  await lockForPoints(tx, of.named.campaign, { ...player, now })
  const accounts = await lockPromoAccounts(tx, { ...player, now })
  if (!accounts) return { refusal: 'promo.no_account' }
  if (await hadBefore(tx, of)) return { refusal: 'promo.had_before' }
  const refusal = await personalRefusal(tx, { ...of, accountId: player.accountId })
  if (refusal) return { refusal }
  const gift = await pay(tx, of, 0)
  if ('refusal' in gift) return gift
  if (accounts.cashMinor < gift.premium_minor) return { refusal: 'balance.too_low' }
  const awardId = await insertAward(tx, of, { ...givenState(of), ...gift })
  if (awardId === undefined)
    throw new Error(`the campaign ${of.named.id} has given ${of.cause} to the player meanwhile`)
  await begin(tx, accounts, { ...of, awardId, grantedMinor: gift.granted_minor })
  await payPremium(tx, accounts, { awardId, premiumMinor: gift.premium_minor, now })
  return { awardId }
}

/** Gives what was promised for a deposit; what cannot be given is taken away. */
export async function fundClaim(
  tx: BrandTransaction,
  of: AwardCause & {
    readonly awardId: number
    /** Those of the player, where they are locked already. */
    readonly accounts?: PromoAccounts | null
    readonly depositMinor: number
    /** What the player owes of an earlier bonus: it is given less by so much. */
    readonly owedMinor?: number
    /** The deposit that brings it. */
    readonly paymentId?: number
    readonly reference?: string
  },
): Promise<void> {
  const { player, awardId, depositMinor, paymentId = null, now } = of
  const accounts = of.accounts ?? (await lockPromoAccounts(tx, { ...player, now }))
  if (!accounts) return
  const gift = await pay(tx, of, depositMinor, of.owedMinor)
  const change =
    'refusal' in gift
      ? ({ state: 'cancelled', ended_at: now } as const)
      : ({ ...givenState(of), ...gift, payment_id: paymentId } as const)
  await tx.update('promo_award', change).where('award_id', '=', awardId).execute()
  if (!('refusal' in gift)) await begin(tx, accounts, { ...of, grantedMinor: gift.granted_minor })
}

/** A free bet, free rounds and what is put on a bet can be used at once, and points are the player's; any other bonus waits for its turn. */
function givenState({ named, now }: Pick<AwardCause, 'named' | 'now'>) {
  const { campaign } = named
  if (givesPoints(campaign))
    return { state: 'converted', begun_at: now, ended_at: now, expires_at: expiryOf(campaign, now) } as const
  return givesFreebet(campaign) || givesFreeRounds(campaign) || givesToken(campaign)
    ? ({ state: 'ready', begun_at: now, expires_at: expiryOf(named.campaign, now) } as const)
    : ({ state: 'queued', expires_at: null } as const)
}

async function begin(
  tx: BrandTransaction,
  accounts: PromoAccounts,
  of: AwardCause & {
    readonly awardId: number
    readonly grantedMinor: number
    readonly reference?: string
  },
): Promise<void> {
  const { player, named, now, awardId, grantedMinor } = of
  const { freeRounds } = named.campaign.reward
  if (givesFreeRounds(named.campaign) && freeRounds) {
    const { exponent = 2 } = of.sections.global.currencies[player.currency] ?? {}
    const stakeMinor = grantedMinor / freeRounds.rounds
    const expiresAt = expiryOf(named.campaign, now)
    await of.freeRounds.give(tx, { awardId, player, exponent, campaign: named.campaign, stakeMinor, expiresAt, now })
    return
  }
  if (givesToken(named.campaign)) return
  const { points } = named.campaign.reward
  if (givesPoints(named.campaign) && points)
    return givePoints(tx, { ...player, awardId, points: points.points, expiresAt: expiryOf(named.campaign, now), now })
  if (!givesFreebet(named.campaign)) return beginNext(tx, accounts, { accountId: player.accountId, now })
  const gains = { freebet: grantedMinor, promo: -grantedMinor }
  const { reference = String(awardId) } = of
  await moveBonus(tx, accounts, { kind: PROMO_POSTINGS.grant, reference, gains, now })
}

/** Takes what an insurance costs from the player's own money. */
async function payPremium(
  tx: BrandTransaction,
  accounts: PromoAccounts,
  { awardId, premiumMinor, now }: { readonly awardId: number; readonly premiumMinor: number; readonly now: Date },
): Promise<void> {
  const gains = { cash: -premiumMinor, promo: premiumMinor }
  await moveBonus(tx, accounts, { kind: PROMO_POSTINGS.premium, reference: String(awardId), gains, now })
}

/** Ends an award with money that is left of it: what is paid becomes cash, the rest is the house's again (PROMO-15). */
export async function endAward(
  tx: BrandTransaction,
  award: AwardRow,
  of: {
    readonly accounts: PromoAccounts
    readonly state: 'converted' | 'spent' | 'refused' | 'expired' | 'cancelled'
    readonly now: Date
  },
): Promise<void> {
  const { accounts, state, now } = of
  if (givesToken(award.terms)) return endToken(tx, award, { accounts, state, now })
  if (award.state === 'ready') return endFreebet(tx, award, { accounts, state, now })
  const heldMinor = award.state === 'active' ? accounts.bonusMinor : 0
  const { capTimesE2, release } = award.terms.wagering
  const terms = { bonusMinor: sizeOf(award), capTimesE2, release }
  const { paidMinor } = state === 'converted' ? convertBonus(heldMinor, terms) : { paidMinor: 0 }
  const removedMinor = heldMinor - paidMinor
  const reference = String(award.award_id)
  const conversion = { cash: paidMinor, bonus: -paidMinor }
  const removal = { promo: removedMinor, bonus: -removedMinor }
  await moveBonus(tx, accounts, { kind: PROMO_POSTINGS.conversion, reference, gains: conversion, now })
  await moveBonus(tx, accounts, { kind: PROMO_POSTINGS.removal, reference, gains: removal, now })
  await tx
    .update('promo_award', { state, ended_at: now, paid_minor: paidMinor, removed_minor: removedMinor })
    .where('award_id', '=', award.award_id)
    .execute()
  Object.assign(award, { state, ended_at: now, paid_minor: paidMinor, removed_minor: removedMinor })
  if (isWinnings(award)) await forgiveUndone(tx, award)
  await beginNext(tx, { ...accounts, bonusMinor: 0 }, { accountId: award.account_id, now })
}

/** Ends what was never put on a bet that counted: what the player has paid for it comes back. */
async function endToken(
  tx: BrandTransaction,
  award: AwardRow,
  { accounts, state, now }: { readonly accounts: PromoAccounts; readonly state: AwardState; readonly now: Date },
): Promise<void> {
  const { award_id, premium_minor: premiumMinor } = award
  const gains = { cash: premiumMinor, promo: -premiumMinor }
  await moveBonus(tx, accounts, { kind: PROMO_POSTINGS.premiumBack, reference: String(award_id), gains, now })
  await tx.update('promo_award', { state, ended_at: now }).where('award_id', '=', award_id).execute()
  Object.assign(award, { state, ended_at: now })
}

/** Takes a free bet back that was not used. */
async function endFreebet(
  tx: BrandTransaction,
  award: AwardRow,
  { accounts, state, now }: { readonly accounts: PromoAccounts; readonly state: AwardState; readonly now: Date },
): Promise<void> {
  const { award_id, granted_minor: removedMinor } = award
  const gains = { promo: removedMinor, freebet: -removedMinor }
  await moveBonus(tx, accounts, { kind: PROMO_POSTINGS.removal, reference: String(award_id), gains, now })
  await tx
    .update('promo_award', { state, ended_at: now, removed_minor: removedMinor })
    .where('award_id', '=', award_id)
    .execute()
  Object.assign(award, { state, ended_at: now })
}

/** Ends an award that is played through, or whose money is used up; leaves any other as it is. */
export async function settleAward(
  tx: BrandTransaction,
  award: AwardRow,
  { accounts, now }: { readonly accounts: PromoAccounts; readonly now: Date },
): Promise<void> {
  if (award.state !== 'active') return
  if (isPlayedThrough(progressOf(award))) await endAward(tx, award, { accounts, state: 'converted', now })
  else if (accounts.bonusMinor === 0 && !(await hasOpenStakes(tx, award)))
    await endAward(tx, award, { accounts, state: 'spent', now })
}

async function hasOpenStakes(tx: BrandTransaction, award: AwardRow): Promise<boolean> {
  const { award_id, account_id, currency, begun_at } = award
  const bet = await tx
    .select('bet')
    .select('bet_id')
    .where('account_id', '=', account_id)
    .where('currency', '=', currency)
    .where('state', '=', 'open')
    .where('created_at', '>=', begun_at ?? new Date(0))
    .limit(1)
    .executeTakeFirst()
  if (bet) return true
  const row = await tx
    .select('promo_stake')
    .select('source_id')
    .where('award_id', '=', award_id)
    .where('over_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a campaign has given a player something for a cause, or has promised it and the promise holds. */
export async function hadBefore(
  tx: BrandTransaction,
  { player, named, cause }: Pick<AwardCause, 'player' | 'named' | 'cause'>,
): Promise<boolean> {
  const row = await tx
    .select('promo_award')
    .select(['granted_minor', 'ended_at'])
    .where('account_id', '=', player.accountId)
    .where('campaign_id', '=', named.id)
    .where('cause', '=', cause)
    .executeTakeFirst()
  return row !== undefined && (row.granted_minor > 0 || row.ended_at === null)
}

async function insertAward(tx: BrandTransaction, of: AwardCause, more: AwardStart): Promise<number | undefined> {
  const row = await tx
    .insert('promo_award', newAward(of, more))
    .onConflict((conflict) => conflict.doNothing())
    .returning('award_id')
    .executeTakeFirst()
  return row?.award_id
}

/** How an award begins. */
type AwardStart = Pick<AwardRow, 'state' | 'expires_at'> & {
  readonly begun_at?: Date
  readonly ended_at?: Date
} & Partial<Gift>

function newAward({ player, named, cause, sections, now }: AwardCause, more: AwardStart) {
  return {
    ...{ account_id: player.accountId, campaign_id: named.id, cause, made_at: now, ...more },
    ...{ terms: storableJson(named.campaign), terms_hash: termsHash(named.campaign) },
    ...{ currency: player.currency, exponent: sections.global.currencies[player.currency]?.exponent ?? 2 },
  }
}

/** What an award gives and asks for, as its row keeps it. */
type Gift = Readonly<
  Record<
    'granted_minor' | 'deposit_minor' | 'target_minor' | 'most_stake_minor' | 'charged_minor' | 'premium_minor',
    number
  >
>

/** Works out an award and charges its budget. @returns what it gives, or why it gives nothing */
async function pay(
  tx: BrandTransaction,
  { player, named, sections, freeRounds }: AwardCause,
  depositMinor: number,
  owedMinor = 0,
): Promise<Gift | { readonly refusal: AwardRefusal }> {
  const { currency } = player
  const roundMinor = givesFreeRounds(named.campaign)
    ? ((await freeRounds.stakeFor(tx, player, named.campaign)) ?? 0)
    : 0
  const amounts = awardAmounts(named.campaign, {
    currency,
    depositMinor,
    owedMinor,
    roundMinor,
    global: sections.global,
  })
  if (amounts.grantedMinor === 0) return { refusal: 'promo.gives_nothing' }
  if (!(await charge(tx, named, amounts.chargedMinor))) return { refusal: 'promo.budget_spent' }
  return {
    ...{ granted_minor: amounts.grantedMinor, deposit_minor: depositMinor, target_minor: amounts.targetMinor },
    ...{ most_stake_minor: amounts.mostStakeMinor, charged_minor: amounts.chargedMinor },
    premium_minor: amounts.premiumMinor,
  }
}

/** Takes an amount from a campaign's budget. @returns false when it has not that much left: two players at once cannot both have the last */
export async function charge(tx: BrandTransaction, { id, campaign }: NamedCampaign, minor: number): Promise<boolean> {
  const take = async () => {
    const row = await tx
      .update('promo_budget', { charged_minor: sql<number>`charged_minor + ${minor}` as unknown as number })
      .where('campaign_id', '=', id)
      .where(sql<boolean>`charged_minor + ${minor} <= ${campaign.budgetMinor}`)
      .returning('charged_minor')
      .executeTakeFirst()
    return row !== undefined
  }
  if (await take()) return true
  // It may be the first of its campaign, here or by somebody who is doing the same.
  await tx
    .insert('promo_budget', { campaign_id: id, charged_minor: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return take()
}

/** Begins the bonus that has waited longest, when none is played through in the currency; one of a player on a break waits until they are
 *  back.
 *  @param of.isHere whether it is known that the player is on no break */
export async function beginNext(
  tx: BrandTransaction,
  accounts: PromoAccounts,
  { accountId, isHere = false, now }: { readonly accountId: number; readonly isHere?: boolean; readonly now: Date },
): Promise<void> {
  const next = await tx
    .select('promo_award')
    .selectAll('promo_award')
    .select((isHere ? sql<boolean>`false` : sql<boolean>`state = 'queued' and ${maybeAway(now)}`).as('isAway'))
    .where('account_id', '=', accountId)
    .where('currency', '=', accounts.currency)
    .where('state', 'in', ['active', 'queued'])
    .orderBy('state')
    .orderBy('award_id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (next?.state !== 'queued' || next.isAway) return
  const gains = { bonus: next.granted_minor, promo: -next.granted_minor }
  await moveBonus(tx, accounts, { kind: PROMO_POSTINGS.grant, reference: String(next.award_id), gains, now })
  const begun = { state: 'active', begun_at: now, expires_at: expiryOf(next.terms, now) } as const
  await tx.update('promo_award', begun).where('award_id', '=', next.award_id).execute()
  // Without wagering it is the player's at once.
  const held = { ...accounts, bonusMinor: accounts.bonusMinor + next.granted_minor }
  await settleAward(tx, { ...next, ...begun }, { accounts: held, now })
}

/** A promise holds as long as its bonus, or to the end of the day, week or month for which it is; one of a share in a pool as long as the
 *  campaign. */
function promiseExpiry(campaign: Campaign, now: Date, sections: PromoSections): Date {
  const isPool = campaign.trigger.bets?.rule === 'pool'
  if (isPool && campaign.endsAt !== undefined) return new Date(campaign.endsAt)
  const [life, end] = [expiryOf(campaign, now), periodEnd(campaign.trigger, now, sections)]
  return end && end < life ? end : life
}

function expiryOf({ lifeMs }: Pick<Campaign, 'lifeMs'>, now: Date): Date {
  return new Date(now.getTime() + lifeMs)
}
