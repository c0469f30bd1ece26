import { sql } from 'kysely'
import { bonusValue } from '#machines/promo/awards/bonus-value.rules.ts'
import { shareE4 } from '#machines/promo/awards/reward.rules.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BetState } from '#server/db/tables/bet-tables.ts'
import { awardAmounts, converted } from '../awards/award-terms.ts'
import type { PromoSections } from '../promo-ports.ts'

/** What a campaign would have cost in the days before, had it run then and had everybody taken it. Amounts are minor units of the default
 *  currency. */
export interface CampaignPreview {
  readonly days: number
  /** Players who would have got one or more. */
  readonly players: number
  /** What they would have been given, up to the budget. */
  readonly givenMinor: number
  /** What of that would have become their money. */
  readonly costMinor: number
  /** After how many days the budget would have been spent; null when it outlasts the days. */
  readonly budgetDays: number | null
}

/** Something that a player did, and what the reward goes by: a deposit, or what bets have lost or staked; 0 of what has no amount. */
interface Occasion {
  readonly accountId: number
  readonly currency: string
  readonly amountMinor: number
  readonly at: Date
}

const DAYS = 30
const DAY_MS = 86_400_000
/** The longest wagering whose value is worked out, in hundredths of the bonus; beyond it next to nothing is kept. */
const MOST_TIMES_E2 = 10_000
/** So many of the earliest occasions are looked at. */
const MOST_ROWS = 100_000

type BetsOfTask = NonNullable<Campaign['trigger']['bets']>

/** Plays a campaign over the last 30 days of the brand, before it runs: each player who would have met its trigger takes it, once except
 *  for the bonus of a day (PROMO-15). @returns null where nothing in the past says who would have got it: at the desk, by a code, and of
 *  an audience */
export async function campaignPreview(
  tx: BrandTransaction,
  campaign: Campaign,
  { global, now }: { readonly global: PromoSections['global']; readonly now: Date },
): Promise<CampaignPreview | null> {
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const occasions = await occasionsOf(tx, campaign, { since, currency: global.defaultCurrency })
  if (!occasions) return null
  const inDefault = (minor: number, from: string) => converted(minor, { from, to: global.defaultCurrency, global })
  const players = new Set<number>()
  let [givenMinor, spentAt] = [0, null as Date | null]
  for (const { accountId, currency, amountMinor, at } of occasions) {
    if (!global.currencies[currency] || spentAt) continue
    const roundMinor = converted(campaign.reward.freeRounds?.stakeMinor ?? 0, {
      ...{ from: global.defaultCurrency, to: currency, global },
    })
    const { grantedMinor } = awardAmounts(campaign, { currency, depositMinor: amountMinor, roundMinor, global })
    const minor = inDefault(grantedMinor, currency)
    if (minor === 0) continue
    if (givenMinor + minor > campaign.budgetMinor) spentAt = at
    else {
      players.add(accountId)
      givenMinor += minor
    }
  }
  return {
    ...{ days: DAYS, players: players.size, givenMinor, costMinor: shareE4(givenMinor, keptE4(campaign)) },
    budgetDays: spentAt && Math.ceil((spentAt.getTime() - since.getTime()) / DAY_MS),
  }
}

/** What of a bonus is left on average once it is played through, in ten-thousandths; all of one that is money at once. */
function keptE4({ reward, wagering }: Campaign): number {
  const isPlayedThrough = (reward.kind ?? 'funds') === 'funds' || reward.kind === 'free_rounds'
  if (!isPlayedThrough || wagering.timesE2 === 0) return 10_000
  const ofBonusE2 = wagering.base === 'deposit_and_bonus' ? 2 * wagering.timesE2 : wagering.timesE2
  return ofBonusE2 > MOST_TIMES_E2 ? 0 : bonusValue(ofBonusE2).keptE4
}

/** What players did that the campaign is given for, in the order in which it happened. */
async function occasionsOf(
  tx: BrandTransaction,
  { trigger }: Campaign,
  { since, currency }: { readonly since: Date; readonly currency: string },
): Promise<readonly Occasion[] | null> {
  const withoutAmount = ({ accountId, at }: { readonly accountId: number; readonly at: Date }) => ({
    ...{ accountId, at, currency, amountMinor: 0 },
  })
  switch (trigger.on) {
    case 'deposit':
      return firstOfEach(await deposits(tx, trigger.depositNumber, since))
    case 'registration':
      return (await registrations(tx, since)).map(withoutAmount)
    case 'identification':
      return (await identifications(tx, since)).map(withoutAmount)
    case 'day':
      return daysOfPlay(await plays(tx, since), trigger.streakDays ?? 1).map(withoutAmount)
    case 'bets':
      return trigger.bets && trigger.bets.rule !== 'pool' ? taskOccasions(await bets(tx, since), trigger.bets) : null
    default:
      return null
  }
}

