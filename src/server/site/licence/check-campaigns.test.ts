import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkCampaigns } from './check-campaigns.ts'

const GOOD: Campaign = {
  ...{ order: 10, type: 'casino', titleKey: 'promo.welcome_casino', textKey: 'promo.welcome_casino_text' },
  trigger: { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000, code: '' },
  reward: { fixedMinor: 0, percentE4: 10_000, maximumMinor: 10_000 },
  wagering: {
    ...{ timesE2: 1000, base: 'bonus', counts: 'whole_bet', gamesPpm: {}, minimumOddsE3: 1000, maximumStakeMinor: 500 },
    ...{ capTimesE2: 0, fundOrder: 'real_first', endsByWithdrawal: true, productsPpm: { slots: 1_000_000 } },
  },
  ...{ lifeMs: 86_400_000, countries: [], budgetMinor: 1_000_000, isOffered: true },
}

/** The payment methods by which the players of a brand deposit that says nothing of its own. */
const PAID_IN_BY = Object.entries(baseSection('payments').methods).flatMap(([id, { directions }]) =>
  directions.includes('deposit') ? [id] : [],
)

/** A free bet whose winnings have to be played through. */
const WON = { kind: 'freebet', winnings: 'bonus' } as const

interface Changes {
  readonly campaign?: Partial<Omit<Campaign, 'trigger' | 'reward' | 'wagering'>>
  readonly trigger?: Partial<Campaign['trigger']>
  readonly reward?: Partial<Campaign['reward']>
  readonly wagering?: Partial<Campaign['wagering']>
  readonly others?: Readonly<Record<string, Campaign>>
  readonly pack?: string
  readonly flags?: object
  readonly registration?: object
  readonly welcome?: object
  readonly casino?: object
  readonly promo?: object
}

function problems(changes: Changes) {
  const {
    campaign,
    trigger,
    reward,
    wagering,
    others,
    pack = 'neutral',
    flags,
    registration,
    welcome,
    casino,
    promo,
  } = changes
  const first: Campaign = {
    ...{ ...GOOD, ...campaign },
    trigger: { ...GOOD.trigger, ...trigger },
    reward: { ...GOOD.reward, ...reward },
    wagering: { ...GOOD.wagering, ...wagering },
  }
  const sections = {
    promo: { ...baseSection('promo'), campaigns: { first, ...others }, ...promo },
    boolean: { ...baseSection('boolean'), isBonusAllowed: true, ...flags },
    licence: { ...baseSection('licence'), pack },
    registration: { ...baseSection('registration'), ...registration },
    global: baseSection('global'),
    casino: { ...baseSection('casino'), ...casino },
    payments: baseSection('payments'),
  }
  const documents = new Map<string, unknown>(
    Object.entries(sections).map(([section, value]) => [sectionPath(section), { value }]),
  )
  if (welcome) documents.set('registration/welcome-bonuses.json', { value: { bonuses: welcome } })
  const level = { documents, layer: { id: 'pier', files: new Map() }, parent: null }
  return checkCampaigns(level as never).map(({ path, message, level: kind }) => ({ path, message, kind }))
}

const codeOf = (code: string): Campaign => ({
  ...GOOD,
  trigger: { on: 'code', depositNumber: 0, minimumDepositMinor: 0, code },
  reward: { fixedMinor: 500, percentE4: 0, maximumMinor: 500 },
})

test('terms that go together are left alone, under a licence too', () => {
  for (const pack of ['neutral', 'gb', 'se', 'de', 'mt']) expect(problems({ pack })).toEqual([])
  expect(problems({ pack: 'nl', campaign: { minimumAge: 24 } })).toEqual([])
  expect(problems({ pack: 'br', campaign: { isOffered: false }, flags: { isBonusAllowed: false } })).toEqual([])
})

test('PROMO-15: a sticky bonus, and one that a deposit by some payment methods does not bring, are left alone', () => {
  expect(problems({ wagering: { release: 'winnings' }, trigger: { excludedMethods: PAID_IN_BY.slice(1) } })).toEqual([])
  expect(problems({ wagering: { release: 'whole' } })).toEqual([])
  expect(problems({ reward: WON })).toEqual([])
  expect(
    problems({ reward: WON, pack: 'gb', wagering: { productsPpm: { sport: 1 } }, campaign: { type: 'freebet' } }),
  ).toEqual([])
})

