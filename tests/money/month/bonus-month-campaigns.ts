import type { Campaign } from '#schemas'

const DAY_MS = 86_400_000
const ALL = { sport: 1_000_000, slots: 1_000_000, table: 100_000 }

interface Terms {
  readonly type: Campaign['type']
  readonly trigger: Partial<Campaign['trigger']> & Pick<Campaign['trigger'], 'on'>
  readonly reward: Partial<Campaign['reward']>
  readonly wagering?: Partial<Campaign['wagering']>
  readonly budgetMinor?: number
  readonly days?: number
  readonly endsAt?: string
}

const TASK = { count: 1, stakedMinor: 0, minimumStakeMinor: 100, minimumOddsE3: 1300, minimumLegs: 1 }
const BET = { minimumStakeMinor: 100, minimumOddsE3: 1300, minimumLegs: 1 }
const CASH = { timesE2: 0 }
const LOSSES = { products: ['slots' as const], games: [], excludedGames: [], minimumLossMinor: 200 }

function campaign(
  order: number,
  { type, trigger, reward, wagering = {}, budgetMinor, days = 7, endsAt }: Terms,
): Campaign {
  return {
    ...{ order, type, titleKey: 'promo.kind_casino', textKey: 'promo.kind_casino' },
    trigger: { depositNumber: 0, minimumDepositMinor: 0, code: '', ...trigger },
    reward: { fixedMinor: 0, percentE4: 0, maximumMinor: 1_000_000, ...reward },
    wagering: {
      ...{ timesE2: 300, base: 'bonus', counts: 'whole_bet', productsPpm: ALL, gamesPpm: {}, minimumOddsE3: 1500 },
      ...{ maximumStakeMinor: 0, capTimesE2: 0, fundOrder: 'real_first', endsByWithdrawal: true, ...wagering },
    },
    ...{ lifeMs: days * DAY_MS, countries: [], budgetMinor: budgetMinor ?? 1_000_000_000, isOffered: true },
    ...(endsAt === undefined ? {} : { endsAt }),
  }
}

/** Campaigns of every trigger, reward and order of funds; two have so small a budget that it is soon spent.
 *  @param players how many there are, by whom budgets go
 *  @param endsAt when the pool is shared out */
export function monthCampaigns(players: number, endsAt: string): Readonly<Record<string, Campaign>> {
  return {
    first: campaign(10, {
      ...{ type: 'sport', trigger: { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000 } },
      ...{ reward: { percentE4: 10_000, maximumMinor: 5000 }, wagering: { productsPpm: { sport: 1_000_000 } } },
    }),
    any: campaign(20, {
      ...{ type: 'casino', trigger: { on: 'deposit', minimumDepositMinor: 500, every: 'day' } },
      ...{ reward: { percentE4: 3333, maximumMinor: 3000 }, budgetMinor: players * 60 },
      wagering: { base: 'deposit_and_bonus', timesE2: 150, fundOrder: 'proportional', productsPpm: { slots: 333_333 } },
    }),
    code: campaign(30, {
      ...{ type: 'promocode', trigger: { on: 'code', code: 'TEN' }, reward: { fixedMinor: 1000 } },
      ...{ wagering: { fundOrder: 'bonus_first', capTimesE2: 200, counts: 'bonus_part' }, days: 3 },
      budgetMinor: players * 100,
    }),
    free: campaign(40, {
      ...{ type: 'freebet', trigger: { on: 'code', code: 'FREE' }, wagering: { timesE2: 0 } },
      reward: { kind: 'freebet', fixedMinor: 500 },
    }),
    staked: campaign(50, {
      ...{ type: 'freebet', trigger: { on: 'code', code: 'STAKE' }, wagering: { timesE2: 0 } },
      reward: { kind: 'freebet', fixedMinor: 500, isStakeReturned: true },
    }),
    wins: campaign(55, {
      ...{
        type: 'freebet',
        trigger: { on: 'code', code: 'WINS' },
        wagering: { timesE2: 100, capTimesE2: 300 },
        days: 5,
      },
      reward: { kind: 'freebet', fixedMinor: 500, winnings: 'bonus' },
    }),
    hello: campaign(60, {
      ...{ type: 'casino', trigger: { on: 'registration' }, reward: { fixedMinor: 300 }, days: 14 },
      wagering: { endsByWithdrawal: false, fundOrder: 'proportional' },
    }),
    daily: campaign(70, {
      ...{ type: 'daily', trigger: { on: 'day' }, reward: { fixedMinor: 100 }, wagering: { timesE2: 100 }, days: 1 },
    }),
    cash: campaign(80, {
      type: 'tactical',
      trigger: { on: 'desk' },
      reward: { fixedMinor: 700 },
      wagering: { timesE2: 0 },
    }),
    desk: campaign(90, {
      ...{ type: 'tactical', trigger: { on: 'desk' }, reward: { fixedMinor: 2000 } },
      wagering: { fundOrder: 'proportional', maximumStakeMinor: 2500 },
    }),
    ...betCampaigns(endsAt),
    losses: campaign(210, {
      ...{ type: 'casino', wagering: CASH, budgetMinor: players * 400 },
      trigger: { on: 'losses', every: 'week', losses: LOSSES },
      reward: { percentE4: 1000, maximumMinor: 300 },
    }),
    points: campaign(220, {
      ...{ type: 'daily', trigger: { on: 'day' }, wagering: CASH, days: 10, budgetMinor: players * 30 },
      reward: { kind: 'points', maximumMinor: 0, points: { points: 15, worthMinor: 5 } },
    }),
    earned: campaign(230, {
      ...{ type: 'sport_betting', wagering: CASH, days: 14 },
      trigger: { on: 'bets', bets: { ...TASK, rule: 'staked', stakedMinor: 700 } },
      reward: { kind: 'points', maximumMinor: 0, points: { points: 40, worthMinor: 10 } },
    }),
    shop: campaign(100, { type: 'casino', trigger: { on: 'desk' }, reward: { fixedMinor: 500 } }),
  }
}

