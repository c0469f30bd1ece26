import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { BonusTerms, PlayerBonus } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { daysText, type Money, minorText, shareText, shortMoney } from '../promo-text.ts'

/** Writes a text of the page's language. */
export type Write = (key: string, params?: Record<string, string | number>) => string

/** A term of a bonus in words. */
export interface Term {
  readonly id: string
  readonly label: string
  readonly value: string
}

/** How a state is coloured; its word carries the meaning. */
export const STATE_KINDS = {
  claimed: 'info',
  queued: 'info',
  active: 'accent',
  ready: 'accent',
  staked: 'info',
  converted: 'positive',
  spent: 'neutral',
  refused: 'neutral',
  expired: 'warning',
  cancelled: 'warning',
} as const satisfies Readonly<Record<PlayerBonus['state'], string>>

/** The money of a bonus or of an offer. */
export function moneyOf({ currencyIso, exponent }: { readonly currencyIso: string; readonly exponent: number }): Money {
  return { currency: currencyIso, exponent }
}

/** What a bonus gives, in the fewest words: `100% up to 100 €`, or `10 €`. */
export function giftText(app: App, t: Write, terms: BonusTerms, money: Money): string {
  const { percentE4, amountMinor, kind, freeRounds } = terms
  if (freeRounds) {
    const { rounds, game, stakeMinor } = freeRounds
    return t('promo.gift_free_rounds', { count: rounds, game, stake: minorText(app, stakeMinor, money) })
  }
  if (terms.points !== undefined) return t('promo.gift_points', { count: terms.points })
  const amount = shortMoney(app, amountMinor, money)
  if (isTokenKind(kind)) return t(`promo.gift_${kind}`, { share: shareText(app, percentE4), amount })
  if (terms.bets?.rule === 'pool')
    return t(percentE4 > 0 ? 'promo.gift_pool_share' : 'promo.gift_pool', { share: shareText(app, percentE4), amount })
  if (kind === 'freebet' && percentE4 === 0) return t('promo.gift_freebet', { amount })
  return percentE4 > 0 ? t('promo.gift_share', { share: shareText(app, percentE4), amount }) : amount
}

/** How often a bonus has to be staked: `×10`. */
export function timesText({ visitor }: Pick<App, 'visitor'>, hundredths: number): string {
  return `×${new Intl.NumberFormat(visitor.locale, { maximumFractionDigits: 2 }).format(hundredths / 100)}`
}

/** The terms of a bonus in words, each of them once and none that does not hold (PROMO-23).
 *  @param bonus the player's own, whose amounts are known */
export function termsOf(app: App, t: Write, terms: BonusTerms, money: Money, bonus?: PlayerBonus): readonly Term[] {
  const amount = (minor: number) => shortMoney(app, minor, money)
  return [
    { id: 'for', value: causeText(t, terms, amount) },
    ...(terms.excludedMethods ? [{ id: 'methods', value: methodsText(app, t, terms.excludedMethods) }] : []),
    ...(terms.every === undefined ? [] : [{ id: 'every', value: t(`promo.every_${terms.every}`) }]),
    ...(terms.after === undefined ? [] : [{ id: 'after', value: terms.after }]),
    ...(terms.bets ? betTerms(app, t, { ...terms.bets, key: 'promo.bets_own' }, amount) : []),
    ...(terms.losses ? lossTerms(app, t, terms.losses, amount) : []),
    ...(terms.chosenBet ? betTerms(app, t, { ...terms.chosenBet, key: 'promo.bets_chosen' }, amount) : []),
    ...(terms.premiumMinor === undefined ? [] : [{ id: 'premium', value: amount(terms.premiumMinor) }]),
    { id: 'gives', value: giftText(app, t, terms, money) },
    ...(terms.kind === 'freebet' ? [{ id: 'pays', value: freebetText(t, terms) }] : []),
    ...(terms.kind === 'freebet' && terms.winnings !== 'bonus'
      ? []
      : [{ id: 'stake', value: stakeText(app, t, terms, bonus && bonus.target > 0 ? amount(bonus.target) : null) }]),
    ...(terms.timesE2 > 0 ? playTerms(app, t, terms, amount) : []),
    ...(terms.capTimesE2 > 0 ? [{ id: 'cap', value: capText(app, t, terms, bonus, amount) }] : []),
    ...lifeTexts(app, t, terms).map((value, place) => ({ id: place === 0 ? 'life' : 'life_winnings', value })),
  ].map(({ id, value }) => ({ id, value, label: t(`promo.term_${id}`) }))
}