test('what can be had again is given on any deposit, or to a segment', () => {
  expect(problems({ trigger: { depositNumber: 0, every: 'day' } })).toEqual([])
  const segment = { on: 'segment', depositNumber: 0, minimumDepositMinor: 0, every: 'week' } as const
  const reward = { percentE4: 0, fixedMinor: 500 }
  expect(problems({ campaign: { audience: { idleDays: 7 } }, trigger: segment, reward })).toEqual([])
})

test.each<[Changes, string, string]>([
  [{ trigger: { code: 'SUMMER' } }, '/trigger/code', 'Nobody enters the code'],
  [
    { trigger: { on: 'day' }, reward: { percentE4: 0, fixedMinor: 100 } },
    '/trigger/depositNumber',
    'No deposit is asked for',
  ],
  [
    { campaign: { startsAt: '2026-04-01T00:00:00Z', endsAt: '2026-03-01T00:00:00Z' } },
    '/endsAt',
    'ends before it begins',
  ],
  [{ reward: { fixedMinor: 100 } }, '/reward/fixedMinor', 'an amount and a share'],
  [{ reward: { percentE4: 0 } }, '/reward', 'It gives nothing'],
  [{ reward: { maximumMinor: 0 } }, '/reward/maximumMinor', 'more than the most'],
  [{ campaign: { budgetMinor: 9999 } }, '/budgetMinor', 'more than the whole budget'],
  [{ wagering: { productsPpm: {} } }, '/wagering/productsPpm', 'nothing counts'],
  [{ campaign: { type: 'sport' } }, '/wagering/productsPpm', 'A bonus for sport'],
  [{ wagering: { capTimesE2: 50 } }, '/wagering/capTimesE2', 'Less than the bonus itself'],
  [{ trigger: { every: 'day' } }, '/trigger/every', 'deposit number 1 once'],
  [
    { trigger: { on: 'registration', depositNumber: 0, minimumDepositMinor: 0, every: 'week' } },
    '/trigger/every',
    'given on any deposit, on losses or to a segment',
  ],
  [{ trigger: { after: 'none-such' } }, '/trigger/after', 'which is no campaign'],
  [{ trigger: { after: 'first' } }, '/trigger/after', 'passed before its turn'],
  [{ trigger: { excludedMethods: ['skrill'] } }, '/trigger/excludedMethods/0', 'by which nobody deposits'],
  [{ trigger: { excludedMethods: PAID_IN_BY } }, '/trigger/excludedMethods', 'leaves every payment method out'],
  [
    { trigger: { on: 'registration', depositNumber: 0, minimumDepositMinor: 0, excludedMethods: ['card'] } },
    '/trigger/excludedMethods',
    'No deposit is asked for, so no payment method',
  ],
  [{ wagering: { timesE2: 0, release: 'winnings', maximumStakeMinor: 0 } }, '/wagering/release', 'money at once'],
  [{ reward: { kind: 'freebet' }, wagering: { release: 'winnings' } }, '/wagering/release', 'Only bonus money'],
  [{ reward: { kind: 'freebet' } }, '/reward/winnings', 'money at once: nothing would have to be staked'],
  [{ reward: { winnings: 'bonus' } }, '/reward/winnings', 'Only a free bet wins something'],
  [
    { reward: { kind: 'free_rounds', winnings: 'bonus' } },
    '/reward/winnings',
    'What free rounds win has to be played through by "timesE2" alone',
  ],
  [{ reward: WON, wagering: { timesE2: 0 } }, '/wagering/timesE2', 'nothing has to be staked for it'],
  [{ reward: WON, wagering: { base: 'deposit_and_bonus' } }, '/wagering/base', 'a deposit is no part of it'],
  [{ reward: WON, wagering: { timesE2: 1001 }, pack: 'gb' }, '/wagering/timesE2', 'LCCP SR 5.1.1'],
  [{ reward: WON, pack: 'gb' }, '/wagering/productsPpm', 'one kind of gambling'],
  [{ campaign: { countries: ['zz'] } }, '/countries/0', 'which the brand does not have'],
])('PROMO-15: %j is refused at its place, with the mend', (changes, pointer, words) => {
  const found = problems(changes)
  expect(found.some(({ path, message }) => path.endsWith(pointer) && message.includes(words))).toBe(true)
})

