import { BET_STATUS } from '#machines/betting/bet-history.rules.ts'
import type { QuoteKind } from '#machines/betting/cash-out/bet-quote.rules.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import { idWithSlug } from '#machines/site/routes/slug.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { NamedLeg } from '#renderers/betting/history/BetLegs.tsx'
import { insurableMinor, isAutoBet } from '#renderers/betting/history/bet-history.selectors.ts'
import type { BetHistoryQuery, HistoryBet, HistoryLeg } from '#schemas'
import type { App } from '../page/app-context.ts'
import { namesOf } from '../page/bet-look.ts'
import { offeredPath } from '../page/paths.ts'

/** Most pages of 50 that an address asks for at once. */
export const MOST_PAGES = 20

export const BET_TYPES = [
  'single',
  'express',
  'system',
  'cover',
  'chain',
  'lobby',
  'conditional',
  'anti-express',
] as const satisfies readonly HistoryBet['betType'][]

/** The filter that an address names; what is no filter is left out. `?status=2&from=2026-03-01` → `{ status: 2, dateFrom: … }` */
export function filterOf(search: URLSearchParams): Omit<BetHistoryQuery, 'page_number'> {
  const status = Object.values(BET_STATUS).find((one) => String(one) === search.get('status'))
  const betType = BET_TYPES.find((one) => one === search.get('type'))
  const dateFrom = dayOf(search.get('from'))
  const dateTo = dayOf(search.get('to'))
  return {
    ...(dateFrom === undefined ? {} : { dateFrom }),
    ...(dateTo === undefined ? {} : { dateTo }),
    ...(status === undefined ? {} : { status }),
    ...(betType === undefined ? {} : { betType }),
  }
}

/** How many pages an address asks for, from 1. */
export function pagesOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MOST_PAGES) : 1
}

function dayOf(text: string | null): string | undefined {
  if (text === null || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined
}

/** The statuses that a brand shows (BET-10). */
export function shownStatuses(hidden: readonly number[]): readonly HistoryBet['status'][] {
  return Object.values(BET_STATUS).filter((status) => !hidden.includes(status))
}

/** An outcome with its names, and its game's page where there is one. */
export function namedLeg(app: App, leg: HistoryLeg): NamedLeg {
  const { market, outcome } = namesOf(app, { ...leg, sportId: leg.game?.sportId })
  return { leg, market, outcome, to: gamePathOf(app, leg) }
}

function gamePathOf(app: App, { game, gameId, gameName }: HistoryLeg): string | null {
  if (!game) return null
  const kind = game.kind === FEED_KIND.live ? 'live' : 'line'
  if (offeredPath(app, 'main_section', { kind }) === null) return null
  const params = {
    kind,
    sport: idWithSlug(game.sportId, app.texts.t(`sport.${game.sportId}`)),
    championship: idWithSlug(game.champId, game.champName),
    game: idWithSlug(gameId, gameName),
  }
  return buildPath('game', params, app.state.visitor.language)
}

/** What can be done with a bet of the history: an auto-bet is given up, an open bet is insured or sold. */
export function actionsOf(app: Pick<App, 'site'>, bet: HistoryBet): readonly ('cancel' | QuoteKind)[] {
  if (isAutoBet(bet)) return ['cancel']
  return [...(isInsurable(app, bet) ? ['insurance' as const] : []), ...(isSellable(app, bet) ? ['sale' as const] : [])]
}

/** Whether a bet is offered for sale (BET-12): the brand buys back what is not insured or on an advance; what it is worth, the server says. */
function isSellable({ site }: Pick<App, 'site'>, { status, betId, insuredMinor, advance }: HistoryBet): boolean {
  const isOpen = status === BET_STATUS.open && betId !== undefined && advance === undefined
  return isOpen && insuredMinor === undefined && site.config.boolean.isCouponSellAllowed
}

/** Whether a bet can be insured (BET-13): single bets and expresses of which nothing was sold; what it costs, the server says. */
function isInsurable({ site }: Pick<App, 'site'>, bet: HistoryBet): boolean {
  const isOpen = bet.status === BET_STATUS.open && bet.betId !== undefined
  const isOfType = bet.betType === 'single' || bet.betType === 'express'
  const hasRoom = bet.advance === undefined && bet.soldMinor === undefined && insurableMinor(bet) > 0
  return isOpen && isOfType && hasRoom && site.config.boolean.isInsuranceAllowed
}
