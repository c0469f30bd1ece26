import { hasFreeRounds } from '#machines/casino/games/free-games.rules.ts'
import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import { isTableGame } from '#machines/casino/tables/table-game.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import type { CasinoGame, GameAct } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { type CasinoPorts, type CasinoSections, type Gamer, OWN_PROVIDER } from './casino-ports.ts'
import { createCatalogueStore } from './catalogue/catalogue-store.ts'
import { catalogueStakes } from './catalogue/catalogue-terms.ts'
import { type FreeAward, nextAward, readAward, roundsLeft } from './free-rounds/free-awards.ts'
import { createRoundsAtProviders } from './free-rounds/rounds-at-providers.ts'
import { createJackpots } from './jackpots/jackpots.service.ts'
import { createLobby } from './lobby/lobby.ts'
import { makerOf, OWN_NAME } from './lobby/lobby-games.ts'
import { leastRoundMs, type OwnGame, offeredGame, type StakeBounds, stakeBounds } from './play/game-offers.ts'
import { type AskedRound, actInRound, playRound, type ShownRound, shown } from './play/game-rounds.ts'
import { finishOne, leftRounds } from './play/left-rounds.ts'
import { type AskedFrame, launchFrame, type OpenedFrame } from './play/provider-launch.ts'
import { createRoundHistory } from './play/round-history.ts'
import { findOpen } from './play/round-rows.ts'
import { changeSeed, lockSeed, type SeedRow, seedOwner } from './play/seeds.ts'
import { balanceOf, type SessionSums, sumsOf } from './play/session-sums.ts'
import { closeSession, findSession, isLive, lockSession, openSession, type SessionRow } from './play/sessions.ts'

/** Own games, their lobby and their history. */
export type CasinoService = ReturnType<typeof createCasino>

/** How a game of a provider is called, and who has made it. */
export type GameNames = (gameId: string, providerId: string) => { readonly name: string; readonly provider: string }

/** A session with what its player has now. */
export interface SessionNow {
  readonly session: SessionRow
  readonly sums: SessionSums
  readonly balanceMinor: number
  readonly isOpen: boolean
}

/** A round with what its player has now. */
export interface RoundNow extends ShownRound {
  readonly session: SessionRow
  readonly balanceMinor: number
  readonly sums: SessionSums
  /** Free rounds that are left in the session; null of one that plays for money or for fun. */
  readonly freeLeft: number | null
}

/** A game that was opened. */
export interface OpenedGame {
  readonly session: SessionRow
  readonly game: OwnGame
  readonly bounds: StakeBounds
  readonly roundMs: number
  readonly seed: SeedRow
  readonly balanceMinor: number
  readonly open: RoundNow | null
  /** Free rounds that are played in it. */
  readonly free: { readonly left: number; readonly stakeMinor: number; readonly isBonus: boolean } | null
}

/** What a page asks to open. */
export interface AskedGame {
  readonly gameId: string
  readonly mode: 'real' | 'fun'
  readonly device: 'desktop' | 'mobile'
  /** Currency of the active account, or of the site for a guest. */
  readonly currency: string
  readonly country: string
}

/** What the functions of `createCasino` share. */
interface CasinoParts {
  readonly ports: CasinoPorts
  readonly catalogueOf: ReturnType<typeof createCatalogueStore>
}

