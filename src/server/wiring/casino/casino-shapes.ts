import { rulesOf } from '#machines/casino/games/games.ts'
import { PAYTABLE_RETURNS } from '#machines/site/tables/paytable-returns.ts'
import type {
  CasinoRound,
  GameArt,
  GameArtAddresses,
  GameDetails,
  GamePreview,
  LaunchedGame,
  LicenceConfig,
} from '#schemas'
import { fairnessOf, type OpenedGame, type RoundNow } from '#server/casino/casino.service.ts'
import { catalogueStakes, returnUnder } from '#server/casino/catalogue/catalogue-terms.ts'
import type { LobbyGame } from '#server/casino/lobby/lobby-game.ts'
import { type StakeSections, stakeBounds } from '#server/casino/play/game-offers.ts'
import { playOf } from '#server/casino/play/game-rounds.ts'
import type { OpenedFrame } from '#server/casino/play/provider-launch.ts'

/** What is shown of games beside what the catalogue says. */
export interface PreviewMarks {
  readonly favorites: ReadonlySet<string>
  /** Ids of the games that are played most. */
  readonly hot: ReadonlySet<string>
  /** Address of the brand's assets, with a slash at its end. */
  readonly assets: string
}

/** A game as the lobby shows it. */
export function gamePreview(game: LobbyGame, { favorites, hot, assets }: PreviewMarks): GamePreview {
  const { id, name, providerId, provider, category, own, image, hasDemo } = game
  const tags = hot.has(id) ? [...game.tags.filter((tag) => tag !== 'hot'), 'hot'] : [...game.tags]
  return {
    ...{ id, name, providerId, provider, category, tags, hasDemo, isFavorite: favorites.has(id) },
    ...{ kind: own?.settings.kind ?? '', skin: own?.skin ?? '', image: own && image ? `${assets}${image}` : image },
  }
}

/** Percent with two places. */
function percent(e4: number): string {
  return (e4 / 100).toFixed(2)
}

/** What a player can know of a game before playing it. */
export function gameDetails(
  { own, entry }: LobbyGame,
  game: GamePreview,
  of: {
    readonly currency: string
    readonly exponent: number
    readonly sections: StakeSections
    readonly pack: LicenceConfig['pack']
  },
): GameDetails {
  const { currency, exponent, sections, pack } = of
  const shared = { game, currency, exponent }
  if (own) {
    const { minimumMinor, maximumMinor } = stakeBounds(own, currency, sections)
    const { lowestE4, highestE4 } = PAYTABLE_RETURNS[own.paytable]
    return {
      ...{ ...shared, returnLowest: percent(lowestE4), returnHighest: percent(highestE4), minimumMinor, maximumMinor },
      ...{ volatility: own.volatility, maximumTimes: 0, releasedOn: '', aspect: '', orientation: 'any' },
    }
  }
  const known = entry ? percent(returnUnder(entry, pack)) : ''
  const { minimumMinor, maximumMinor } = entry?.stakes?.[currency]
    ? catalogueStakes(entry, currency, sections)
    : { minimumMinor: 0, maximumMinor: 0 }
  return {
    ...{ ...shared, returnLowest: known, returnHighest: known, volatility: entry?.volatility ?? '' },
    ...{ minimumMinor, maximumMinor, maximumTimes: entry?.maximumTimes ?? 0, releasedOn: entry?.releasedOn ?? '' },
    ...{ aspect: entry?.aspect ?? '16:9', orientation: entry?.orientation ?? 'any' },
  }
}

/** A game of a provider that was opened in a frame. */
export function launchedFrame({ session, url, balanceMinor }: OpenedFrame): LaunchedGame {
  const { session_id: sessionId, game_id: gameId, mode, currency, exponent, opened_at, expires_at } = session
  return {
    ...{ sessionId, gameId, mode, currency, exponent, balanceMinor, url, skin: '', roundMs: 0, open: [] },
    ...{ openedAt: opened_at.toISOString(), expiresAt: expires_at.toISOString() },
    ...{ minimumMinor: 0, maximumMinor: 0, chipsMinor: [] },
  }
}

/** A round as its player sees it. */
export function roundCard({ round, settings, seed, session, balanceMinor, sums, freeLeft }: RoundNow): CasinoRound {
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
    ...(freeLeft === null ? {} : { freeRoundsLeft: freeLeft }),
  }
}

/** A game that was opened. @param assets address of the brand's assets, with a slash at its end */
export function launchedGame(
  { session, game, bounds, roundMs, seed, balanceMinor, open, free }: OpenedGame,
  assets: string,
): LaunchedGame {
  const { session_id: sessionId, mode, currency, exponent, opened_at, expires_at } = session
  return {
    ...{ sessionId, gameId: game.id, mode, currency, exponent, balanceMinor, url: '', roundMs },
    ...{ openedAt: opened_at.toISOString(), expiresAt: expires_at.toISOString(), settings: game.settings },
    ...{ minimumMinor: bounds.minimumMinor, maximumMinor: bounds.maximumMinor, chipsMinor: [...bounds.chipsMinor] },
    ...gameLook(game, assets),
    fairness: fairnessOf(seed),
    open: open ? [roundCard(open)] : [],
    ...(free ? { freeRounds: free } : {}),
  }
}

/** How a game looks: its skin, and the addresses of the brand's own pictures and sounds of it.
 *  @param assets address of the brand's assets, with a slash at its end */
export function gameLook(
  { skin, art }: { readonly skin: string; readonly art?: GameArt | undefined },
  assets: string,
): { skin: string; art?: GameArtAddresses } {
  if (!art) return { skin }
  const { ground, symbols = {}, sounds = {} } = art
  const { chip, start, win } = sounds
  const addresses = (paths: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(paths).flatMap(([name, path]) => (path === undefined ? [] : [[name, `${assets}${path}`]])),
    )
  return {
    skin,
    art: {
      ...(ground === undefined ? {} : { ground: `${assets}${ground}` }),
      symbols: addresses(symbols),
      sounds: addresses({ chip, start, win }),
    },
  }
}