/** How long a bonus holds: `7 days to play it through`; nothing of a share in a pool, which ends with its campaign, and of what is money as
 *  soon as it is had. */
export function lifeTexts(
  app: App,
  t: Write,
  { kind = 'funds', lifeMs, timesE2, on, bets, every, winnings }: BonusTerms,
): string[] {
  const isMoneyAtOnce = kind === 'funds' && timesE2 === 0 && on !== 'deposit' && on !== 'bets'
  // What losses bring as money has no time of its own: it counts so long, or as long as the day, week or month.
  if (on === 'losses' && kind === 'funds' && timesE2 === 0)
    return every === undefined ? [t('promo.losses_life', { time: daysText(app, lifeMs) })] : []
  if (isMoneyAtOnce || bets?.rule === 'pool') return []
  const time = daysText(app, lifeMs)
  // What a free bet wins has as long once more.
  return [t(LIFE_KEYS[kind], { time }), ...(winnings === 'bonus' ? [t('promo.winnings_life', { time })] : [])]
}

const LIFE_KEYS = {
  funds: 'promo.term_life_value',
  freebet: 'promo.freebet_life',
  free_rounds: 'promo.free_rounds_life',
  points: 'promo.points_life',
  double: 'promo.freebet_life',
  powerbet: 'promo.freebet_life',
  insurance: 'promo.freebet_life',
} as const

/** What a free bet pays, and whether that is money at once. */
export function freebetText(t: Write, { isStakeReturned, winnings }: BonusTerms): string {
  if (winnings === 'bonus') return t(isStakeReturned ? 'promo.freebet_whole_bonus' : 'promo.freebet_winnings_bonus')
  return t(isStakeReturned ? 'promo.freebet_whole_pays' : 'promo.freebet_winnings')
}

type Amount = (minor: number) => string

function causeText(t: Write, terms: BonusTerms, amount: Amount): string {
  const { on, depositNumber, minimumDepositMinor, bets, streakDays } = terms
  if (streakDays !== undefined) return t('promo.on_streak', { days: streakDays })
  if (bets) return t(`promo.on_bets_${bets.rule}`, { count: bets.count, amount: amount(bets.stakedMinor) })
  if (on !== 'deposit' && minimumDepositMinor === 0) return t(`promo.on_${on}`)
  const least = { amount: amount(minimumDepositMinor), number: depositNumber }
  if (depositNumber === 0) return t('promo.on_any_deposit', least)
  return t(depositNumber === 1 ? 'promo.on_first_deposit' : 'promo.on_deposit', least)
}

function stakeText(app: App, t: Write, terms: BonusTerms, target: string | null): string {
  const { timesE2, base, kind } = terms
  if (isTokenKind(kind)) return t('promo.token_cash')
  if (kind === 'points') return t('promo.points_cash')
  if (timesE2 === 0) return t(kind === 'free_rounds' ? 'promo.free_rounds_cash' : 'promo.stake_nothing')
  const times = timesText(app, timesE2)
  if (kind === 'freebet') return t('promo.freebet_bonus', { times })
  if (kind === 'free_rounds' && target === null) return t('promo.free_rounds_bonus', { times })
  const text = t(base === 'bonus' ? 'promo.stake_bonus' : 'promo.stake_both', { times })
  return target === null ? text : t('promo.stake_target', { text, target })
}

/** Which bets count, each condition once and none that does not hold. */
function betTerms(
  app: App,
  t: Write,
  {
    key,
    minimumStakeMinor,
    minimumOddsE3,
    minimumLegs,
  }: NonNullable<BonusTerms['chosenBet']> & { readonly key: string },
  amount: Amount,
): { id: string; value: string }[] {
  return [
    { id: 'bets', value: t(key) },
    ...(minimumStakeMinor > 0 ? [{ id: 'least_stake', value: amount(minimumStakeMinor) }] : []),
    ...(minimumOddsE3 > 1000 ? [{ id: 'odds', value: oddsText(app, minimumOddsE3) }] : []),
    ...(minimumLegs > 1 ? [{ id: 'legs', value: String(minimumLegs) }] : []),
  ]
}