/** Makes the casino of the engine's own games. */
export function createCasino(ports: CasinoPorts) {
  const catalogueOf = createCatalogueStore(ports)
  const parts: CasinoParts = { ports, catalogueOf }

  return {
    lobby: createLobby(ports, catalogueOf),
    jackpots: createJackpots(ports),
    /** Free rounds of games of providers, and what their providers have heard of them. */
    roundsAtProviders: createRoundsAtProviders(ports, catalogueOf),

    /** How games of a brand and their makers are called, those that were withdrawn too. */
    namesOf: (brandId: string) => namesOf(parts, brandId),

    /** A game of the engine as the brand has it; null when it no longer has it. */
    ownGame: async (brandId: string, gameId: string): Promise<CasinoGame | null> => {
      const { games } = (await ports.sections(brandId)).casino
      return Object.hasOwn(games, gameId) ? (games[gameId] ?? null) : null
    },

    history: createRoundHistory(ports),

    /** Opens a game. @throws AppError casino.game_unknown, casino.not_for_country, casino.no_account, access.denied, or the reason of the
     *  guard */
    launch: (gamer: Gamer, asked: AskedGame) => launch(parts, gamer, asked),

    /** Opens a game of a provider; null when the catalogue has no such game. @throws AppError as `launch`, casino.not_for_currency,
     *  casino.provider_failed */
    launchFrame: (gamer: Gamer, asked: AskedFrame): Promise<OpenedFrame | null> =>
      launchFrame({ ports, catalogueOf }, gamer, asked),

    /** A session as it is now. @throws AppError casino.session_unknown */
    sessionNow: (gamer: Gamer, sessionId: string) => sessionNow(parts, gamer, sessionId),

    /** @throws AppError casino.*, balance.too_low, or the reason of the guard */
    play: (gamer: Gamer, sessionId: string, asked: AskedRound): Promise<RoundNow> =>
      playing(parts, gamer, sessionId, async (of) => roundNow(of.tx, ports, of.session, await playRound(of, asked))),

    /** @throws AppError casino.*, balance.too_low, or the reason of the guard */
    act: (gamer: Gamer, sessionId: string, asked: { roundId: number; step: number; act: GameAct }): Promise<RoundNow> =>
      playing(parts, gamer, sessionId, async (of) => roundNow(of.tx, ports, of.session, await actInRound(of, asked))),

    /** Ends a session. @throws AppError casino.session_unknown */
    close: (gamer: Gamer, sessionId: string) => close(parts, gamer, sessionId),

    /** @throws AppError casino.session_unknown, casino.round_open */
    changeSeed: (gamer: Gamer, sessionId: string, clientSeed: string) =>
      playing(parts, gamer, sessionId, ({ tx, session, now }) =>
        changeSeed(tx, seedOwner(session), { clientSeed, newSeed: ports.newSeed, now }),
      ),

    /** Finishes rounds of a brand that have waited for their player too long. @returns how many */
    finishLeft: (brandId: string): Promise<number> => leftRounds(ports, brandId),

    /** Finishes a round of an own game in the transaction of an operator. @throws AppError casino.round_unknown */
    finishIn: async (tx: BrandTransaction, roundId: number, now: Date): Promise<void> =>
      finishOne(tx, ports, { roundId, sections: await ports.sections(tx.brandId), now }),

    /** The stakes that free rounds of a game can have, in minor units; null where it cannot be played so. */
    freeStakes: (brandId: string, gameId: string, currency: string) => freeStakes(parts, brandId, gameId, currency),

    /** The providers of a brand, the engine itself first. */
    providersOf: async (brandId: string) => [
      { id: OWN_PROVIDER, name: OWN_NAME, takesBets: true },
      ...(await ports.providers(brandId)).map(({ id, name, terms }) => ({ id, name, takesBets: terms.takesBets })),
    ],
  }
}

function inBrand<Result>(
  { ports }: CasinoParts,
  brandId: string,
  work: (tx: BrandTransaction, sections: CasinoSections) => Promise<Result>,
) {
  const { db } = ports
  return ports.sections(brandId).then((sections) => forBrand(db, brandId).transaction((tx) => work(tx, sections)))
}

function playing<Result>(
  parts: CasinoParts,
  gamer: Gamer,
  sessionId: string,
  work: (of: {
    tx: BrandTransaction
    ports: CasinoPorts
    sections: CasinoSections
    session: SessionRow
    now: Date
  }) => Promise<Result>,
) {
  const { ports } = parts
  const { clock } = ports
  return inBrand(parts, gamer.brandId, async (tx, sections) =>
    work({ tx, ports, sections, session: await lockSession(tx, gamer, sessionId), now: clock() }),
  )
}

async function namesOf({ ports, catalogueOf }: CasinoParts, brandId: string): Promise<GameNames> {
  const [{ casino }, catalogue, joined] = await Promise.all([
    ports.sections(brandId),
    catalogueOf(brandId),
    ports.providers(brandId),
  ])
  return (gameId, providerId) => {
    const own = Object.hasOwn(casino.games, gameId) ? casino.games[gameId]?.name : undefined
    const entry = catalogue.games.get(gameId) ?? catalogue.withdrawn.get(gameId)
    const maker = joined.find(({ id }) => id === providerId)?.name ?? providerId
    if (providerId === OWN_PROVIDER) return { name: own ?? gameId, provider: OWN_NAME }
    return { name: entry?.name ?? gameId, provider: entry ? makerOf(entry, maker) : maker }
  }
}

