import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { ErrorCode } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { beginNext, claimAward, endAward, giveAward } from './awards/award-life.ts'
import { lockPromoAccounts } from './awards/award-money.ts'
import { type AwardRow, givesFreeRounds, isWinnings, lockActiveAward, lockAward } from './awards/award-rows.ts'
import { converted } from './awards/award-terms.ts'
import { causeNow } from './awards/campaign-period.ts'
import { takeBackCharged } from './awards/charged-back.ts'
import { fundClaims } from './awards/deposit-claims.ts'
import {
  campaignsOf,
  canGive,
  hasDeposited,
  isIdentified,
  isIn,
  openTo,
  stillToHave,
  type Visiting,
  wantsNone,
} from './awards/entitlement.ts'
import { endRounds, type ShownAward, withRounds } from './awards/free-round-awards.ts'
import { wonByFreebet } from './awards/freebet-winnings.ts'
import { IS_FOR_LOSSES } from './awards/loss-awards.ts'
import { lossTaskOf, lossTimeOf, readLosses } from './awards/loss-rounds.ts'
import { poolStanding } from './awards/pool-standing.ts'
import { type CodeUse, checkCode, codesOf, redeemCode } from './awards/promo-codes.ts'
import { waitingAwards } from './awards/queued-awards.ts'
import { comeToday, streakOf } from './awards/streaks.ts'
import { IS_POOL, openTaskBets, taskStakes } from './awards/task-bets.ts'
import { type NewPlayer, welcome } from './awards/welcome.ts'
import type { CountedStake, NamedCampaign, PromoPorts, PromoSections, Rewarded } from './promo-ports.ts'

/** Bonuses of players. */
export type PromoService = ReturnType<typeof createPromo>

const SHOWN_STAKES = 200

/** Gives, shows and ends bonuses (PROMO-15). */
export function createPromo(ports: PromoPorts) {
  const { clock } = ports

  return {
    /** Campaigns that a player, or a guest (null), can have now, with what the player has of them already. */
    offers: (brandId: string, visitor: Visiting) => offers(ports, brandId, visitor),

    /** The bonuses of a player: those that hold, then the others, the latest first. */
    awards: (brandId: string, accountId: number): Promise<readonly ShownAward[]> =>
      inBrand(ports, brandId, async (tx, sections, now) =>
        shownAwards(tx, ports, await awardsOf(tx, accountId), dayOf(now, sections)),
      ),

    /** A bonus of a player with what every stake has counted, the latest first (PROMO-23). @throws AppError promo.award_unknown */
    award: (brandId: string, accountId: number, awardId: number) => award(ports, brandId, accountId, awardId),

    /** Minor units on a player's bonus account in a currency. */
    bonusHeld: (brandId: string, of: Pick<Rewarded, 'accountId' | 'currency'>) => bonusHeld(ports, brandId, of),

    /** Takes part in a campaign: its bonus is given at once, or with the deposit that it asks for.
     *  @throws AppError promo.campaign_unknown, promo.not_identified, promo.had_before, promo.budget_spent, promo.no_account, or the reason of the guard */
    claim: (brandId: string, player: Rewarded, campaignId: string) => claim(ports, brandId, player, campaignId),

    /** Whether the bonus for a verified identity is shown to a player: the brand shows it and offers it to them, they are not verified, and
     *  have made no deposit (PROMO-10). */
    isIdentificationShown: (brandId: string, player: Rewarded) => isIdentificationShown(ports, brandId, player),

    /** Gives or promises the bonus that a new player has chosen, within the transaction that makes the account (PROMO-24). */
    registered: async (tx: BrandTransaction, player: NewPlayer): Promise<void> =>
      welcome(tx, {
        ...{ ...player, sections: await ports.sections(tx.brandId), freeRounds: ports.freeRounds, now: clock() },
      }),

    /** Says what a code would give. @throws AppError promo.code_unknown, promo.code_over, promo.code_not_here, rate.limited, and as claim */
    check: (brandId: string, player: Rewarded, typed: string) => check(ports, brandId, player, typed),

    /** Enters a promo code, once for each player, and keeps what came of it (PROMO-20). @throws AppError as check */
    redeem: async (brandId: string, player: Rewarded, typed: string): Promise<number> =>
      awarded(
        await inBrand(ports, brandId, (tx, sections, now) => redeemCode(tx, ports, { player, typed, sections, now })),
      ),

    /** Codes that a player has tried, the latest first. */
    codes: (brandId: string, accountId: number): Promise<readonly CodeUse[]> =>
      inBrand(ports, brandId, (tx, sections) => codesOf(tx, accountId, sections)),

    /** Gives up a bonus: what is left of it is the house's, the player's own money stays (PROMO-6). One that has ended stays as it is.
     *  @throws AppError promo.award_unknown */
    refuse: (brandId: string, { accountId, awardId }: { readonly accountId: number; readonly awardId: number }) =>
      inBrand(ports, brandId, (tx, _sections, now) => end(tx, ports, { accountId, awardId, state: 'refused', now })),

    /** Gives a bonus at the desk. @throws AppError as claim */
    grant: (
      brandId: string,
      of: { readonly player: Rewarded; readonly campaignId: string; readonly reference: string },
    ) => grant(ports, brandId, of),

    /** Gives what was promised for deposits that have arrived since. @returns how many */
    fundClaims: (brandId: string, accountId?: number) => fundAll(ports, brandId, accountId),

    /** Counts bets on sport that were settled since, and losses at games, toward the bonuses that go by them, and begins what has waited for
     *  its player. @returns how many */
    countBets: (brandId: string) => countAll(ports, brandId),

    /** Takes back the bonuses of deposits that were charged back. @returns how many */
    takeBackCharged: (brandId: string): Promise<number> =>
      inBrand(ports, brandId, (tx, _sections, now) => takeBackCharged(tx, { freeRounds: ports.freeRounds, now })),

    /** Gives up the bonus that a withdrawal ends, in the transaction that holds its amount. */
    withdrawing: (
      tx: BrandTransaction,
      of: { readonly accountId: number; readonly currency: string; readonly now: Date },
    ) => withdrawing(ports, tx, of),

    /** Ends the bonuses of a brand whose time is over. @returns how many */
    expire: (brandId: string) => expire(ports, brandId),
  }
}