/** Which losses count, each condition once and none that does not hold. */
function lossTerms(
  { visitor }: App,
  t: Write,
  { products, games, excludedGames, minimumLossMinor }: NonNullable<BonusTerms['losses']>,
  amount: Amount,
): { id: string; value: string }[] {
  const list = new Intl.ListFormat(visitor.locale, { type: 'unit' })
  const kinds = products.map((product) => t(`promo.product_${product}`))
  return [
    { id: 'games', value: list.format(games.length > 0 ? games : kinds) },
    ...(excludedGames.length > 0 ? [{ id: 'not_games', value: list.format(excludedGames) }] : []),
    ...(minimumLossMinor > 0 ? [{ id: 'least_loss', value: amount(minimumLossMinor) }] : []),
  ]
}

function oddsText({ visitor }: App, thousandths: number): string {
  return new Intl.NumberFormat(visitor.locale, { minimumFractionDigits: 2 }).format(thousandths / 1000)
}

/** Where a bonus stands, as the key of a text: a promise says what it waits for. */
export function stateKey(bonus: Pick<PlayerBonus, 'state' | 'terms' | 'money' | 'chargedBack' | 'winnings'>): string {
  const { state, terms, money, chargedBack } = bonus
  if (chargedBack !== undefined) return 'promo.state_charged_back'
  if (state === 'spent' && wonMinor(bonus) > 0) return 'promo.state_won'
  if (state === 'cancelled' && isUndone(bonus)) return 'promo.state_undone'
  if (state === 'claimed' && terms.streakDays !== undefined) return 'promo.state_streak'
  if (state === 'claimed' && terms.on === 'losses') return 'promo.state_claimed_losses'
  if (state === 'converted' && terms.kind === 'points') return 'promo.state_points'
  if (state === 'spent' && waitedForPlay(terms) && money === 0) return 'promo.state_not_earned'
  return state === 'claimed' && terms.on === 'bets' ? 'promo.state_claimed_bets' : `promo.state_${state}`
}

function playTerms(app: App, t: Write, terms: BonusTerms, amount: Amount): { id: string; value: string }[] {
  const { products, counts, minimumOddsE3, maximumStakeMinor, fundOrder, endsByWithdrawal, release } = terms
  const share = (ppm: number) => shareText(app, ppm / 100)
  const list = new Intl.ListFormat(app.visitor.locale, { type: 'unit' })
  const isSport = products.some(({ product }) => product === 'sport')
  return [
    {
      id: 'products',
      value: list.format(products.map(({ product, ppm }) => `${t(`promo.product_${product}`)} ${share(ppm)}`)),
    },
    { id: 'counts', value: t(`promo.counting_${counts}`) },
    ...(isSport && minimumOddsE3 > 1000 ? [{ id: 'odds', value: oddsText(app, minimumOddsE3) }] : []),
    ...(maximumStakeMinor > 0 ? [{ id: 'most_stake', value: amount(maximumStakeMinor) }] : []),
    { id: 'order', value: t(`promo.order_${fundOrder}`) },
    ...(release === 'winnings' ? [{ id: 'release', value: t('promo.release_winnings') }] : []),
    { id: 'withdrawal', value: t(endsByWithdrawal ? 'promo.withdrawal_ends' : 'promo.withdrawal_keeps') },
  ]
}

function methodsText(
  { visitor }: Pick<App, 'visitor'>,
  t: Write,
  methods: NonNullable<BonusTerms['excludedMethods']>,
): string {
  const list = new Intl.ListFormat(visitor.locale, { type: 'conjunction' })
  return t('promo.methods_excluded', { methods: list.format(methods.map(({ name }) => name)) })
}

function capText(
  app: App,
  t: Write,
  { capTimesE2 }: BonusTerms,
  bonus: PlayerBonus | undefined,
  amount: Amount,
): string {
  const given = bonus?.money ?? 0
  return given > 0
    ? t('promo.cap_amount', { amount: amount(Math.floor((given * capTimesE2) / 100)) })
    : t('promo.cap_times', { times: timesText(app, capTimesE2) })
}