const TASK_TERMS: NonNullable<Campaign['trigger']['bets']> = {
  ...{ rule: 'first_lost', count: 1, stakedMinor: 0, minimumStakeMinor: 100, minimumOddsE3: 1500, minimumLegs: 1 },
}
const ON_BETS: Partial<Campaign['trigger']> = {
  ...{ on: 'bets', depositNumber: 0, minimumDepositMinor: 0, bets: TASK_TERMS },
}

test('terms of a bonus for bets that go together are left alone', () => {
  expect(problems({ campaign: { type: 'lost_first_bet' }, trigger: ON_BETS })).toEqual([])
})

test.each<[Changes, string, string]>([
  [{ trigger: { ...ON_BETS, bets: undefined as never } }, '/trigger/bets', 'does not say for which'],
  [{ trigger: { bets: TASK_TERMS } }, '/trigger/bets', 'never looked at'],
  [{ campaign: { type: 'risk_free' } }, '/trigger/on', 'is given for bets'],
  [{ campaign: { type: 'risk_free' }, trigger: ON_BETS }, '/trigger/bets/rule', 'goes by the rule'],
  [{ trigger: { ...ON_BETS, bets: { ...TASK_TERMS, rule: 'staked' } } }, '/trigger/bets/stakedMinor', 'names none'],
  [{ trigger: { ...ON_BETS, bets: { ...TASK_TERMS, count: 3 } } }, '/trigger/bets/count', '"net_loss" alone'],
  [{ trigger: ON_BETS, reward: { percentE4: 0, fixedMinor: 500 } }, '/reward/fixedMinor', 'given back by a share'],
  [{ trigger: ON_BETS, reward: { kind: 'free_rounds' } }, '/reward/kind', 'no share of a loss'],
  [{ trigger: ON_BETS, reward: { percentE4: 20_000 } }, '/reward/percentE4', 'win by losing'],
  [{ trigger: ON_BETS, wagering: { base: 'deposit_and_bonus' } }, '/wagering/base', 'no deposit'],
])('PROMO-15: of a bonus for bets %j is refused at its place', (changes, pointer, words) => {
  const found = problems(changes)
  expect(found.some(({ path, message }) => path.endsWith(pointer) && message.includes(words))).toBe(true)
})

const LOSSES = { products: ['slots'], games: [], excludedGames: [], minimumLossMinor: 0 } as NonNullable<
  Campaign['trigger']['losses']
>
const ON_LOSSES: Partial<Campaign['trigger']> = {
  ...{ on: 'losses', depositNumber: 0, minimumDepositMinor: 0, losses: LOSSES },
}

test('terms of a bonus for losses that go together are left alone, each week too', () => {
  expect(problems({ trigger: ON_LOSSES })).toEqual([])
  const cash = { timesE2: 0, maximumStakeMinor: 0 }
  const weekly = { ...ON_LOSSES, every: 'week' } as const
  expect(problems({ trigger: weekly, reward: { kind: 'freebet' }, wagering: cash })).toEqual([])
})

test.each<[Changes, string, string]>([
  [{ trigger: { ...ON_LOSSES, losses: undefined as never } }, '/trigger/losses', 'at which games'],
  [{ trigger: { losses: LOSSES } }, '/trigger/losses', 'never looked at'],
  [{ trigger: { ...ON_LOSSES, losses: { ...LOSSES, products: [] } } }, '/losses/products', 'nothing is ever lost'],
  [
    { trigger: { ...ON_LOSSES, losses: { ...LOSSES, games: ['book'], excludedGames: ['book'] } } },
    ...(['/losses/excludedGames', 'left out at once'] as const),
  ],
  [{ trigger: { ...ON_LOSSES, losses: { ...LOSSES, games: ['book'] } } }, '/losses/games/0', 'is not known'],
  [{ trigger: ON_LOSSES, reward: { percentE4: 20_000 } }, '/reward/percentE4', 'win by losing'],
  [{ trigger: ON_LOSSES, reward: { percentE4: 0, fixedMinor: 500 } }, '/reward/fixedMinor', 'a share of it'],
  [{ trigger: ON_LOSSES, reward: { kind: 'free_rounds' } }, '/reward/kind', 'no share of a loss'],
  [{ trigger: ON_LOSSES, wagering: { base: 'deposit_and_bonus' } }, '/wagering/base', 'no deposit'],
])('PROMO-15: of a bonus for losses %j is refused at its place', (changes, pointer, words) => {
  const found = problems(changes)
  expect(found.some(({ path, message }) => path.endsWith(pointer) && message.includes(words))).toBe(true)
})