function fundAll(ports: PromoPorts, brandId: string, accountId?: number): Promise<number> {
  const { freeRounds, guard } = ports
  return inBrand(ports, brandId, (tx, sections, now) => fundClaims(tx, { accountId, sections, freeRounds, guard, now }))
}

function countAll(ports: PromoPorts, brandId: string): Promise<number> {
  const { freeRounds, games, guard } = ports
  return inBrand(ports, brandId, async (tx, sections, now) => {
    await beginWaiting(tx, ports, { group: sections.responsible?.exclusionGroup ?? '', now })
    return ports.countBets(tx, now, { sections, freeRounds, games, guard })
  })
}

function inBrand<Result>(
  ports: PromoPorts,
  brandId: string,
  work: (tx: BrandTransaction, sections: PromoSections, now: Date) => Promise<Result>,
) {
  const { db, clock } = ports
  return ports
    .sections(brandId)
    .then((sections) => forBrand(db, brandId).transaction((tx) => work(tx, sections, clock())))
}

function offers(ports: PromoPorts, brandId: string, visitor: Visiting) {
  return inBrand(ports, brandId, async (tx, sections, now) => {
    const { accountId, country } = visitor
    const today = dayOf(now, sections)
    const had = accountId === null ? [] : await shownAwards(tx, ports, await awardsOf(tx, accountId), today)
    const shown = campaignsOf(sections, { country, now }).filter(isOpenToAll)
    const stillOpen = new Set(await stillToHave(tx, visitor, shown, now))
    const isOfNow = ({ campaign: { trigger } }: NamedCampaign, { cause, ended_at, streak_day }: ShownAward) =>
      cause === causeNow(trigger, now, sections) || streak_day === today || (streak_day !== null && ended_at === null)
    return shown.flatMap((named) => {
      const own = had.filter(({ campaign_id }) => campaign_id === named.id)
      const award = own.find((one) => isOfNow(named, one)) ?? null
      return stillOpen.has(named) || award ? [{ ...named, award }] : []
    })
  })
}