/** What a bonus gives, in its own amount: of free rounds that were not turned into a bonus what they are, of any other what was given. */
export function givenText(app: App, t: Write, bonus: PlayerBonus): string {
  const { terms, money: given, freeRounds, target } = bonus
  const money = moneyOf(bonus)
  const held = shortMoney(app, given, money)
  if (given === 0 || terms.points !== undefined || (freeRounds && target === 0)) return giftText(app, t, terms, money)
  if (isTokenKind(terms.kind)) return giftText(app, t, { ...terms, amountMinor: given }, money)
  return terms.kind === 'freebet' ? t('promo.gift_freebet', { amount: held }) : held
}

/** Says what to do with a bonus that can be used, or how one has ended: `promo.about_ready`. */
function aboutKey(bonus: Pick<PlayerBonus, 'state' | 'terms' | 'freeRounds' | 'money' | 'winnings'>): string {
  const { state, terms, freeRounds, money } = bonus
  if (state === 'spent' && wonMinor(bonus) > 0) return 'promo.about_won'
  if (state === 'cancelled' && isUndone(bonus)) return 'promo.about_undone'
  if (state === 'claimed' && terms.streakDays !== undefined) return 'promo.about_streak'
  if (terms.bets?.rule === 'pool' && (state === 'claimed' || state === 'spent')) return `promo.about_pool_${state}`
  if (state === 'claimed' && terms.on === 'bets') return 'promo.about_claimed_bets'
  if (state === 'claimed' && terms.on === 'losses') return 'promo.about_claimed_losses'
  if (state === 'converted' && terms.kind === 'points') return 'promo.about_points'
  if (state === 'spent' && money === 0 && waitedForPlay(terms)) return `promo.about_not_earned_${terms.on}`
  const isToken = isTokenKind(terms.kind)
  if (isToken && (state === 'ready' || state === 'staked' || state === 'spent')) return `promo.about_token_${state}`
  if (!freeRounds) return `promo.about_${state}`
  if (state === 'ready') return terms.timesE2 > 0 ? 'promo.about_free_rounds_bonus' : 'promo.about_free_rounds_cash'
  return state === 'spent' && freeRounds.won === 0 ? 'promo.about_free_rounds_nothing' : `promo.about_${state}`
}

/** Says the same in words, with the amount and the code that they name. */
export function aboutText(app: App, t: Write, bonus: PlayerBonus): string {
  const amount = shortMoney(app, wonMinor(bonus) || bonus.money, moneyOf(bonus))
  return t(aboutKey(bonus), { code: bonus.code ?? '', amount })
}

/** What a free bet has won that has to be played through, in minor units. */
export function wonMinor({ winnings = [] }: Pick<PlayerBonus, 'winnings'>): number {
  return winnings.reduce((sum, { money }) => sum + money, 0)
}

/** Whether a bonus that a free bet had won is none any more, since its bet was settled again. */
function isUndone({ terms, money }: Pick<PlayerBonus, 'terms' | 'money'>): boolean {
  return terms.on === 'freebet' && money === 0
}

/** Whether a bonus is given for what bets or rounds come to. */
function waitedForPlay({ on }: BonusTerms): boolean {
  return on === 'bets' || on === 'losses'
}

/** What has counted, in whole minor units: `166.5` → 166, `1/3` → 0. */
export function countedMinor(counted: string): number {
  const [top = '0', bottom = '1'] = counted.split('/')
  return Math.floor(Number(top) / Number(bottom))
}

/** Whether a bonus waits for the player to come today. */
export function waitsForToday({ streak, state }: Pick<PlayerBonus, 'streak' | 'state'>): boolean {
  return state === 'claimed' && streak?.isTodayDone === false
}

/** Whether a bonus waits for a deposit. */
export function waitsForDeposit({ state, terms }: Pick<PlayerBonus, 'state' | 'terms'>): boolean {
  return state === 'claimed' && (terms.on === 'deposit' || terms.on === 'code')
}

/** A promise that came to nothing: it can be taken a second time. */
export function isLapsedPromise({ state, money }: Pick<PlayerBonus, 'state' | 'money'>): boolean {
  return money === 0 && (state === 'refused' || state === 'expired')
}
