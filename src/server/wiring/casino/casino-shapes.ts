import { rulesOf } from '#machines/casino/games/games.ts'
import { PAYTABLE_RETURNS } from '#machines/site/tables/paytable-returns.ts'
import type { CasinoRound, GameDetails, GamePreview, GlobalConfig, LaunchedGame } from '#schemas'
import { fairnessOf, type OpenedGame, type RoundNow } from '#server/casino/casino.service.ts'
import type { LobbyGame } from '#server/casino/lobby/lobby-game.ts'
import { stakeBounds } from '#server/casino/play/game-offers.ts'
import { playOf } from '#server/casino/play/game-rounds.ts'

/** A game as the lobby shows it. */
export function gamePreview(game: LobbyGame, favorites: ReadonlySet<string>): GamePreview {
  const { id, name, providerId, provider, category, tags, own, image, hasDemo } = game
  return {
    ...{ id, name, providerId, provider, category, tags: [...tags], image, hasDemo, isFavorite: favorites.has(id) },
    ...{ kind: own?.settings.kind ?? '', skin: own?.skin ?? '' },
  }
}

/** Percent with two places. */
function percent(e4: number): string {
  return (e4 / 100).toFixed(2)
}

/** What a player can know of a game before playing it. */
export function gameDetails(
  game: LobbyGame,
  of: {
    readonly favorites: ReadonlySet<string>
    readonly currency: string
    readonly exponent: number
    readonly global: GlobalConfig
  },
): GameDetails {
  const { favorites, currency, exponent, global } = of
  const shared = { game: gamePreview(game, favorites), currency, exponent }
  if (!game.own)
    return { ...shared, returnLowest: '', returnHighest: '', volatility: '', minimumMinor: 0, maximumMinor: 0 }
  const { minimumMinor, maximumMinor } = stakeBounds(game.own, currency, global)
  const { lowestE4, highestE4 } = PAYTABLE_RETURNS[game.own.paytable]
  return {
    ...shared,
    returnLowest: percent(lowestE4),
    returnHighest: percent(highestE4),
    volatility: game.own.volatility,
    minimumMinor,
    maximumMinor,
  }
}

/** A round as its player sees it. */
export function roundCard({ round, settings, seed, session, balanceMinor, sums }: RoundNow): CasinoRound {
  const play = playOf(round)
  const rules = rulesOf(settings)
  const { round_id: roundId, game_id: gameId, mode, currency, exponent, state } = round
  return {
    ...{ roundId, gameId, mode, currency, exponent, state, balanceMinor },
    ...{ sessionId: session.session_id, stakeMinor: round.stake_minor, payoutMinor: round.payout_minor },
    ...{ step: play.acts.length, stakes: [...play.stakes], openedAt: round.opened_at.toISOString() },
    view: rules.view(settings as Parameters<typeof rules.open>[0], play.state),
    fairness: fairnessOf(seed, round.nonce ?? 0),
    ...{ sessionStakeMinor: sums.stakeMinor, sessionPayoutMinor: sums.payoutMinor },
  }
}

/** A game that was opened. */
export function launchedGame({ session, game, bounds, roundMs, seed, balanceMinor, open }: OpenedGame): LaunchedGame {
  const { session_id: sessionId, mode, currency, exponent, opened_at, expires_at } = session
  return {
    ...{ sessionId, gameId: game.id, mode, currency, exponent, balanceMinor, url: '', skin: game.skin, roundMs },
    ...{ openedAt: opened_at.toISOString(), expiresAt: expires_at.toISOString(), settings: game.settings },
    ...{ minimumMinor: bounds.minimumMinor, maximumMinor: bounds.maximumMinor, chipsMinor: [...bounds.chipsMinor] },
    fairness: fairnessOf(seed),
    open: open ? [roundCard(open)] : [],
  }
}
