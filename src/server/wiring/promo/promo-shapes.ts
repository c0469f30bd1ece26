import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { toExactText } from '#machines/odds/rational.rules.ts'
import { bonusValue, USUAL_PLAY } from '#machines/promo/awards/bonus-value.rules.ts'
import { shownProgress } from '#machines/promo/awards/wagering.rules.ts'
import { BONUS_TYPE_IDS } from '#machines/site/licence/bonus-types.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { BonusStake, BonusTerms, Campaign, PlayerBonus, PromoCodesAnswer, PromoOffer } from '#schemas'
import { givesPoints } from '#server/promo/awards/award-points.ts'
import {
  type AwardRow,
  givesFreebet,
  givesFreeRounds,
  givesToken,
  isWinnings,
  progressOf,
  readFraction,
  sizeOf,
} from '#server/promo/awards/award-rows.ts'
import { converted } from '#server/promo/awards/award-terms.ts'
import type { ShownAward } from '#server/promo/awards/free-round-awards.ts'
import type { CodeUse } from '#server/promo/awards/promo-codes.ts'
import type { CountedStake, NamedCampaign, RoundsPlayed } from '#server/promo/promo-ports.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { CallScope } from '../http/call-scope.ts'
import { freebetCode } from './freebet-funding.ts'
import { tokenCode } from './token-funding.ts'

const PRODUCTS = ['sport', 'slots', 'table', 'live', 'poker', 'instant', 'lottery'] as const
const MOST_TIMES_E2 = 20_000

/** For whom texts and amounts are written. */
type SiteReader = Pick<CallScope, 'site' | 'language'>

/** Writes the texts of a campaign, which can name its numbers: `{{percent}}`, `{{amount}}`, `{{minimum}}` and `{{times}}`, and of free rounds
 *  `{{rounds}}`, `{{game}}` and `{{stake}}`, and of bonuses for bets `{{staked}}`, `{{count}}` and `{{odds}}`;
 *  of what is put on a bet `{{odds}}`, `{{legs}}` and `{{premium}}`, of days in a row `{{days}}`, and of points `{{points}}`. */
function writerOf({ language, site }: SiteReader, currency: string, terms: BonusTerms): (key: string) => string {
  const t = textWriter(language, pageTexts(site, language))
  const { global } = site.config
  const locale = global.languages[language]?.locale ?? language
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const money = (minor: number) => {
    const known = global.currencies[currency]
    if (!known) return String(minor)
    const whole = 10 ** known.exponent
    const written = minor % whole === 0 ? { minor: minor / whole, exponent: 0 } : { minor, exponent: known.exponent }
    const template = amountTemplate(global, currency)
    return formatAmount(written.minor, { ...known, exponent: written.exponent }, { locale, template })
  }
  const params = {
    percent: new Intl.NumberFormat(locale, { style: 'percent' }).format(terms.percentE4 / 10_000),
    amount: money(terms.amountMinor),
    minimum: money(terms.minimumDepositMinor),
    staked: money(terms.bets?.stakedMinor ?? 0),
    count: numbers.format(terms.bets?.count ?? 0),
    odds: numbers.format((terms.bets?.minimumOddsE3 ?? terms.chosenBet?.minimumOddsE3 ?? 0) / 1000),
    legs: numbers.format(terms.chosenBet?.minimumLegs ?? 0),
    premium: money(terms.premiumMinor ?? 0),
    days: numbers.format(terms.streakDays ?? 0),
    points: numbers.format(terms.points ?? 0),
    times: numbers.format(terms.timesE2 / 100),
    ...(terms.freeRounds
      ? {
          rounds: numbers.format(terms.freeRounds.rounds),
          game: terms.freeRounds.game,
          stake: money(terms.freeRounds.stakeMinor),
        }
      : {}),
  }
  return (key) => t(key, params)
}

/** Writes the texts of a campaign with its numbers in a currency. */
export function campaignWriter(campaign: Campaign, currency: string, scope: CallScope): (key: string) => string {
  return writerOf(scope, currency, termsShape(campaign, currency, scope))
}