/** The kinds that go by the bets of players: given for them, or put on one. */
function betCampaigns(endsAt: string): Readonly<Record<string, Campaign>> {
  const forBets = (order: number, type: Campaign['type'], bets: Partial<NonNullable<Campaign['trigger']['bets']>>) =>
    campaign(order, {
      ...{ type, trigger: { on: 'bets', bets: { ...TASK, rule: 'first_lost', ...bets } }, wagering: CASH, days: 14 },
      reward: { kind: 'freebet', percentE4: 5000, maximumMinor: 500 },
    })
  const onBet = (order: number, type: Campaign['type'], reward: Partial<Campaign['reward']>) =>
    campaign(order, {
      ...{ type, trigger: { on: 'day' }, wagering: CASH, days: 2 },
      reward: { maximumMinor: 800, bet: BET, ...reward },
    })
  return {
    lost: forBets(110, 'lost_first_bet', {}),
    risk: forBets(120, 'risk_free', { rule: 'risk_free' }),
    firsts: forBets(130, 'first_bets_cashback', { rule: 'net_loss', count: 3 }),
    wager: campaign(140, {
      ...{ type: 'sport_betting', wagering: CASH, days: 14 },
      trigger: { on: 'bets', bets: { ...TASK, rule: 'staked', stakedMinor: 1000 } },
      reward: { kind: 'freebet', fixedMinor: 300 },
    }),
    pool: campaign(150, {
      ...{ type: 'distribution_of_profits', endsAt, wagering: CASH },
      ...{ trigger: { on: 'bets', bets: { ...TASK, rule: 'pool' } }, reward: { percentE4: 1000 } },
    }),
    second: campaign(160, {
      ...{ type: 'sport_300', trigger: { on: 'deposit', depositNumber: 2, minimumDepositMinor: 500 } },
      reward: { percentE4: 30_000, maximumMinor: 3000 },
    }),
    streak: campaign(170, {
      ...{ type: 'daily', trigger: { on: 'day', streakDays: 2 }, reward: { fixedMinor: 200 } },
      ...{ wagering: { timesE2: 100 }, days: 2 },
    }),
    double: onBet(180, 'double', { kind: 'double', fixedMinor: 800 }),
    power: onBet(190, 'boost', { kind: 'powerbet', percentE4: 1000 }),
    cover: onBet(200, 'insurance', { kind: 'insurance', percentE4: 5000, premiumMinor: 60 }),
  }
}
