import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { commitmentOf } from '#machines/casino/fairness/fair-draw.rules.ts'
import type { GameAct } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { type CasinoPorts, type CasinoSections, type Gamer, OWN_PROVIDER } from './casino-ports.ts'
import { createLobby } from './lobby/lobby.ts'
import { leastRoundMs, type OwnGame, offeredGame, type StakeBounds, stakeBounds } from './play/game-offers.ts'
import { type AskedRound, actInRound, playRound, type ShownRound, shown } from './play/game-rounds.ts'
import { leftRounds } from './play/left-rounds.ts'
import { createRoundHistory } from './play/round-history.ts'
import { findOpen } from './play/round-rows.ts'
import { changeSeed, lockSeed, type SeedRow, seedOwner } from './play/seeds.ts'
import { closeSession, lockSession, openSession, type SessionRow } from './play/sessions.ts'
import { readBalance } from './wallet/balance.ts'

/** Own games, their lobby and their history. */
export type CasinoService = ReturnType<typeof createCasino>

/** What a session has come to. */
export interface SessionSums {
  readonly stakeMinor: number
  readonly payoutMinor: number
}

/** A round with what its player has now. */
export interface RoundNow extends ShownRound {
  readonly session: SessionRow
  readonly balanceMinor: number
  readonly sums: SessionSums
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

/** Makes the casino of the engine's own games. */
export function createCasino(ports: CasinoPorts) {
  const { db, clock } = ports
  const inBrand = <Result>(
    brandId: string,
    work: (tx: BrandTransaction, sections: CasinoSections) => Promise<Result>,
  ) => ports.sections(brandId).then((sections) => forBrand(db, brandId).transaction((tx) => work(tx, sections)))
  const playing = <Result>(
    gamer: Gamer,
    sessionId: string,
    work: (of: {
      tx: BrandTransaction
      ports: CasinoPorts
      sections: CasinoSections
      session: SessionRow
      now: Date
    }) => Promise<Result>,
  ) =>
    inBrand(gamer.brandId, async (tx, sections) =>
      work({ tx, ports, sections, session: await lockSession(tx, gamer, sessionId), now: clock() }),
    )

  return {
    lobby: createLobby(ports),
    history: createRoundHistory(ports),

    /** Opens a game. @throws AppError casino.game_unknown, casino.not_for_country, casino.no_account, access.denied, or the reason of the
     *  guard */
    launch: (gamer: Gamer, asked: AskedGame): Promise<OpenedGame> =>
      inBrand(gamer.brandId, async (tx, sections) => {
        const game = offeredGame(sections, asked.gameId, asked.country)
        const wanted = { providerId: OWN_PROVIDER, ...asked }
        const session = await openSession(tx, ports, { gamer, wanted, sections, isLaunched: true })
        return openedGame(tx, ports, { session, game, sections })
      }),

    /** @throws AppError casino.*, balance.too_low, or the reason of the guard */
    play: (gamer: Gamer, sessionId: string, asked: AskedRound): Promise<RoundNow> =>
      playing(gamer, sessionId, async (of) => roundNow(of.tx, of.session, await playRound(of, asked))),

    /** @throws AppError casino.*, balance.too_low, or the reason of the guard */
    act: (gamer: Gamer, sessionId: string, asked: { roundId: number; step: number; act: GameAct }): Promise<RoundNow> =>
      playing(gamer, sessionId, async (of) => roundNow(of.tx, of.session, await actInRound(of, asked))),

    /** Ends a session. @throws AppError casino.session_unknown */
    close: (gamer: Gamer, sessionId: string): Promise<SessionSums> =>
      playing(gamer, sessionId, async ({ tx, session, now }) => {
        await closeSession(tx, session, now)
        return sumsOf(tx, session)
      }),

    /** @throws AppError casino.session_unknown, casino.round_open */
    changeSeed: (gamer: Gamer, sessionId: string, clientSeed: string) =>
      playing(gamer, sessionId, ({ tx, session, now }) =>
        changeSeed(tx, seedOwner(session), { clientSeed, newSeed: ports.newSeed, now }),
      ),

    /** Finishes rounds of a brand that have waited for their player too long. @returns how many */
    finishLeft: (brandId: string): Promise<number> => leftRounds(ports, brandId),
  }
}

async function openedGame(
  tx: BrandTransaction,
  ports: CasinoPorts,
  {
    session,
    game,
    sections,
  }: { readonly session: SessionRow; readonly game: OwnGame; readonly sections: CasinoSections },
): Promise<OpenedGame> {
  const seed = await lockSeed(tx, seedOwner(session), { newSeed: ports.newSeed, now: ports.clock() })
  const { account_id: accountId, session_id: sessionId, mode } = session
  const waiting = await findOpen(tx, { gameId: game.id, accountId, sessionId, mode })
  return {
    ...{ session, game, seed, roundMs: leastRoundMs(sections, game.settings) },
    bounds: stakeBounds(game, session.currency, sections.global),
    balanceMinor: await balanceOf(tx, session),
    open: waiting ? await roundNow(tx, session, await shown(tx, waiting.round_id, session)) : null,
  }
}

async function roundNow(tx: BrandTransaction, session: SessionRow, round: ShownRound): Promise<RoundNow> {
  return { ...round, session, balanceMinor: await balanceOf(tx, session), sums: await sumsOf(tx, session) }
}

/** What the player of a session can stake. */
async function balanceOf(tx: BrandTransaction, { fun_minor, account_id, currency }: SessionRow): Promise<number> {
  if (fun_minor !== null) return fun_minor
  const minor = account_id === null ? null : await readBalance(tx, account_id, currency)
  if (minor === null) throw new AppError('casino.no_account', { currency })
  return minor
}

async function sumsOf(tx: BrandTransaction, { session_id }: SessionRow): Promise<SessionSums> {
  return tx
    .select('casino_round')
    .select(sql<number>`coalesce(sum(stake_minor), 0)::int8`.as('stakeMinor'))
    .select(sql<number>`coalesce(sum(payout_minor), 0)::int8`.as('payoutMinor'))
    .where('session_id', '=', session_id)
    .executeTakeFirstOrThrow()
}

/** What is published of seeds before the round. */
export function fairnessOf(seed: SeedRow, nonce = seed.next_nonce) {
  return { commitment: commitmentOf(seed.server_seed), clientSeed: seed.client_seed, nonce }
}