function award(ports: PromoPorts, brandId: string, accountId: number, awardId: number) {
  return inBrand(ports, brandId, async (tx, sections, now) => {
    const row = await lockAward(tx, accountId, awardId)
    const [award] = await shownAwards(tx, ports, row ? [row] : [], dayOf(now, sections))
    if (!award) throw new AppError('promo.award_unknown')
    const { tasks, ...losses } = await taskOf(tx, ports, award, sections)
    const pool = await poolStanding(tx, award, sections)
    return {
      award: { ...award, ...losses, ...(pool ? { pool } : {}) },
      stakes: [...(await stakesOf(tx, awardId)), ...tasks],
    }
  })
}

/** What the bets or rounds of a bonus have counted that is given for them; none of any other one. */
async function taskOf(
  tx: BrandTransaction,
  { games }: Pick<PromoPorts, 'games'>,
  award: AwardRow,
  sections: PromoSections,
): Promise<{ readonly tasks: readonly CountedStake[]; readonly netLossMinor?: number }> {
  if (isWinnings(award)) return { tasks: [] }
  if (award.terms.trigger.on === 'bets') return { tasks: await taskStakes(tx, award) }
  const task = lossTaskOf(award, sections)
  if (!task) return { tasks: [] }
  const { latest, netMinor } = await readLosses(tx, { player: award, task, time: lossTimeOf(award), games })
  return { tasks: latest, netLossMinor: netMinor }
}

function bonusHeld(
  ports: PromoPorts,
  brandId: string,
  { accountId, currency }: Pick<Rewarded, 'accountId' | 'currency'>,
): Promise<number> {
  return inBrand(ports, brandId, async (tx) => {
    const accounts = await listCurrencyAccounts(tx, accountId)
    return accounts.find((one) => one.kind === 'bonus' && one.currency === currency)?.balanceMinor ?? 0
  })
}

function claim(ports: PromoPorts, brandId: string, player: Rewarded, campaignId: string): Promise<number> {
  return inBrand(ports, brandId, async (tx, sections, now) => {
    const open = campaignsOf(sections, { country: player.country, now }).filter(isOpenToAll)
    const chosen = open.filter(({ id }) => id === campaignId)
    if (await wantsNone(tx, player.accountId)) throw new AppError('promo.opted_out')
    const [named] = await openTo(tx, player, chosen, now)
    if (!named) throw new AppError('promo.campaign_unknown')
    const { on, streakDays } = named.campaign.trigger
    if (on === 'identification' && !(await isIdentified(tx, player.accountId)))
      throw new AppError('promo.not_identified')
    await admit(tx, ports, player, now, premiumOf(named, player, sections))
    const cause = causeNow(named.campaign.trigger, now, sections)
    const of = { player, named, sections, freeRounds: ports.freeRounds, now, cause, isWanted: true }
    if (streakDays !== undefined) return awarded(await comeToday(tx, of))
    const isPromise = on === 'deposit' || on === 'bets' || on === 'losses'
    return awarded(isPromise ? await claimAward(tx, of) : await giveAward(tx, of))
  })
}

function isIdentificationShown(ports: PromoPorts, brandId: string, player: Rewarded): Promise<boolean> {
  return inBrand(ports, brandId, async (tx, sections, now) => {
    const { identificationBonusId: id } = sections.promo
    if (!sections.boolean.isIdentificationBonusShown) return false
    if (!campaignsOf(sections, { country: player.country, now }).some((named) => named.id === id)) return false
    return !(await isIdentified(tx, player.accountId)) && !(await hasDeposited(tx, player.accountId))
  })
}

async function check(ports: PromoPorts, brandId: string, player: Rewarded, typed: string): Promise<NamedCampaign> {
  const outcome = await inBrand(ports, brandId, (tx, sections, now) =>
    checkCode(tx, ports, { player, typed, sections, now }),
  )
  if ('refusal' in outcome) throw new AppError(outcome.refusal, outcome.params)
  return outcome.named
}

