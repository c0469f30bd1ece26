import type { Campaign } from '#schemas'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A campaign as a preset says it: what it leaves out is as for most of them. */
interface Preset {
  readonly titleKey: string
  readonly textKey: string
  readonly trigger: Partial<Campaign['trigger']> & Pick<Campaign['trigger'], 'on'>
  readonly reward: Partial<Campaign['reward']>
  readonly wagering?: Partial<Campaign['wagering']>
  readonly days?: number
  readonly budgetMinor?: number
  readonly endsAt?: string
}

/** A first deposit that brings a bonus for sport, staked five times at odds of 1.50 or more. */
const SPORT = { timesE2: 500, productsPpm: { sport: 1_000_000 }, minimumOddsE3: 1500, maximumStakeMinor: 2500 }
const CASINO = { timesE2: 1000, productsPpm: { slots: 1_000_000, table: 100_000 }, maximumStakeMinor: 500 }
/** What is money at once. */
const CASH = { timesE2: 0, productsPpm: {} }
const BETS = { count: 1, stakedMinor: 0, minimumStakeMinor: 200, minimumOddsE3: 1500, minimumLegs: 1 } as const
const BET = { minimumStakeMinor: 200, minimumOddsE3: 1500, minimumLegs: 1 }
const FIRST_DEPOSIT = { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000 } as const

const TYPES: Readonly<Record<Campaign['type'], Preset>> = {
  sport: {
    ...{ titleKey: 'promo.welcome_sport', textKey: 'promo.welcome_sport_text' },
    ...{ trigger: FIRST_DEPOSIT, wagering: SPORT, days: 30 },
    reward: { percentE4: 10_000, maximumMinor: 10_000 },
  },
  casino: {
    ...{ titleKey: 'promo.welcome_casino', textKey: 'promo.welcome_casino_text' },
    ...{ trigger: FIRST_DEPOSIT, wagering: CASINO, days: 14 },
    reward: { percentE4: 10_000, maximumMinor: 10_000 },
  },
  promocode: {
    ...{ titleKey: 'promo.code_gift', textKey: 'promo.code_gift_text' },
    ...{ trigger: { on: 'code', code: 'SUMMER25' } },
    reward: { fixedMinor: 500, maximumMinor: 500 },
    wagering: { ...CASINO, capTimesE2: 1000 },
  },
  double: {
    ...{ titleKey: 'promo.double_win', textKey: 'promo.double_win_text' },
    ...{ trigger: { on: 'code', code: 'DOUBLE' }, wagering: CASH },
    reward: { kind: 'double', fixedMinor: 1000, maximumMinor: 1000, bet: BET },
  },
  lost_first_bet: {
    ...{ titleKey: 'promo.lost_first_bet', textKey: 'promo.lost_first_bet_text' },
    ...{ trigger: { on: 'bets', bets: { ...BETS, rule: 'first_lost' } } },
    ...{ wagering: CASH, days: 30 },
    reward: { kind: 'freebet', percentE4: 10_000, maximumMinor: 2000 },
  },
  freebet: {
    ...{ titleKey: 'promo.code_freebet', textKey: 'promo.code_freebet_text' },
    ...{ trigger: { on: 'code', code: 'KICKOFF' }, wagering: CASH },
    reward: { kind: 'freebet', fixedMinor: 500, maximumMinor: 500 },
  },
  first_bets_cashback: {
    ...{ titleKey: 'promo.first_bets', textKey: 'promo.first_bets_text' },
    ...{ trigger: { on: 'bets', bets: { ...BETS, rule: 'net_loss', count: 5 } } },
    ...{ wagering: CASH, days: 30 },
    reward: { kind: 'freebet', percentE4: 2000, maximumMinor: 2000 },
  },
  insurance: {
    ...{ titleKey: 'promo.bet_cover', textKey: 'promo.bet_cover_text' },
    ...{ trigger: { on: 'day' }, wagering: CASH, days: 1 },
    reward: { kind: 'insurance', percentE4: 5000, maximumMinor: 1000, premiumMinor: 400, bet: BET },
  },
  distribution_of_profits: {
    ...{ titleKey: 'promo.profit_share', textKey: 'promo.profit_share_text' },
    ...{ trigger: { on: 'bets', bets: { ...BETS, rule: 'pool' } } },
    ...{ wagering: CASH, endsAt: '2027-12-31T22:00:00Z' },
    reward: { percentE4: 1000, maximumMinor: 1_000_000 },
  },
  sport_300: {
    ...{ titleKey: 'promo.second_stage', textKey: 'promo.second_stage_text' },
    ...{ wagering: { ...SPORT, timesE2: 1000 }, days: 30 },
    trigger: { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000 },
    reward: { percentE4: 30_000, maximumMinor: 30_000 },
  },
  daily: {
    ...{ titleKey: 'promo.day_streak', textKey: 'promo.day_streak_text' },
    ...{ trigger: { on: 'day', streakDays: 5 }, wagering: CASH },
    reward: { kind: 'freebet', fixedMinor: 300, maximumMinor: 300 },
  },
  boost: {
    ...{ titleKey: 'promo.power_bet', textKey: 'promo.power_bet_text' },
    ...{ trigger: { on: 'day' }, wagering: CASH, days: 1 },
    reward: { kind: 'powerbet', percentE4: 1000, maximumMinor: 5000, bet: { ...BET, minimumLegs: 5 } },
  },
  risk_free: {
    ...{ titleKey: 'promo.risk_free', textKey: 'promo.risk_free_text' },
    ...{ trigger: { on: 'bets', bets: { ...BETS, rule: 'risk_free' } } },
    ...{ wagering: CASH, days: 30 },
    reward: { kind: 'freebet', percentE4: 10_000, maximumMinor: 2000 },
  },
  tactical: {
    ...{ titleKey: 'promo.code_gift', textKey: 'promo.code_gift_text' },
    ...{ trigger: { on: 'desk' }, wagering: CASINO },
    reward: { fixedMinor: 1000, maximumMinor: 1000 },
  },
  sport_betting: {
    ...{ titleKey: 'promo.bet_and_get', textKey: 'promo.bet_and_get_text' },
    ...{ trigger: { on: 'bets', bets: { ...BETS, rule: 'staked', stakedMinor: 5000 } } },
    ...{ wagering: CASH, days: 30 },
    reward: { kind: 'freebet', fixedMinor: 500, maximumMinor: 500 },
  },
}

