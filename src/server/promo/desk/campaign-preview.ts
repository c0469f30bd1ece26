import { bonusValue, USUAL_PLAY } from '#machines/promo/awards/bonus-value.rules.ts'
import { shareE4 } from '#machines/promo/awards/reward.rules.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { awardAmounts, converted } from '../awards/award-terms.ts'
import { causeNow } from '../awards/campaign-period.ts'
import type { GameFacts, PromoSections } from '../promo-ports.ts'
import { freebetKeptE4, poolOccasions, settledBets, taskOccasions, tokenOccasions } from './preview-bets.ts'
import { lossOccasions } from './preview-losses.ts'
import {
  audienceOccasions,
  daysOfPlay,
  deposits,
  identifications,
  type Occasion,
  plays,
  registrations,
} from './preview-occasions.ts'

/** What a campaign would have cost in the days before, had it run then and had everybody taken it. Amounts are minor units of the default
 *  currency. */
export interface CampaignPreview {
  readonly days: number
  /** Players who would have got one or more. */
  readonly players: number
  /** What they would have been given, up to the budget. */
  readonly givenMinor: number
  /** What of that would have become their money, as bets and games go here; below zero where players would have paid more for it. */
  readonly costMinor: number
  /** After how many days the budget would have been spent; null when it outlasts the days. */
  readonly budgetDays: number | null
}

const DAYS = 30
const DAY_MS = 86_400_000
/** The longest wagering whose value is worked out, in hundredths of the bonus; beyond it next to nothing is kept. */
const MOST_TIMES_E2 = 10_000

/** With what a campaign is played over the past. */
interface Past {
  readonly global: PromoSections['global']
  readonly games: GameFacts
  readonly since: Date
  readonly now: Date
}

/** Plays a campaign over the last 30 days of the brand, before it runs: each player who would have met its trigger takes it, as often as
 *  it can be had (PROMO-15). Bets count by their stake, odds and selections as they do when it runs, and what is put on a bet pays what
 *  it would have paid; whether the other side was backed too is not looked at, so that it is rather too much.
 *  @returns null where nothing in the past says who would have got it: at the desk, and by a code */
export async function campaignPreview(
  tx: BrandTransaction,
  campaign: Campaign,
  { global, games, now }: Pick<Past, 'global' | 'games' | 'now'>,
): Promise<CampaignPreview | null> {
  const past: Past = { global, games, now, since: new Date(now.getTime() - DAYS * DAY_MS) }
  const occasions = await occasionsOf(tx, campaign, past)
  if (!occasions) return null
  const inDefault = (minor: number, from: string) => converted(minor, { from, to: global.defaultCurrency, global })
  const keptE4 = await keptOf(tx, campaign, past)
  const players = new Set<number>()
  let [givenMinor, paidMinor, spentAt] = [0, 0, null as Date | null]
  for (const { accountId, currency, amountMinor, costMinor, at } of occasions) {
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
      paidMinor += costMinor === undefined ? 0 : inDefault(costMinor, currency)
    }
  }
  return {
    ...{ days: DAYS, players: players.size, givenMinor },
    costMinor: isTokenKind(campaign.reward.kind) ? paidMinor : shareE4(givenMinor, keptE4),
    budgetDays: spentAt && Math.ceil((spentAt.getTime() - past.since.getTime()) / DAY_MS),
  }
}

/** What of a bonus becomes money on average, in ten-thousandths: of a free bet what bets of the brand have paid of their stakes, of one
 *  that is played through, as what such a bet has won may have to be, what is left then, and all of one that is money at once. */
async function keptOf(tx: BrandTransaction, { reward, wagering }: Campaign, { since }: Past): Promise<number> {
  const playedE4 = isTokenKind(reward.kind) || wagering.timesE2 === 0 ? 10_000 : playedThroughE4(wagering)
  if (reward.kind !== 'freebet') return playedE4
  const wonE4 = freebetKeptE4(await settledBets(tx, since), reward.isStakeReturned ?? false)
  return reward.winnings === 'bonus' ? shareE4(wonE4, playedE4) : wonE4
}

/** What is left of a bonus on average once it is played through, in ten-thousandths. */
function playedThroughE4(wagering: Campaign['wagering']): number {
  const ofBonusE2 = wagering.base === 'deposit_and_bonus' ? 2 * wagering.timesE2 : wagering.timesE2
  return ofBonusE2 > MOST_TIMES_E2 ? 0 : bonusValue(ofBonusE2, { ...USUAL_PLAY, release: wagering.release }).keptE4
}

/** What players did that the campaign is given for, in the order in which it happened. */
async function occasionsOf(
  tx: BrandTransaction,
  campaign: Campaign,
  { global, games, since, now }: Past,
): Promise<readonly Occasion[] | null> {
  const { trigger, reward } = campaign
  const withoutAmount = ({ accountId, at }: Pick<Occasion, 'accountId' | 'at'>) => ({
    ...{ accountId, at, currency: global.defaultCurrency, amountMinor: 0 },
  })
  const isToken = isTokenKind(reward.kind)
  switch (trigger.on) {
    case 'deposit':
      return onceEach(await deposits(tx, trigger.depositNumber, since), ({ at }) => causeNow(trigger, at, { global }))
    case 'registration':
      return (await registrations(tx, since)).map(withoutAmount)
    case 'identification':
      return (await identifications(tx, since)).map(withoutAmount)
    case 'segment':
      return audienceOccasions(tx, campaign, { since, now }).then((found) => found.map(withoutAmount))
    case 'day':
      return isToken
        ? tokenOccasions(await settledBets(tx, since), campaign, global)
        : daysOfPlay(await plays(tx, since), trigger.streakDays ?? 1).map(withoutAmount)
    case 'bets': {
      if (!trigger.bets) return null
      const bets = await settledBets(tx, since)
      return trigger.bets.rule === 'pool'
        ? poolOccasions(bets, campaign, global)
        : taskOccasions(bets, campaign, global)
    }
    case 'losses':
      return lossOccasions(tx, campaign, { global, games, since, now })
    default:
      return null
  }
}

/** The first occasion of each player, or in each of the times in which they can have it. */
function onceEach(occasions: readonly Occasion[], causeOf: (occasion: Occasion) => string): Occasion[] {
  const seen = new Set<string>()
  return occasions.filter((occasion) => {
    const key = `${occasion.accountId} ${causeOf(occasion)}`
    return !seen.has(key) && seen.add(key)
  })
}
