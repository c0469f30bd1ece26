import { unpaidMinorOf } from '#machines/betting/cash-out/advance.rules.ts'
import { pickNames } from '#machines/feed/markets/pick-names.rules.ts'
import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import type { TextWriter } from '#machines/site/text.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { HistoryBet } from '#schemas'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** A statement of bets as the text of a mail: one paragraph a bet, its outcomes below it, dates in the time zone of the brand.
 *  Prices are decimals, as they were accepted. */
export function betStatement(site: ResolvedSite, language: string, bets: readonly HistoryBet[]): string {
  const t = textWriter(language, pageTexts(site, language))
  return bets
    .map((bet) => [headOf(site, language, bet, t), ...bet.legs.map((leg) => legLine(leg, t))].join('\n'))
    .join('\n\n')
}

function headOf(site: ResolvedSite, language: string, bet: HistoryBet, t: TextWriter): string {
  const { config } = site
  const spoken = config.global.languages[language] ?? { locale: 'en', hasEnglishDates: true, direction: 'ltr' as const }
  const currency = config.global.currencies[bet.currency] ?? { symbol: bet.currency, exponent: bet.exponent }
  const template = amountTemplate(config.global, bet.currency)
  const money = (minor: number) =>
    formatAmount(minor, currency, { locale: spoken.locale, direction: spoken.direction, template })
  const at = formatInstant(Date.parse(bet.placedAt), config.global.dateFormats.withYear, {
    language: spoken,
    timeZone: config.global.timeZone,
  })
  const number = bet.betId === undefined ? [] : [t('history.number', { number: bet.betId })]
  const sold =
    bet.soldMinor === undefined
      ? []
      : [t('history.sold_of', { part: money(bet.soldMinor), amount: money(bet.soldForMinor ?? 0) })]
  const paidMinor = (bet.payoutMinor ?? 0) - unpaidMinorOf(bet.advance)
  const paid = bet.payoutMinor === undefined ? [] : [`${t('history.paid')}: ${money(paidMinor)}`]
  const credit = bet.advance ? [t('history.on_credit')] : []
  const stake = `${t('history.stake')}: ${money(bet.stakeMinor)}`
  return [at, ...number, t(`history.status_${bet.status}`), ...credit, stake, ...paid, ...sold].join(' · ')
}

function legLine(leg: HistoryBet['legs'][number], t: TextWriter): string {
  const { gameName, odds, game, result } = leg
  const { market, outcome } = pickNames({ ...leg, sportId: game?.sportId }, t)
  const score = game?.score ? ` (${game.score.home}:${game.score.away})` : ''
  const ended = result === undefined ? '' : ` – ${t(`betting.result_${result.replaceAll('-', '_')}`)}`
  return `${gameName}${score} – ${market}: ${outcome} – ${odds}${ended}`
}