/** Terms in a currency. */
function termsShape(campaign: Campaign, currency: string, reader: SiteReader): BonusTerms {
  const { site } = reader
  const { trigger, reward, wagering, lifeMs } = campaign
  const { global } = site.config
  const inCurrency = (minor: number) => converted(minor, { from: global.defaultCurrency, to: currency, global })
  const { timesE2, base, counts, capTimesE2, minimumOddsE3, fundOrder, endsByWithdrawal } = wagering
  return {
    ...(givesFreebet(campaign) ? freebetShape(reward) : {}),
    ...freeRoundsOf(campaign, inCurrency, site),
    ...(givesPoints(campaign) && reward.points ? { kind: 'points', points: reward.points.points } : {}),
    ...{ on: trigger.on, depositNumber: trigger.depositNumber, percentE4: reward.percentE4, lifeMs },
    minimumDepositMinor: inCurrency(trigger.minimumDepositMinor),
    amountMinor: inCurrency(mostOf(campaign)),
    ...{ timesE2, base, counts, capTimesE2, minimumOddsE3, fundOrder, endsByWithdrawal },
    maximumStakeMinor: inCurrency(wagering.maximumStakeMinor),
    products: PRODUCTS.flatMap((product) => {
      const ppm = wagering.productsPpm[product] ?? 0
      return ppm > 0 ? [{ product, ppm }] : []
    }),
    ...stageBefore(trigger, currency, reader),
    ...(trigger.bets ? { bets: betsShape(trigger.bets, inCurrency) } : {}),
    ...(trigger.losses ? { losses: lossesShape(trigger.losses, inCurrency, site) } : {}),
    ...(trigger.streakDays === undefined ? {} : { streakDays: trigger.streakDays }),
    ...(trigger.every === undefined ? {} : { every: trigger.every }),
    ...methodsOf(trigger, reader),
    ...(wagering.release === 'winnings' ? { release: wagering.release } : {}),
    ...tokenShape(reward, inCurrency),
    // What a free bet wins is not known, nor what that would be worth.
    ...(givesFreebet(campaign) ? {} : worthOf(campaign)),
  }
}

/** What a free bet pays, and whether it is money at once. */
function freebetShape({
  isStakeReturned = false,
  winnings,
}: Campaign['reward']): Pick<BonusTerms, 'kind' | 'isStakeReturned' | 'winnings'> {
  return { kind: 'freebet', isStakeReturned, ...(winnings === 'bonus' ? { winnings } : {}) }
}

/** The terms of what a free bet has won: bonus money that is played through by those of the free bet. */
function winningsTerms({ terms: campaign, currency }: AwardRow, wonMinor: number, reader: SiteReader): BonusTerms {
  const { lifeMs, timesE2, base, counts, products, capTimesE2, minimumOddsE3, ...terms } = termsShape(
    campaign,
    currency,
    reader,
  )
  const { maximumStakeMinor, fundOrder, endsByWithdrawal } = terms
  return {
    ...{
      on: 'freebet',
      depositNumber: 0,
      minimumDepositMinor: 0,
      percentE4: 0,
      amountMinor: wonMinor,
      lifeMs,
      timesE2,
    },
    ...{ base, counts, products, maximumStakeMinor, capTimesE2, minimumOddsE3, fundOrder, endsByWithdrawal },
    ...worthOf(campaign),
  }
}

/** The title of the stage before; nothing where there is none, or it is no more. */
function stageBefore({ after }: Campaign['trigger'], currency: string, reader: SiteReader): Pick<BonusTerms, 'after'> {
  const { campaigns } = reader.site.config.promo
  const former = after !== undefined && Object.hasOwn(campaigns, after) ? campaigns[after] : undefined
  if (!former) return {}
  const { after: _after, ...trigger } = former.trigger
  const terms = termsShape({ ...former, trigger }, currency, reader)
  return { after: writerOf(reader, currency, terms)(former.titleKey) }
}

/** The payment methods whose deposits bring nothing, with their names; nothing where there is none. */
function methodsOf(
  { excludedMethods = [] }: Campaign['trigger'],
  { language, site }: SiteReader,
): Pick<BonusTerms, 'excludedMethods'> {
  if (excludedMethods.length === 0) return {}
  const t = textWriter(language, pageTexts(site, language))
  const { methods } = site.config.payments
  const nameOf = (id: string) => {
    const method = Object.hasOwn(methods, id) ? methods[id] : undefined
    return method ? t(method.nameKey) : id
  }
  return { excludedMethods: excludedMethods.map((id) => ({ id, name: nameOf(id) })) }
}

/** What is asked of bets, in a currency. */
function betsShape(
  bets: NonNullable<Campaign['trigger']['bets']>,
  inCurrency: (minor: number) => number,
): NonNullable<BonusTerms['bets']> {
  return {
    ...bets,
    stakedMinor: inCurrency(bets.stakedMinor),
    minimumStakeMinor: inCurrency(bets.minimumStakeMinor),
  }
}

