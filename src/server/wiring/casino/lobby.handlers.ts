import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'
import {
  getGamesActions,
  getGamesBanner,
  getGamesPreviewByGameIds,
  getGamesPreviewLight,
  getJackpots,
  markGame,
} from '#calls/casino/lobby.calls.ts'
import { contentAddress } from '#machines/site/content-host.rules.ts'
import { COUNTRY_CODES } from '#machines/site/tables/country-table.ts'
import type { GamesActionsQuery } from '#schemas'
import type { CasinoService } from '#server/casino/casino.service.ts'
import type { LobbyVisitor } from '#server/casino/lobby/lobby.ts'
import type { LobbyGame } from '#server/casino/lobby/lobby-game.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { gameDetails, gamePreview } from './casino-shapes.ts'

const ON_A_PAGE = 60
const NO_FACETS = { providers: [], categories: [], tags: [] }

/** The calls of the lobby (CAS-3 to CAS-6). */
export function lobbyHandlers({ lobby, jackpots }: CasinoService): AnyHandler[] {
  /** Writes games as this visitor sees them. */
  const previews = async (scope: CallScope, visitor: LobbyVisitor) => {
    const [favorites, hot] = await Promise.all([lobby.favorites(visitor), lobby.hot(visitor)])
    const marks = { favorites: new Set(favorites), hot, assets: assetsOf(scope) }
    return (game: LobbyGame) => gamePreview(game, marks)
  }
  return [
    answer(getGamesPreviewLight, async ({ query }, scope) => {
      const { offset = 0, most = ON_A_PAGE, page, category, provider, tag, text, sort } = query
      const visitor = visitorOf(scope, query)
      const { games, facets } = await lobby.find(visitor, { page, category, provider, tag, text, sort })
      const preview = await previews(scope, visitor)
      const shown = games.slice(offset, offset + most).map(preview)
      return { games: shown, total: games.length, ...(offset === 0 ? facets() : NO_FACETS) }
    }),
    answer(getGamesActions, async ({ query }, scope) => {
      const visitor = visitorOf(scope, query)
      const preview = await previews(scope, visitor)
      const [rows, wins] = await Promise.all([lobby.rows(visitor, query.page ?? 'casino'), lobby.wins(visitor)])
      return {
        rows: rows.map(({ id, row: { titleKey, by, value }, games, total }) => ({
          ...{ id, titleKey, by, value, total },
          games: games.map(preview),
        })),
        wins: wins.map(({ game, payoutMinor, stakeMinor, currency, exponent, at }) => ({
          ...{ game: preview(game), payoutMinor, currency, exponent, at: at.toISOString() },
          timesE2: Math.floor((payoutMinor * 100) / stakeMinor),
        })),
      }
    }),
    answer(getGamesBanner, async (_input, scope) => {
      const visitor = visitorOf(scope)
      const { games } = await lobby.find(visitor, { tag: 'new' })
      return { games: games.slice(0, 1).map(await previews(scope, visitor)) }
    }),
    answer(getJackpots, async ({ query }, scope) => {
      const gamer = { brandId: scope.site.brandId, accountId: scope.player?.accountId ?? null }
      const asked = { currency: currencyOf(scope), gameId: query.game }
      return { jackpots: await jackpots.now(gamer.brandId, asked), won: await jackpots.won(gamer) }
    }),
    answer(getGamesPreviewByGameIds, async ({ body }, scope) => {
      const { casino, global, licence } = scope.site.config
      const visitor = visitorOf(scope)
      const { currency } = visitor
      const exponent = global.currencies[currency]?.exponent ?? 2
      const preview = await previews(scope, visitor)
      const games = await lobby.named(visitor, body.ids)
      return {
        games: games.map((game) =>
          gameDetails(game, preview(game), { currency, exponent, sections: { casino, global }, pack: licence.pack }),
        ),
      }
    }),
    answer(markGame, async ({ body }, scope) => {
      const { accountId } = playerOf(scope)
      return { ids: [...(await lobby.mark({ ...visitorOf(scope), accountId }, body))] }
    }),
  ]
}

/** The currency of the active account, or of the site for a guest. */
export function currencyOf({ player, site }: Pick<CallScope, 'player' | 'site'>): string {
  return player?.summary.currency ?? site.config.global.defaultCurrency
}

/** Address of the brand's assets, with a slash at its end: at its content-delivery host where it has one (I18N-9). */
export function assetsOf({ site }: CallScope): string {
  return contentAddress(site.config.modules.contentHost, site.publicSite.assets)
}

/** Who looks: a partner site with the key of the brand looks for a visitor of its own (CAS-3). @throws AppError access.denied */
function visitorOf(
  scope: CallScope,
  { apiKey, country, currency }: Pick<GamesActionsQuery, 'apiKey' | 'country' | 'currency'> = {},
): LobbyVisitor {
  const own = {
    ...{ brandId: scope.site.brandId, accountId: scope.player?.accountId ?? null, country: scope.country },
    currency: currencyOf(scope),
  }
  if (apiKey === undefined) return own
  if (!isKey(scope.site, apiKey)) throw new AppError('access.denied')
  return {
    ...own,
    country: COUNTRY_CODES.get(country ?? 0) ?? own.country,
    currency: currency ?? own.currency,
  }
}

function isKey({ config, secretOf }: ResolvedSite, apiKey: string): boolean {
  const { gamesPreviewKey } = config.casino
  const key = gamesPreviewKey === undefined ? undefined : secretOf(gamesPreviewKey)
  return key !== undefined && timingSafeEqual(hashed(key), hashed(apiKey))
}

function hashed(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