/** What a campaign can begin with beside the kinds: a kind with another trigger or reward. */
const OTHERS = {
  casino_cashback: {
    ...{ type: 'casino', titleKey: 'promo.casino_cashback', textKey: 'promo.casino_cashback_text' },
    trigger: {
      ...{ on: 'losses', every: 'week' },
      losses: { products: ['slots', 'table', 'live'], games: [], excludedGames: [], minimumLossMinor: 1000 },
    },
    ...{ reward: { percentE4: 1000, maximumMinor: 10_000 }, wagering: CASH },
  },
  wagered_freebet: {
    ...{ type: 'freebet', titleKey: 'promo.wagered_freebet', textKey: 'promo.wagered_freebet_text' },
    trigger: { on: 'code', code: 'PLAYON' },
    reward: { kind: 'freebet', fixedMinor: 500, maximumMinor: 500, winnings: 'bonus' },
    wagering: { ...SPORT, capTimesE2: 1000 },
  },
  points: {
    ...{ type: 'daily', titleKey: 'promo.points_gift', textKey: 'promo.points_gift_text' },
    ...{ trigger: { on: 'day', streakDays: 5 }, wagering: CASH, days: 90 },
    reward: { kind: 'points', points: { points: 500, worthMinor: 50 } },
  },
} as const satisfies Readonly<Record<string, Preset & { readonly type: Campaign['type'] }>>

/** Name of what a campaign can begin with. */
export type CampaignPreset = Campaign['type'] | keyof typeof OTHERS

/** The kinds of campaigns, in the order of their numbers; −1, to cancel, is what an operator or a player does to a bonus. */
export const CAMPAIGN_TYPES = Object.keys(TYPES) as readonly Campaign['type'][]

/** What a campaign can begin with: each kind, then cashback of losses at games, a free bet whose winnings have to be played through, and
 *  points for days in a row. */
export const CAMPAIGN_PRESETS: readonly CampaignPreset[] = [
  ...CAMPAIGN_TYPES,
  ...(Object.keys(OTHERS) as readonly (keyof typeof OTHERS)[]),
]

/** A campaign of a kind with the numbers that are usual for it, to begin with: nothing of it is offered before somebody says so. */
export function campaignPreset(name: CampaignPreset, order = 10): Campaign {
  const preset: Preset & { readonly type: Campaign['type'] } = isOther(name)
    ? OTHERS[name]
    : { ...TYPES[name], type: name }
  const { type, titleKey, textKey, trigger, reward, wagering, days = 7, budgetMinor = 5_000_000, endsAt } = preset
  return {
    ...{ order, type, titleKey, textKey },
    trigger: { depositNumber: 0, minimumDepositMinor: 0, code: '', ...trigger },
    reward: { fixedMinor: 0, percentE4: 0, maximumMinor: 0, ...reward },
    wagering: {
      ...{ timesE2: 0, base: 'bonus', counts: 'whole_bet', productsPpm: {}, gamesPpm: {}, minimumOddsE3: 1000 },
      ...{ maximumStakeMinor: 0, capTimesE2: 0, fundOrder: 'real_first', endsByWithdrawal: false, ...wagering },
    },
    ...{ lifeMs: days * DAY_MS, countries: [], budgetMinor, isOffered: false },
    ...(endsAt === undefined ? {} : { endsAt }),
  }
}

function isOther(name: CampaignPreset): name is keyof typeof OTHERS {
  return Object.hasOwn(OTHERS, name)
}
