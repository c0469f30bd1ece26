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
}

function campaign(order: number, { type, trigger, reward, wagering = {}, budgetMinor, days = 7 }: Terms): Campaign {
  return {
    ...{ order, type, titleKey: 'promo.kind_casino', textKey: 'promo.kind_casino' },
    trigger: { depositNumber: 0, minimumDepositMinor: 0, code: '', ...trigger },
    reward: { fixedMinor: 0, percentE4: 0, maximumMinor: 1_000_000, ...reward },
    wagering: {
      ...{ timesE2: 300, base: 'bonus', counts: 'whole_bet', productsPpm: ALL, gamesPpm: {}, minimumOddsE3: 1500 },
      ...{ maximumStakeMinor: 0, capTimesE2: 0, fundOrder: 'real_first', endsByWithdrawal: true, ...wagering },
    },
    ...{ lifeMs: days * DAY_MS, countries: [], budgetMinor: budgetMinor ?? 1_000_000_000, isOffered: true },
  }
}

/** Campaigns of every trigger, reward and order of funds; two have so small a budget that it is soon spent.
 *  @param players how many there are, by whom budgets go */
export function monthCampaigns(players: number): Readonly<Record<string, Campaign>> {
  return {
    first: campaign(10, {
      ...{ type: 'sport', trigger: { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000 } },
      ...{ reward: { percentE4: 10_000, maximumMinor: 5000 }, wagering: { productsPpm: { sport: 1_000_000 } } },
    }),
    any: campaign(20, {
      ...{ type: 'casino', trigger: { on: 'deposit', minimumDepositMinor: 500 } },
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
    shop: campaign(100, { type: 'casino', trigger: { on: 'desk' }, reward: { fixedMinor: 500 } }),
  }
}