const POINTS: Changes = {
  reward: { kind: 'points', percentE4: 0, maximumMinor: 0, points: { points: 500, worthMinor: 50 } },
  wagering: { timesE2: 0, maximumStakeMinor: 0 },
  promo: { isLoyaltyOffered: true },
}
const SHOP_ITEM = { order: 10, campaign: 'gift', points: 5000, stock: 0, icon: 'gift', isOffered: true }
const SHOP_GIFT: Campaign = {
  ...GOOD,
  trigger: { on: 'desk', depositNumber: 0, minimumDepositMinor: 0, code: '' },
  reward: { fixedMinor: 500, percentE4: 0, maximumMinor: 500 },
}

test('PROMO-21: points that can be spent are left alone, where their worth is what the shop gives for them', () => {
  expect(problems(POINTS)).toEqual([])
  const campaigns = (worthMinor: number) => ({
    gift: { ...SHOP_GIFT, order: 20 },
    first: {
      ...GOOD,
      ...{ wagering: { ...GOOD.wagering, timesE2: 0, maximumStakeMinor: 0 } },
      reward: { ...POINTS.reward, fixedMinor: 0, points: { points: 500, worthMinor } },
    },
  })
  const shop = (worthMinor: number) =>
    problems({ promo: { isLoyaltyOffered: true, loyaltyShop: { item: SHOP_ITEM }, campaigns: campaigns(worthMinor) } })
  expect(shop(50)).toEqual([])
  expect(shop(49)).toMatchObject([{ path: expect.stringMatching(/first\/reward\/points\/worthMinor$/) }])
})

test.each<[Changes, string, string]>([
  [{ promo: { isLoyaltyOffered: false } }, '/reward/kind', 'no programme of loyalty'],
  [{ reward: { points: undefined as never } }, '/reward/kind', 'how many'],
  [{ reward: { fixedMinor: 500 } }, '/reward/fixedMinor', 'no amount of money'],
  [{ reward: { kind: 'funds' } }, '/reward/points', 'nobody would get them'],
  [{ wagering: { timesE2: 500 } }, '/wagering/timesE2', 'never staked'],
  [{ campaign: { budgetMinor: 49 } }, '/budgetMinor', 'more than the whole budget'],
  [{ trigger: { ...ON_BETS, bets: { ...TASK_TERMS, rule: 'pool' } } }, '/reward/kind', 'no share of a loss'],
  [{ trigger: ON_LOSSES }, '/reward/kind', 'no share of a loss'],
])('PROMO-15: of points %j is refused at its place', (changes, pointer, words) => {
  const found = problems({
    ...changes,
    reward: { ...POINTS.reward, ...changes.reward },
    wagering: { ...POINTS.wagering, ...changes.wagering },
    promo: { ...POINTS.promo, ...changes.promo },
  })
  expect(found.some(({ path, message }) => path.endsWith(pointer) && message.includes(words))).toBe(true)
})

const BET = { minimumStakeMinor: 100, minimumOddsE3: 1500, minimumLegs: 1 }
const NO_PLAY = { timesE2: 0, capTimesE2: 0, maximumStakeMinor: 0 }
const ON_DAY: Partial<Campaign['trigger']> = { on: 'day', depositNumber: 0, minimumDepositMinor: 0 }
const COVER = {
  campaign: { type: 'insurance' },
  trigger: ON_DAY,
  reward: { kind: 'insurance', fixedMinor: 0, percentE4: 5000, premiumMinor: 80, bet: BET },
  wagering: NO_PLAY,
} as const

test('terms of what is put on a bet that go together are left alone', () => {
  expect(problems(COVER)).toEqual([])
  const power = { kind: 'powerbet', fixedMinor: 0, percentE4: 1000, bet: BET } as const
  expect(problems({ ...COVER, campaign: { type: 'boost' }, reward: power })).toEqual([])
  const double = { kind: 'double', fixedMinor: 1000, percentE4: 0, maximumMinor: 1000, bet: BET } as const
  expect(problems({ ...COVER, campaign: { type: 'double' }, reward: double })).toEqual([])
})