function deposits(tx: BrandTransaction, number: number, since: Date): Promise<Occasion[]> {
  return tx
    .select('payment')
    .select(['account_id as accountId', 'currency', 'created_at as at'])
    .select(sql<number>`coalesce(arrived_minor, amount_minor)`.as('amountMinor'))
    .where('direction', '=', 'deposit')
    .where('deposit_number', 'is not', null)
    .where((where) => (number === 0 ? where.lit(true) : where('deposit_number', '=', number)))
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .execute()
}

function registrations(tx: BrandTransaction, since: Date) {
  return tx
    .select('account')
    .select(['account_id as accountId', 'created_at as at'])
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .execute()
}

function identifications(tx: BrandTransaction, since: Date) {
  return tx
    .select('identification')
    .select(['account_id as accountId', 'changed_at as at'])
    .where('state', '=', 'verified')
    .where('changed_at', '>=', since)
    .orderBy('changed_at')
    .limit(MOST_ROWS)
    .execute()
}

/** The days on which players placed bets or began rounds for money, each once, by UTC. */
async function plays(tx: BrandTransaction, since: Date) {
  const onBets = await tx
    .select('bet')
    .select(['account_id as accountId', sql<Date>`date_trunc('day', created_at)`.as('at')])
    .distinct()
    .where('created_at', '>=', since)
    .limit(MOST_ROWS)
    .execute()
  const onRounds = await tx
    .select('casino_round')
    .select(['account_id as accountId', sql<Date>`date_trunc('day', opened_at)`.as('at')])
    .distinct()
    .where('mode', '=', 'real')
    .where('account_id', 'is not', null)
    .where('opened_at', '>=', since)
    .limit(MOST_ROWS)
    .execute()
  const days = [...onBets, ...onRounds].map(({ accountId, at }) => ({ accountId: accountId ?? 0, at }))
  const named = new Map(days.map((day) => [`${day.accountId} ${day.at.getTime()}`, day]))
  return [...named.values()].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Every so-manieth day of each player. */
function daysOfPlay<Day extends { readonly accountId: number }>(days: readonly Day[], every: number): Day[] {
  const counts = new Map<number, number>()
  return days.filter(({ accountId }) => {
    const count = (counts.get(accountId) ?? 0) + 1
    counts.set(accountId, count)
    return count % every === 0
  })
}

interface PlacedBet extends Occasion {
  readonly state: BetState
  readonly payoutMinor: number
}

async function bets(tx: BrandTransaction, since: Date): Promise<PlacedBet[]> {
  const rows = await tx
    .select('bet')
    .select(['account_id as accountId', 'currency', 'stake_minor as amountMinor', 'state', 'created_at as at'])
    .select('settlement')
    .where('created_at', '>=', since)
    .where('state', 'in', ['won', 'lost'])
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .execute()
  return rows.map(({ settlement, ...bet }) => ({ ...bet, payoutMinor: settlement?.payoutMinor ?? 0 }))
}

/** What the settled bets of each player would have been given something for. Odds, selections and least stakes are not looked at, so that
 *  it is rather too much. */
function taskOccasions(placed: readonly PlacedBet[], { rule, count, stakedMinor }: BetsOfTask): Occasion[] {
  const byPlayer = [...Map.groupBy(placed, ({ accountId, currency }) => `${accountId} ${currency}`).values()]
  const lossOf = (some: readonly PlacedBet[]) =>
    Math.max(
      0,
      some.reduce((sum, { amountMinor, payoutMinor }) => sum + amountMinor - payoutMinor, 0),
    )
  const found = byPlayer.flatMap((own): Occasion[] => {
    const [first] = own
    if (!first) return []
    if (rule === 'first_lost') return own.filter(({ state }) => state === 'lost').slice(0, 1)
    if (rule === 'staked') return own.reduce((sum, bet) => sum + bet.amountMinor, 0) >= stakedMinor ? [first] : []
    const lostMinor = lossOf(rule === 'risk_free' ? [first] : own.slice(0, count))
    return lostMinor > 0 ? [{ ...first, amountMinor: lostMinor }] : []
  })
  return found.sort((one, other) => one.at.getTime() - other.at.getTime())
}

function firstOfEach(occasions: readonly Occasion[]): Occasion[] {
  const seen = new Set<number>()
  return occasions.filter(({ accountId }) => !seen.has(accountId) && seen.add(accountId))
}
