import type { GameResult } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { isStorageOutage } from '#server/db/storage-outage.ts'
import { lockAcceptance } from '../bet-limits.ts'
import type { BettingPorts } from '../betting-ports.ts'
import { dueAdvances } from '../cash-out/advances.ts'
import { endingOf, settlementOf } from './bet-ending.ts'
import { eachDue } from './due-rows.ts'
import { applySettlement, type SettlingOutcome } from './settlement-money.ts'
import {
  betsOnGames,
  gamesOf,
  gamesWaitedFor,
  keepResults,
  keepRevision,
  legsOf,
  lockBet,
  oldestVersions,
  type SettlingPlace,
  settlingPlace,
  takeSweep,
} from './settling-queries.ts'
import { type SettledTogether, settleTogether } from './settling-together.ts'

/** What a round of settling has done. */
export interface SettledCount {
  readonly settled: number
  /** Bets whose former settlement was taken back; those that were settled again count above too. */
  readonly reopened: number
  /** Bets that stay as they were, because what has to be taken back has been spent, or they cannot be computed. */
  readonly leftAsIs: number
}

/** Results are corrected within this time; later ones are for an operator. */
const CORRECTED_WITHIN_MS = 60 * 86_400_000
/** How often all bets are held against all results, whatever is new: nothing should be found, and nothing stays forgotten. */
const SWEEP_EVERY_MS = 600_000

/** Bets that are settled in one transaction. */
const TOGETHER = 100

/** What the functions of `createSettling` share. */
interface SettlingParts {
  readonly ports: BettingPorts
  readonly left: Map<string, Set<number>>
  readonly told: Set<string>
}

/** Settles bets by the results of the book (LEDGER-4). A round looks at the bets on games whose results have arrived
 *  or were corrected since the last round, whichever process ran it. Each version of a result is applied once, so
 *  that settling again changes nothing; a correction reverses the former movements by entries of its own, and
 *  settles again. */
export function createSettling(ports: BettingPorts) {
  /** Bets that were left as they are, by their brands: they are tried again. */
  const left = new Map<string, Set<number>>()
  /** Bets whose trouble was logged: it is the same at every round. */
  const told = new Set<string>()
  const parts: SettlingParts = { ports, left, told }

  return {
    /** Settles what the results of the book decide. One bet's trouble keeps no other from being settled. */
    async settleBets(brandId: string): Promise<SettledCount> {
      const round = createRound(parts, brandId)
      await round.retryLeft()
      await round.sweep(await round.takeNews())
      await round.followAdvances()
      return round.count()
    },
  }
}

async function settleOne(
  { ports }: SettlingParts,
  tx: BrandTransaction,
  betId: number,
  results: ReadonlyMap<number, GameResult>,
): Promise<SettlingOutcome> {
  const { clock, isFreebetBack, followBonus } = ports
  const bet = await lockBet(tx, betId)
  if (!bet) return 'unchanged'
  const { ended, end } = endingOf(ports, bet, { legs: await legsOf(tx, betId), results })
  await keepResults(tx, ended)
  if (ended.length === 0 || bet.state === 'sold') return 'unchanged'
  return applySettlement(tx, bet, { end, now: clock(), isFreebetBack, followBonus })
}

/** Looks at a bet on an advance whose cover has moved, or whose time is over. */
async function followOne(
  { ports: { clock, isFreebetBack, followBonus } }: SettlingParts,
  tx: BrandTransaction,
  betId: number,
): Promise<SettlingOutcome> {
  const bet = await lockBet(tx, betId)
  if (!bet) return 'unchanged'
  const end = settlementOf(bet, await legsOf(tx, betId))
  return applySettlement(tx, bet, { end, now: clock(), isFreebetBack, followBonus })
}