function grant(
  ports: PromoPorts,
  brandId: string,
  {
    player,
    campaignId,
    reference,
  }: { readonly player: Rewarded; readonly campaignId: string; readonly reference: string },
): Promise<number> {
  return inBrand(ports, brandId, async (tx, sections, now) => {
    const campaign = Object.hasOwn(sections.promo.campaigns, campaignId)
      ? sections.promo.campaigns[campaignId]
      : undefined
    if (campaign?.trigger.on !== 'desk' || !canGive(campaign, sections)) throw new AppError('promo.campaign_unknown')
    if (!isIn(campaign, player.country)) throw new AppError('promo.code_not_here')
    await admit(tx, ports, player, now)
    const named = { id: campaignId, campaign }
    return awarded(
      await giveAward(tx, {
        player,
        named,
        sections,
        freeRounds: ports.freeRounds,
        now,
        cause: `desk/${reference}`,
      }),
    )
  })
}

async function withdrawing(
  ports: PromoPorts,
  tx: BrandTransaction,
  { accountId, currency, now }: { readonly accountId: number; readonly currency: string; readonly now: Date },
): Promise<void> {
  const award = await lockActiveAward(tx, { accountId, currency })
  if (award?.terms.wagering.endsByWithdrawal)
    await end(tx, ports, { accountId, awardId: award.award_id, currency, state: 'refused', now })
}

function expire(ports: PromoPorts, brandId: string): Promise<number> {
  return inBrand(ports, brandId, async (tx, _sections, now) => {
    const rows = await overdue(tx, now)
    const [idle, others] = [rows.filter(({ isIdle }) => isIdle), rows.filter(({ isIdle }) => !isIdle)]
    const idleIds = idle.map(({ awardId }) => awardId)
    await expireIdle(tx, idleIds, now)
    for (const { accountId, awardId, currency } of others)
      await end(tx, ports, { accountId, awardId, currency, state: 'expired', now })
    return rows.length
  })
}

/** Bonuses whose time is over, and that nothing else ends. */
function overdue(tx: BrandTransaction, now: Date) {
  return (
    tx
      .select('promo_award')
      .select(['account_id as accountId', 'award_id as awardId', 'currency', IS_IDLE.as('isIdle')])
      .where('state', 'in', ['claimed', 'queued', 'active', 'ready'])
      .where('expires_at', '<=', now)
      .where(({ not, exists }) => not(exists(openTaskBets)))
      // A promise for losses ends when they are worked out.
      .where(({ not, and }) => not(and([IS_FOR_LOSSES, sql<boolean>`promo_award.state = 'claimed'`])))
      // A pool is shared out when its campaign has ended, and its promises end by that.
      .where(({ not, and }) => not(and([IS_POOL, sql<boolean>`promo_award.state = 'claimed'`])))
      .orderBy('award_id')
      .limit(500)
      .execute()
  )
}

/** Promises, and what was to be put on a bet and has cost nothing: no money moves with their end, and nobody's turn comes by it. */
const IS_IDLE = sql<boolean>`(promo_award.state = 'claimed' or (promo_award.state = 'ready'
  and promo_award.premium_minor = 0 and coalesce(promo_award.terms -> 'reward' ->> 'kind', '') in ('double', 'powerbet', 'insurance')))`

/** Ends such bonuses together. One that was kept or used meanwhile is left as it is. */
async function expireIdle(tx: BrandTransaction, awardIds: readonly number[], now: Date): Promise<void> {
  if (awardIds.length === 0) return
  await tx
    .update('promo_award', { state: 'expired', ended_at: now })
    .where(sql<boolean>`award_id = any (${awardIds}::bigint[])`)
    .where(IS_IDLE)
    .where('expires_at', '<=', now)
    .execute()
}

/** Begins what waits for its turn, of players who are not away by what the brand's own group knows. */
async function beginWaiting(
  tx: BrandTransaction,
  { guard }: PromoPorts,
  of: { readonly group: string; readonly now: Date },
): Promise<void> {
  const { now } = of
  for (const { account_id: accountId, currency } of await waitingAwards(tx, of)) {
    if (await guard(tx, { path: 'casino', accountId, currency, amountMinor: 0, now })) continue
    const accounts = await lockPromoAccounts(tx, { accountId, currency, now })
    if (accounts) await beginNext(tx, accounts, { accountId, isHere: true, now })
  }
}