/** Which losses count, in a currency, with the names of the games. */
function lossesShape(
  losses: NonNullable<Campaign['trigger']['losses']>,
  inCurrency: (minor: number) => number,
  { config }: CallScope['site'],
): NonNullable<BonusTerms['losses']> {
  const { games } = config.casino
  const nameOf = (id: string) => (Object.hasOwn(games, id) && games[id]?.name) || id
  return {
    products: [...losses.products],
    games: losses.games.map(nameOf),
    excludedGames: losses.excludedGames.map(nameOf),
    minimumLossMinor: inCurrency(losses.minimumLossMinor),
  }
}

/** What is put on a bet, and on which bets; nothing of any other bonus. */
function tokenShape(
  { kind, bet, premiumMinor }: Campaign['reward'],
  inCurrency: (minor: number) => number,
): Pick<BonusTerms, 'kind' | 'chosenBet' | 'premiumMinor'> {
  if (!isTokenKind(kind)) return {}
  return {
    kind,
    ...(bet ? { chosenBet: { ...bet, minimumStakeMinor: inCurrency(bet.minimumStakeMinor) } } : {}),
    ...(premiumMinor === undefined ? {} : { premiumMinor: inCurrency(premiumMinor) }),
  }
}

/** The most that a campaign gives, in minor units of the default currency: of free rounds all their stakes. */
function mostOf({ reward }: Campaign): number {
  const { percentE4, fixedMinor, maximumMinor, freeRounds, kind } = reward
  if (isTokenKind(kind)) return maximumMinor
  if (freeRounds) return freeRounds.rounds * freeRounds.stakeMinor
  return percentE4 > 0 ? maximumMinor : Math.min(fixedMinor, maximumMinor)
}

/** The free rounds of a campaign; nothing of any other one. */
function freeRoundsOf(
  campaign: Campaign,
  inCurrency: (minor: number) => number,
  { config }: CallScope['site'],
): Pick<BonusTerms, 'kind' | 'freeRounds'> {
  const { freeRounds } = campaign.reward
  if (!givesFreeRounds(campaign) || !freeRounds) return {}
  const { games } = config.casino
  const game =
    (Object.hasOwn(games, freeRounds.game) && games[freeRounds.game]?.name) || freeRounds.gameName || freeRounds.game
  const { rounds, stakeMinor } = freeRounds
  return {
    kind: 'free_rounds',
    freeRounds: { gameId: freeRounds.game, game, rounds, stakeMinor: inCurrency(stakeMinor) },
  }
}

/** What a bonus is worth; left out where its wagering is too long to be walked. */
function worthOf({ wagering: { timesE2, base, release } }: Campaign): Pick<BonusTerms, 'value'> {
  // A deposit of the same amount is taken for the base where it counts too.
  const ofBonusE2 = base === 'deposit_and_bonus' ? 2 * timesE2 : timesE2
  if (ofBonusE2 > MOST_TIMES_E2) return {}
  const { keptE4, bustE4 } = bonusValue(ofBonusE2, { ...USUAL_PLAY, release })
  return { value: { keptE4, bustE4 } }
}

/** A bonus of a player, as the page shows it. */
export function bonusShape(award: ShownAward, scope: CallScope): PlayerBonus {
  const { terms, target_minor: target } = award
  const money = sizeOf(award)
  const isWon = isWinnings(award)
  const isFreebet = givesFreebet(terms) && !isWon
  const shownTerms = isWon ? winningsTerms(award, money, scope) : termsShape(terms, award.currency, scope)
  const t = writerOf(scope, award.currency, shownTerms)
  const { minor, percent } = shownProgress(progressOf(award))
  const hasBegun = award.begun_at !== null
  const progressPercent = hasBegun ? percent : 0
  const end = award.expires_at?.toISOString()
  return {
    ...{ id: award.award_id, idBonus: BONUS_TYPE_IDS[terms.type], type: BONUS_TYPE_IDS[terms.type] },
    ...{
      name: t(terms.titleKey),
      text: t(isWon ? 'promo.winnings_text' : terms.textKey),
      start: award.made_at.toISOString(),
    },
    ...{ currentProgress: minor, isClosed: award.ended_at !== null, progressPercent, width: progressPercent },
    ...{ money, currencyIso: award.currency, exponent: award.exponent, target },
    ...{ promoId: award.campaign_id, state: award.state, paid: award.paid_minor, removed: award.removed_minor },
    ...{ terms: shownTerms, termsHash: award.terms_hash },
    ...(award.rounds ? { freeRounds: leftOf(award.rounds, award.ended_at !== null) } : {}),
    ...(isFreebet && award.begun_at !== null ? { code: freebetCode(award.award_id) } : {}),
    ...(isFreebet && terms.trigger.on === 'code' ? { promoCode: terms.trigger.code } : {}),
    ...(award.of_award_id === null ? {} : { ofFreebet: award.of_award_id }),
    ...(award.winnings ? { winnings: award.winnings.map((won) => ({ id: won.award_id, money: sizeOf(won) })) } : {}),
    ...(givesToken(terms) && award.begun_at !== null ? { code: tokenCode(award.award_id) } : {}),
    ...(award.streak ? { streak: award.streak } : {}),
    ...(award.pool ? { pool: award.pool } : {}),
    ...(award.netLossMinor === undefined ? {} : { netLoss: award.netLossMinor }),
    ...(award.charged_back_minor === null ? {} : { chargedBack: award.charged_back_minor }),
    ...(award.owed_minor > 0 ? { owed: award.owed_minor } : {}),
    ...(end === undefined ? {} : { end, expirationDate: end }),
    ...(award.ended_at === null ? {} : { endedAt: award.ended_at.toISOString() }),
  }
}