/** Settles bets of a brand, and counts what came of it. */
function createAttempts(parts: SettlingParts, brandId: string) {
  const { ports, left, told } = parts
  const door = forBrand(ports.db, brandId)
  const count = { settled: 0, reopened: 0 }
  const leftHere = left.get(brandId) ?? new Set()
  left.set(brandId, leftHere)

  /** What cannot be done together is done one by one: the trouble of a bet is its own. */
  async function together(
    betIds: readonly number[],
    results: ReadonlyMap<number, GameResult>,
  ): Promise<SettledTogether> {
    const done = await door
      .transaction((tx) => settleTogether(tx, ports, { betIds, results, now: ports.clock() }))
      .catch(() => ({ settled: [], alone: betIds }))
    const alone = new Set(done.alone)
    for (const betId of betIds) if (!alone.has(betId)) leftHere.delete(betId)
    return done
  }
  async function attempt(betId: number, work: (tx: BrandTransaction) => Promise<SettlingOutcome>): Promise<void> {
    try {
      const outcome = await door.transaction(work)
      leftHere.delete(betId)
      if (outcome === 'settled' || outcome === 'settled-again') count.settled += 1
      if (outcome === 'reopened' || outcome === 'settled-again') count.reopened += 1
    } catch (error) {
      leftHere.add(betId)
      const name = `${brandId}/${betId}`
      if (isStorageOutage(error)) return
      if (!told.has(name)) ports.log.error({ err: error, brandId, betId }, 'settling: a bet was left as it is')
      told.add(name)
    }
  }
  async function settleEach(betIds: readonly number[], found: readonly GameResult[]): Promise<void> {
    const results = new Map(found.map((result) => [result.gameId, result]))
    for (let at = 0; at < betIds.length; at += TOGETHER) {
      const { settled, alone } = await together(betIds.slice(at, at + TOGETHER), results)
      count.settled += settled.length
      for (const betId of alone) await attempt(betId, (tx) => settleOne(parts, tx, betId, results))
    }
  }
  return { attempt, settleEach, leftHere, count: () => ({ ...count, leftAsIs: leftHere.size }) }
}

/** A round of one brand. */
function createRound(parts: SettlingParts, brandId: string) {
  const { ports } = parts
  const { db, clock } = ports
  const door = forBrand(db, brandId)
  const since = new Date(clock().getTime() - CORRECTED_WITHIN_MS)
  const { attempt, settleEach, leftHere, count } = createAttempts(parts, brandId)

  /** The bets on games, those that are just being accepted too. */
  const betsOn = (games: readonly number[]) =>
    door.transaction(async (tx) => {
      await lockAcceptance(tx)
      return betsOnGames(tx, { games, since })
    })

  return {
    count,
    /** Tries those again that this process has left. */
    async retryLeft(): Promise<void> {
      if (leftHere.size === 0) return
      const betIds = [...leftHere]
      await settleEach(betIds, await ports.results(await door.transaction((tx) => gamesOf(tx, betIds))))
    },
    /** Applies what is new, and keeps how far it has come once that is settled: who dies before does it again. */
    async takeNews(): Promise<SettlingPlace> {
      const kept = await door.transaction(settlingPlace)
      let place = kept ?? { revision: 0, sweptAt: clock() }
      for (;;) {
        const { gameIds, revision } = await ports.resultsAfter(place.revision)
        if (gameIds.length === 0) return place
        const betIds = await betsOn(gameIds)
        if (betIds.length > 0) await settleEach(betIds, await ports.results(gameIds))
        place = { ...place, revision }
        await door.transaction((tx) => keepRevision(tx, place))
      }
    },
    /** Checks all bets against all results: anything that was missed, through whatever fault, is settled. Outcomes
     *  without a result have an index of their own, and one with an old result is on a game whose result was
     *  corrected: no other bet is read. */
    async sweep({ sweptAt }: SettlingPlace): Promise<void> {
      const now = clock()
      const due = new Date(now.getTime() - SWEEP_EVERY_MS)
      if (sweptAt > due || !(await door.transaction((tx) => takeSweep(tx, { due, now })))) return
      const waitedFor = await door.transaction(gamesWaitedFor)
      const games = [...new Set([...waitedFor, ...(await ports.correctedSince(since))])]
      const found = await ports.results(games)
      const ended = found.map(({ gameId }) => gameId)
      const versions = await door.transaction((tx) => oldestVersions(tx, ended))
      const missed = found.filter(({ gameId, version }) => version > (versions.get(gameId) ?? version))
      await settleEach(await betsOn(missed.map(({ gameId }) => gameId)), missed)
    },
    /** Looks at bets on an advance once what covers them has ended, or their window is over (C17). */
    async followAdvances(): Promise<void> {
      const now = clock()
      await eachDue<number>(
        (after, limit) => door.transaction((tx) => dueAdvances(tx, { now, after: after ?? 0, limit })),
        (betId) => attempt(betId, (tx) => followOne(parts, tx, betId)),
      )
    },
  }
}
