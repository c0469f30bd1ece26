import {
  actInGame,
  changeGameSeed,
  closeGame,
  getCasinoRound,
  getCasinoRounds,
  getGameSession,
  launchGame,
  playGame,
} from '#calls/casino/play.calls.ts'
import { rulesOf } from '#machines/casino/games/games.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import type { CasinoRoundProof } from '#schemas'
import { type CasinoService, fairnessOf, type GameNames } from '#server/casino/casino.service.ts'
import type { Gamer } from '#server/casino/casino-ports.ts'
import { playOf, type ShownRound } from '#server/casino/play/game-rounds.ts'
import type { RoundRow } from '#server/casino/play/round-rows.ts'
import type { Tables } from '#server/casino/tables/tables.service.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { gameLook, launchedFrame, launchedGame, roundCard } from './casino-shapes.ts'
import { assetsOf, currencyOf, lobbyHandlers } from './lobby.handlers.ts'

/** The calls of the casino (CAS-3 to CAS-6, CAS-11, CAS-14). */
export function casinoHandlers(casino: CasinoService, tables: Pick<Tables, 'proof'>): AnyHandler[] {
  return [...lobbyHandlers(casino), ...playHandlers(casino), ...historyHandlers(casino, tables)]
}

function gamerOf({ site, player }: CallScope): Gamer {
  return { brandId: site.brandId, accountId: player?.accountId ?? null }
}

function playHandlers(casino: CasinoService): AnyHandler[] {
  return [
    answer(launchGame, async ({ body }, scope) => {
      const asked = { ...body, currency: currencyOf(scope), country: scope.country }
      const gamer = gamerOf(scope)
      const { language } = scope
      const lobbyUrl = `${scope.origin}${buildPath('casino', {}, language)}`
      const frame = await casino.launchFrame(gamer, { ...asked, language, lobbyUrl })
      return frame ? launchedFrame(frame) : launchedGame(await casino.launch(gamer, asked), assetsOf(scope))
    }),
    answer(getGameSession, async ({ body: { sessionId } }, scope) => {
      const { session, sums, balanceMinor, isOpen } = await casino.sessionNow(gamerOf(scope), sessionId)
      const { currency, exponent } = session
      return { sessionId, balanceMinor, ...sums, currency, exponent, isOpen }
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

function historyHandlers(
  { history, namesOf, ownGame, jackpots }: CasinoService,
  tables: Pick<Tables, 'proof'>,
): AnyHandler[] {
  const readerOf = (scope: CallScope) => ({ brandId: scope.site.brandId, accountId: playerOf(scope).accountId })
  return [
    answer(getCasinoRounds, async ({ query }, scope) => {
      const { rounds, pages, sums } = await history.page(readerOf(scope), query)
      const names = await namesOf(scope.site.brandId)
      return { rounds: rounds.map((round) => roundLine(round, names)), pages, sums: [...sums] }
    }),
    answer(getCasinoRound, async ({ query }, scope) => {
      const { round, own } = await history.read(readerOf(scope), query.round)
      const { brandId } = scope.site
      const jackpot = await jackpots.proof(brandId, round.round_id)
      const proof = own ? proofOf(own) : await tables.proof(brandId, round)
      const game = own && (await ownGame(brandId, round.game_id))
      const look = game ? gameLook(game, assetsOf(scope)) : {}
      return { ...roundLine(round, await namesOf(brandId)), ...proof, ...look, ...(jackpot ? { jackpot } : {}) }
    }),
  ]
}

/** A round of the history; the name of a game that is not known any more is its id. */
function roundLine(round: RoundRow, names: GameNames) {
  const { round_id: roundId, game_id: gameId, currency, exponent, state, stake_minor, payout_minor, opened_at } = round
  return {
    ...{ roundId, gameId, ...names(gameId, round.provider_id), currency, exponent, state },
    ...{ stakeMinor: stake_minor, payoutMinor: payout_minor, openedAt: opened_at.toISOString() },
  }
}

/** All that a round follows from; the server seed only once the player has asked for another. */
function proofOf({ round, settings, seed }: ShownRound): Partial<CasinoRoundProof> {
  const { stakes, choice, acts, isLeft = false, isFree = false, state } = playOf(round)
  const rules = rulesOf(settings)
  return {
    ...{ settings, stakes: [...stakes], choice, acts: [...acts], isLeft, isFree },
    ...(round.rules_hash ? { rulesHash: round.rules_hash } : {}),
    view: rules.view(settings as Parameters<typeof rules.open>[0], state),
    fairness: fairnessOf(seed, round.nonce ?? 0),
    ...(seed.revealed_at ? { serverSeed: seed.server_seed } : {}),
  }
}