/** What is left of the free rounds of a bonus, and what they have won. */
function leftOf({ rounds, used, wonMinor, stakeMinor }: RoundsPlayed, isOver: boolean) {
  return { left: isOver ? 0 : Math.max(0, rounds - used), won: wonMinor, stakeMinor }
}

/** A bonus that can be had, as the page shows it. */
export function offerShape(
  { id, campaign, award }: NamedCampaign & { readonly award: ShownAward | null },
  scope: CallScope,
): PromoOffer {
  const { global } = scope.site.config
  const currency = currencyOf(scope)
  const terms = termsShape(campaign, currency, scope)
  const t = writerOf(scope, currency, terms)
  return {
    ...{ id, type: BONUS_TYPE_IDS[campaign.type], name: t(campaign.titleKey), text: t(campaign.textKey) },
    ...{ currencyIso: currency, exponent: global.currencies[currency]?.exponent ?? 2 },
    ...{ terms, mine: award ? [bonusShape(award, scope)] : [] },
    ...(campaign.endsAt === undefined ? {} : { endsAt: campaign.endsAt }),
  }
}

/** The currency of the player, else the one of the visitor's country. */
function currencyOf({ player, site, country }: CallScope): string {
  return player?.summary.currency ?? countryCurrency(site, country)
}

function countryCurrency({ config: { global } }: CallScope['site'], country: string): string {
  const own = global.countries[country]?.currency
  return own && global.currencies[own] && !global.currencies[own].isHidden ? own : global.defaultCurrency
}

/** A campaign in words, for somebody of a country: its title, and what it promises with its amounts. */
export function campaignWords(
  campaign: Campaign,
  { country, ...reader }: SiteReader & { readonly country: string },
): { readonly name: string; readonly text: string } {
  const currency = countryCurrency(reader.site, country)
  const t = writerOf(reader, currency, termsShape(campaign, currency, reader))
  return { name: t(campaign.titleKey), text: t(campaign.textKey) }
}

/** A stake with what it has counted. */
export function stakeShape(stake: CountedStake, { site }: CallScope): BonusStake {
  const { games } = site.config.casino
  const { gameId, cashMinor, bonusMinor } = stake
  return {
    ...{ source: stake.source, number: stake.sourceId, product: stake.product, bonusMinor },
    game: gameId !== null && Object.hasOwn(games, gameId) ? (games[gameId]?.name ?? '') : '',
    ...{ stakeMinor: cashMinor + bonusMinor, counted: toExactText(readFraction(stake.counted)) },
    ...{ sharePercent: stake.sharePpm / 10_000, reason: stake.reason ?? '', at: stake.stakedAt.toISOString() },
  }
}

/** A code that was tried. */
export function codeShape(use: CodeUse, scope: CallScope): PromoCodesAnswer['codes'][number] {
  const { code, usedAt, campaign, refusal } = use
  const name = campaign && refusal === null ? offerShape({ ...campaign, award: null }, scope).name : ''
  // Until when a break held, or what a limit had left, is not kept.
  const why = refusal?.startsWith('protection.') ? 'promo.code_not_then' : (refusal ?? '')
  return { code, usedAt: usedAt.toISOString(), name, refusal: why }
}