test.each([
  [{ campaign: { type: 'double' } }, '/reward/kind', 'gives "double"'],
  [{ reward: { bet: undefined } }, '/reward/bet', 'does not say on which'],
  [{ reward: { premiumMinor: undefined } }, '/reward/premiumMinor', 'has no price'],
  [{ reward: { premiumMinor: 900_000 } }, '/reward/premiumMinor', 'as much as it can pay'],
  [{ reward: { percentE4: 20_000 } }, '/reward/percentE4', 'win by losing'],
  [{ wagering: { timesE2: 500, productsPpm: { sport: 1_000_000 } } }, '/wagering/timesE2', 'money at once'],
  [{ trigger: { on: 'registration' } }, '/trigger/on', 'unasked'],
  [{ trigger: { on: 'registration', streakDays: 3 } }, '/trigger/streakDays', 'Days in a row'],
  [{ trigger: { on: 'segment' } }, '/audience', 'to which'],
  [{ campaign: { audience: { minimumDeposits: 3, maximumDeposits: 1 } } }, '/audience/maximumDeposits', 'at once'],
] as const)('PROMO-15: of what is put on a bet %j is refused at its place', (changes, pointer, words) => {
  const of = changes as Parameters<typeof problems>[0]
  const found = problems({
    campaign: { ...COVER.campaign, ...of.campaign },
    trigger: { ...COVER.trigger, ...of.trigger },
    reward: { ...COVER.reward, ...of.reward },
    wagering: { ...COVER.wagering, ...of.wagering },
  })
  expect(found.map(({ path, message }) => `${path} ${message}`)).toContainEqual(
    expect.stringMatching(new RegExp(`${pointer} .*${words}`)),
  )
})

test('PROMO-15: a pool without an end is never shared out, and more than the profit cannot be', () => {
  const pool = { ...ON_BETS, bets: { ...TASK_TERMS, rule: 'pool' as const } }
  const found = problems({
    campaign: { type: 'distribution_of_profits' },
    trigger: pool,
    reward: { percentE4: 20_000 },
  })
  expect(found.some(({ path }) => path.endsWith('/endsAt'))).toBe(true)
  expect(found.some(({ message }) => message.includes('More than the whole profit'))).toBe(true)
})

test.each(['capTimesE2', 'maximumStakeMinor'] as const)(
  'PROMO-16: %s of a bonus that is money at once could only be held at a withdrawal, and is refused',
  (key) => {
    const wagering = { timesE2: 0, capTimesE2: 0, maximumStakeMinor: 0, [key]: 500 }
    expect(problems({ wagering })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('only be held against the player at a withdrawal') }),
    ])
  },
)

test.each<[string, Changes, string]>([
  ['gb', { wagering: { timesE2: 1100 } }, '10 times at most (LCCP SR 5.1.1)'],
  ['gb', { wagering: { timesE2: 600, base: 'deposit_and_bonus' } }, '10 times at most'],
  ['gb', { wagering: { productsPpm: { slots: 1_000_000, sport: 1_000_000 } } }, 'one kind of gambling'],
  ['se', { trigger: { depositNumber: 2 } }, 'at the first play alone'],
  ['br', {}, 'allows no such bonus'],
  ['nl', {}, 'below 24 years'],
])('under the licence %s %j is refused', (pack, changes, words) => {
  expect(problems({ ...changes, pack })).toEqual([
    expect.objectContaining({ message: expect.stringContaining(words), kind: 'problem' }),
  ])
})

test('PROMO-25: what is promised of bonuses elsewhere is given by a campaign', () => {
  expect(problems({ others: { two: codeOf('SAME'), three: codeOf('SAME') } })[0]?.message).toContain(
    'have the same code',
  )
  expect(problems({ others: { none: codeOf('NONE') } })[0]?.message).toContain('cannot be named "none"')
  expect(problems({ campaign: { isOffered: false } })[0]?.message).toContain('no campaign is offered')
  expect(problems({ flags: { isBonusAllowed: false } })).toEqual([
    expect.objectContaining({ kind: 'warning', message: expect.stringContaining('nobody gets them') }),
  ])
  const second = { trigger: { depositNumber: 2 } }
  expect(problems({ ...second, registration: { hasFirstDeposit: true } })[0]?.message).toContain('is announced')
  expect(problems({ welcome: { first: {} } })).toEqual([])
  expect(problems({ ...second, welcome: { first: {} } })[0]?.message).toContain('is promised')
})

