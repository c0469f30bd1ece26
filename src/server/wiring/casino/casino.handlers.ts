import {
  getGamesActions,
  getGamesBanner,
  getGamesPreviewByGameIds,
  getGamesPreviewLight,
  markGame,
} from '#calls/casino/lobby.calls.ts'
import {
  actInGame,
  changeGameSeed,
  closeGame,
  getCasinoRound,
  getCasinoRounds,
  launchGame,
  playGame,
} from '#calls/casino/play.calls.ts'
import { rulesOf } from '#machines/casino/games/games.ts'
import type { CasinoRoundProof } from '#schemas'
import { type CasinoService, fairnessOf } from '#server/casino/casino.service.ts'
import type { Gamer } from '#server/casino/casino-ports.ts'
import { playOf, type ShownRound } from '#server/casino/play/game-rounds.ts'
import type { RoundRow } from '#server/casino/play/round-rows.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { gameDetails, gamePreview, launchedGame, roundCard } from './casino-shapes.ts'

/** The calls of the casino (CAS-3 to CAS-6, CAS-11, CAS-14). */
export function casinoHandlers(casino: CasinoService): AnyHandler[] {
  return [...lobbyHandlers(casino), ...playHandlers(casino), ...historyHandlers(casino)]
}

function gamerOf({ site, player }: CallScope): Gamer {
  return { brandId: site.brandId, accountId: player?.accountId ?? null }
}

const ON_A_PAGE = 60

function lobbyHandlers({ lobby }: CasinoService): AnyHandler[] {
  const visitorOf = (scope: CallScope) => ({ ...gamerOf(scope), country: scope.country })
  const marked = async (scope: CallScope) => new Set(await lobby.favorites(visitorOf(scope)))
  return [
    answer(getGamesPreviewLight, async ({ query }, scope) => {
      const { offset = 0, most = ON_A_PAGE, ...filter } = query
      const [{ games, providers }, favorites] = await Promise.all([lobby.find(visitorOf(scope), filter), marked(scope)])
      const shown = games.slice(offset, offset + most)
      return { games: shown.map((game) => gamePreview(game, favorites)), total: games.length, providers }
    }),
    answer(getGamesActions, async ({ query }, scope) => {
      const visitor = visitorOf(scope)
      const favorites = await marked(scope)
      const rows = await lobby.rows(visitor, query.page ?? 'casino')
      const wins = await lobby.wins(visitor)
      return {
        rows: rows.map(({ id, row: { titleKey, by, value }, games, total }) => ({
          ...{ id, titleKey, by, value, total },
          games: games.map((game) => gamePreview(game, favorites)),
        })),
        wins: wins.map(({ game, payoutMinor, stakeMinor, currency, exponent, at }) => ({
          ...{ game: gamePreview(game, favorites), payoutMinor, currency, exponent, at: at.toISOString() },
          timesE2: Math.floor((payoutMinor * 100) / stakeMinor),
        })),
      }
    }),
    answer(getGamesBanner, async (_input, scope) => {
      const { games } = await lobby.find(visitorOf(scope), { tag: 'new' })
      const favorites = await marked(scope)
      return { games: games.slice(0, 1).map((game) => gamePreview(game, favorites)) }
    }),
    answer(getGamesPreviewByGameIds, async ({ body }, scope) => {
      const { global } = scope.site.config
      const currency = scope.player?.summary.currency ?? global.defaultCurrency
      const exponent = global.currencies[currency]?.exponent ?? 2
      const favorites = await marked(scope)
      const games = await lobby.named(visitorOf(scope), body.ids)
      return { games: games.map((game) => gameDetails(game, { favorites, currency, exponent, global })) }
    }),
    answer(markGame, async ({ body }, scope) => {
      const { accountId } = playerOf(scope)
      return { ids: [...(await lobby.mark({ ...visitorOf(scope), accountId }, body))] }
    }),
  ]
}

function playHandlers(casino: CasinoService): AnyHandler[] {
  const currencyOf = ({ player, site }: CallScope) => player?.summary.currency ?? site.config.global.defaultCurrency
  return [
    answer(launchGame, async ({ body }, scope) => {
      const asked = { ...body, currency: currencyOf(scope), country: scope.country }
      return launchedGame(await casino.launch(gamerOf(scope), asked))
    }),
    answer(playGame, async ({ body: { sessionId, ...asked } }, scope) =>
      roundCard(await casino.play(gamerOf(scope), sessionId, asked)),
    ),
    answer(actInGame, async ({ body: { sessionId, ...asked } }, scope) =>
      roundCard(await casino.act(gamerOf(scope), sessionId, asked)),
    ),
    answer(closeGame, async ({ body: { sessionId } }, scope) => ({
      sessionId,
      ...(await casino.close(gamerOf(scope), sessionId)),
    })),
    answer(changeGameSeed, async ({ body: { sessionId, clientSeed } }, scope) => {
      const { former, current } = await casino.changeSeed(gamerOf(scope), sessionId, clientSeed)
      const { commitment, nonce: rounds } = fairnessOf(former)
      return {
        ...{ serverSeed: former.server_seed, commitment, clientSeed: former.client_seed, rounds },
        fairness: fairnessOf(current),
      }
    }),
  ]
}

function historyHandlers({ history }: CasinoService): AnyHandler[] {
  const readerOf = (scope: CallScope) => ({ brandId: scope.site.brandId, accountId: playerOf(scope).accountId })
  return [
    answer(getCasinoRounds, async ({ query }, scope) => {
      const { rounds, pages, sums } = await history.page(readerOf(scope), query)
      return { rounds: rounds.map((round) => roundLine(round, scope)), pages, sums: [...sums] }
    }),
    answer(getCasinoRound, async ({ query }, scope) => {
      const { round, own } = await history.read(readerOf(scope), query.round)
      return { ...roundLine(round, scope), ...(own ? proofOf(own) : {}) }
    }),
  ]
}

/** A round of the history; the name of a game that the brand has no more is its id. */
function roundLine(round: RoundRow, { site }: CallScope) {
  const { round_id: roundId, game_id: gameId, currency, exponent, state, stake_minor, payout_minor, opened_at } = round
  const { games } = site.config.casino
  const name = (Object.hasOwn(games, gameId) ? games[gameId]?.name : undefined) ?? gameId
  return {
    ...{ roundId, gameId, name, provider: 'Livery', currency, exponent, state },
    ...{ stakeMinor: stake_minor, payoutMinor: payout_minor, openedAt: opened_at.toISOString() },
  }
}

/** All that a round follows from; the server seed only once the player has asked for another. */
function proofOf({ round, settings, seed }: ShownRound): Partial<CasinoRoundProof> {
  const { stakes, choice, acts, isLeft = false, state } = playOf(round)
  const rules = rulesOf(settings)
  return {
    ...{ settings, stakes: [...stakes], choice, acts: [...acts], isLeft },
    ...(round.rules_hash ? { rulesHash: round.rules_hash } : {}),
    view: rules.view(settings as Parameters<typeof rules.open>[0], state),
    fairness: fairnessOf(seed, round.nonce ?? 0),
    ...(seed.revealed_at ? { serverSeed: seed.server_seed } : {}),
  }
}