async function admit(
  tx: BrandTransaction,
  { guard }: PromoPorts,
  player: Rewarded,
  now: Date,
  amountMinor = 0,
): Promise<void> {
  const refusal = await guard(tx, { path: 'casino', ...player, amountMinor, now })
  if (refusal) throw new AppError(refusal.reason, refusal.params)
}

/** What a player pays for a bonus, in their currency. */
function premiumOf({ campaign }: NamedCampaign, { currency }: Rewarded, { global }: PromoSections): number {
  return converted(campaign.reward.premiumMinor ?? 0, { from: global.defaultCurrency, to: currency, global })
}

async function shownAwards(
  tx: BrandTransaction,
  { freeRounds }: PromoPorts,
  awards: readonly AwardRow[],
  today: string,
): Promise<ShownAward[]> {
  const shown = await withRounds(tx, freeRounds, awards)
  const won = await wonByFreebet(tx, awards)
  return shown.map((award) => {
    const streak = streakOf(award, today)
    const winnings = won.get(award.award_id)
    return { ...award, ...(streak ? { streak } : {}), ...(winnings ? { winnings } : {}) }
  })
}

function awarded(
  outcome: { readonly awardId: number } | { readonly refusal: ErrorCode; readonly params?: MoneyRefusal['params'] },
): number {
  if ('refusal' in outcome) throw new AppError(outcome.refusal, outcome.params)
  return outcome.awardId
}

async function end(
  tx: BrandTransaction,
  { freeRounds }: PromoPorts,
  of: {
    readonly accountId: number
    readonly awardId: number
    /** Its currency, where it is known. */
    readonly currency?: string
    readonly state: 'refused' | 'expired'
    readonly now: Date
  },
): Promise<AwardRow> {
  const { accountId, awardId, state, now } = of
  const currency = of.currency ?? (await currencyOf(tx, accountId, awardId))
  // The accounts are locked before the award, as by every stake.
  const accounts = currency !== undefined && (await lockPromoAccounts(tx, { accountId, currency, now }))
  const award = await lockAward(tx, accountId, awardId)
  if (!award || !accounts) throw new AppError('promo.award_unknown')
  if (award.state === 'staked') throw new AppError('promo.freebet_staked')
  if (award.state === 'ready' && givesFreeRounds(award.terms))
    await endRounds(tx, freeRounds, award, { accounts, state, now })
  else if (award.ended_at === null) await endAward(tx, award, { accounts, state, now })
  return award
}

async function currencyOf(tx: BrandTransaction, accountId: number, awardId: number): Promise<string | undefined> {
  const row = await tx
    .select('promo_award')
    .select('currency')
    .where('account_id', '=', accountId)
    .where('award_id', '=', awardId)
    .executeTakeFirst()
  return row?.currency
}

/** Whether a campaign is shown to everybody: those of codes and of the desk are for whom they are given to. */
function isOpenToAll({ campaign: { trigger } }: NamedCampaign): boolean {
  return trigger.on !== 'desk' && trigger.on !== 'code'
}

function awardsOf(tx: BrandTransaction, accountId: number): Promise<AwardRow[]> {
  return tx
    .select('promo_award')
    .selectAll('promo_award')
    .where('account_id', '=', accountId)
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('award_id', 'desc')
    .limit(200)
    .execute()
}

async function stakesOf(tx: BrandTransaction, awardId: number): Promise<CountedStake[]> {
  return tx
    .select('promo_stake')
    .select(['source', 'source_id as sourceId', 'product', 'game_id as gameId', 'cash_minor as cashMinor'])
    .select(['bonus_minor as bonusMinor', 'counted', 'reason', 'share_ppm as sharePpm', 'staked_at as stakedAt'])
    .where('award_id', '=', awardId)
    .orderBy('staked_at', 'desc')
    .orderBy('source_id', 'desc')
    .limit(SHOWN_STAKES)
    .execute()
}

/** The day in the brand's zone, yyyy-MM-dd: a bonus of a day is given once in it, be it 23 or 25 hours long. */
function dayOf(now: Date, { global: { timeZone } }: PromoSections): string {
  return zoneDay(now.getTime(), timeZone)
}