const NO_AMOUNT = { kind: 'free_rounds', fixedMinor: 0, percentE4: 0, maximumMinor: 0 } as const

/** Free rounds as a reward. */
const rounds = (more: Partial<NonNullable<Campaign['reward']['freeRounds']>> = {}) => ({
  ...NO_AMOUNT,
  freeRounds: { game: 'harbour-lights', rounds: 5, stakeMinor: 20, ...more },
})

test('free rounds of a game that takes their stake are left alone', () => {
  expect(problems({ reward: rounds() })).toEqual([])
})

test.each<[Changes, string, string]>([
  [{ reward: NO_AMOUNT }, '/reward/kind', 'names none'],
  [
    { reward: { freeRounds: { game: 'dice', rounds: 5, stakeMinor: 20 } } },
    '/reward/freeRounds',
    'its kind is another',
  ],
  [{ reward: { ...rounds(), fixedMinor: 100 } }, '/reward/fixedMinor', 'would be ignored'],
  [{ reward: rounds({ rounds: 1000, stakeMinor: 5000 }) }, '/budgetMinor', 'more than the whole budget'],
  [{ reward: rounds({ game: 'lost-lagoon' }) }, '/reward/freeRounds/game', 'does not offer'],
  [{ reward: rounds({ game: 'blackjack' }) }, '/reward/freeRounds/game', 'cannot be played in free rounds'],
  [{ reward: rounds({ game: 'crash' }) }, '/reward/freeRounds/game', 'cannot be played in free rounds'],
  [{ reward: rounds({ stakeMinor: 1 }) }, '/reward/freeRounds/stakeMinor', 'takes no stake of 1'],
])('free rounds that nobody could play are named: %#', (changes, pointer, message) => {
  const found = problems(changes)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ path: expect.stringContaining(pointer), message: expect.stringContaining(message) })
})

test('free rounds of a provider that gives them need the name that players read; of one that gives none they are named', () => {
  const provider = { name: 'Northern', wallet: 'seamless', url: 'https://api.example', operatorId: '1' } as const
  const providers = {
    north: { ...provider, protocol: 'hub88', frameOrigins: [], takesBets: true },
    swipe: { ...provider, protocol: 'swipe', frameOrigins: [], takesBets: true },
  } as const
  const of = (game: string, gameName?: string) =>
    problems({ reward: rounds({ game, ...(gameName ? { gameName } : {}) }), casino: { providers } })
  expect(of('north-vs20book', 'Book of the North')).toEqual([])
  expect(of('north-vs20book')).toMatchObject([{ path: expect.stringContaining('/reward/freeRounds/gameName') }])
  expect(of('swipe-book', 'Book')).toMatchObject([{ path: expect.stringContaining('/reward/freeRounds/game') }])
})

test('free rounds of a game that is hidden in a country need a campaign that is not offered there', () => {
  const { games } = baseSection('casino')
  const game = games['harbour-lights']
  const casino = { games: { ...games, 'harbour-lights': { ...game, hiddenIn: ['gb'] } } }
  expect(problems({ reward: rounds(), casino })[0]?.message).toContain('hidden in gb')
  expect(problems({ reward: rounds(), casino, campaign: { countries: ['de'] } })).toEqual([])
})

test('a bonus for a verified identity that is shown has to be one that is offered for it', () => {
  const flags = { isIdentificationBonusShown: true }
  const promo = { identificationBonusId: 'identified' }
  const trigger = { on: 'identification', depositNumber: 0, minimumDepositMinor: 0, code: '' } as const
  const identified: Campaign = { ...codeOf(''), trigger }
  expect(problems({ flags })[0]?.path).toContain('isIdentificationBonusShown')
  expect(problems({ promo })[0]?.path).toContain('identificationBonusId')
  expect(problems({ flags, promo, others: { identified } })).toEqual([])
  const off = { identified: { ...identified, isOffered: false } }
  expect(problems({ flags, promo, others: off })[0]?.message).toContain('no campaign gives it')
})