function launch(parts: CasinoParts, gamer: Gamer, asked: AskedGame): Promise<OpenedGame> {
  const { ports } = parts
  const { clock } = ports
  return inBrand(parts, gamer.brandId, async (tx, sections) => {
    const game = offeredGame(sections, asked.gameId, asked.country)
    const free = await freeRoundsAt(tx, { gamer, asked, game, now: clock() })
    const wanted = { providerId: OWN_PROVIDER, ...asked, ...(free ? { freeAwardId: free.award_id } : {}) }
    const session = await openSession(tx, ports, { gamer, wanted, sections, isLaunched: true })
    return openedGame(tx, ports, { session, game, sections, free })
  })
}

function sessionNow(parts: CasinoParts, gamer: Gamer, sessionId: string): Promise<SessionNow> {
  const { ports } = parts
  const { clock } = ports
  return inBrand(parts, gamer.brandId, async (tx) => {
    const session = await findSession(tx, gamer, sessionId)
    const sums = await sumsOf(tx, session)
    return { session, sums, balanceMinor: await balanceOf(tx, ports, session), isOpen: isLive(session, clock()) }
  })
}

function close(parts: CasinoParts, gamer: Gamer, sessionId: string): Promise<SessionSums> {
  return playing(parts, gamer, sessionId, async ({ tx, session, now }) => {
    await closeSession(tx, session, now)
    return sumsOf(tx, session)
  })
}

async function freeStakes({ ports, catalogueOf }: CasinoParts, brandId: string, gameId: string, currency: string) {
  const sections = await ports.sections(brandId)
  const own = Object.hasOwn(sections.casino.games, gameId) ? sections.casino.games[gameId] : undefined
  if (own)
    return own.isOffered && hasFreeRounds(PAYTABLES[own.paytable])
      ? { ...stakeBounds(own, currency, sections), providerId: null }
      : null
  const entry = (await catalogueOf(brandId)).games.get(gameId)
  const provider = entry && (await ports.providers(brandId)).find(({ id }) => id === entry.provider)
  return entry && provider?.freeRounds
    ? { ...catalogueStakes(entry, currency, sections), providerId: provider.id }
    : null
}

async function openedGame(
  tx: BrandTransaction,
  ports: CasinoPorts,
  {
    session,
    game,
    sections,
    free,
  }: {
    readonly session: SessionRow
    readonly game: OwnGame
    readonly sections: CasinoSections
    readonly free: FreeAward | undefined
  },
): Promise<OpenedGame> {
  const seed = await lockSeed(tx, seedOwner(session), { newSeed: ports.newSeed, now: ports.clock() })
  const { account_id: accountId, session_id: sessionId, mode } = session
  // What a player has on a round of a table is seen at the table.
  const waiting = isTableGame(game.settings)
    ? undefined
    : await findOpen(tx, { gameId: game.id, accountId, sessionId, mode })
  return {
    ...{ session, game, seed, roundMs: leastRoundMs(sections, game.settings) },
    bounds: free ? oneStake(free.stake_minor) : stakeBounds(game, session.currency, sections),
    free: free
      ? { left: roundsLeft(free, ports.clock()), stakeMinor: free.stake_minor, isBonus: free.pays === 'bonus' }
      : null,
    balanceMinor: await balanceOf(tx, ports, session),
    open: waiting ? await roundNow(tx, ports, session, await shown(tx, waiting.round_id, session)) : null,
  }
}

async function roundNow(
  tx: BrandTransaction,
  ports: CasinoPorts,
  session: SessionRow,
  round: ShownRound,
): Promise<RoundNow> {
  const award = session.free_award_id === null ? undefined : await readAward(tx, session.free_award_id)
  return {
    ...{ ...round, session, balanceMinor: await balanceOf(tx, ports, session), sums: await sumsOf(tx, session) },
    freeLeft: award ? roundsLeft(award, ports.clock()) : null,
  }
}

/** The free rounds that a player plays next when a game is opened for money; one that waits for its player is ended first. */
async function freeRoundsAt(
  tx: BrandTransaction,
  of: { readonly gamer: Gamer; readonly asked: AskedGame; readonly game: OwnGame; readonly now: Date },
): Promise<FreeAward | undefined> {
  const { gamer, asked, game, now } = of
  const { accountId } = gamer
  if (accountId === null || asked.mode === 'fun' || !hasFreeRounds(game.settings)) return undefined
  return nextAward(tx, { accountId, gameId: game.id, currency: asked.currency, now })
}

function oneStake(minor: number): StakeBounds {
  return { minimumMinor: minor, maximumMinor: minor, chipsMinor: [minor] }
}

/** What is published of seeds before the round. */
export function fairnessOf(seed: SeedRow, nonce = seed.next_nonce) {
  return { commitment: commitmentOf(seed.server_seed), clientSeed: seed.client_seed, nonce }
}
