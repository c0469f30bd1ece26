import { isDeepStrictEqual } from 'node:util'
import { certainEnd } from '#machines/betting/certain-end.rules.ts'
import { insuredSettlement } from '#machines/betting/insurance.rules.ts'
import { sharedPlaces } from '#machines/betting/shared-places.rules.ts'
import type { BetLeg, BetSettlement, GameResult } from '#schemas'
import type { BetState } from '#server/db/bet-tables.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { lockAcceptance } from './bet-limits.ts'
import type { BettingPorts } from './betting-ports.ts'
import {
  addEvent,
  betsOnGames,
  gamesOf,
  gamesOfBets,
  keepResult,
  keepRevision,
  type Leg,
  type LockedBet,
  legsOf,
  lockBet,
  type SettlingPlace,
  settlingPlace,
  takeSweep,
} from './settling-queries.ts'
import { fundingOfHold, lockBetAccounts, moveSettlement } from './stake-money.ts'

/** What a round of settling has done. */
export interface SettledCount {
  readonly settled: number
  /** Bets whose former settlement was taken back; those that were settled anew count above too. */
  readonly reopened: number
  /** Bets that stay as they were, because what has to be taken back has been spent, or they cannot be computed. */
  readonly leftAsIs: number
}

type Outcome = 'unchanged' | 'settled' | 'reopened' | 'settled-anew'

/** What was paid has been spent: the bet stays as it was settled. */
class PayoutSpent extends Error {
  override readonly name = 'PayoutSpent'
}

/** Results are corrected within this time; later ones are for an operator. */
const CORRECTED_WITHIN_MS = 60 * 86_400_000
/** How often all bets are held against all results, whatever is new: nothing should be found, and nothing stays forgotten. */
const SWEEP_EVERY_MS = 600_000

/** Settles bets by the results of the book (LEDGER-4). A round looks at the bets on games whose results have come or were put right
 *  since the last one, whichever process made it. Each version of a result is applied once, so that settling again changes
 *  nothing; a corrected one takes back what the former has moved, by entries of its own, and settles anew. */
export function createSettling(ports: BettingPorts) {
  const { db, clock } = ports
  /** Bets that were left as they are, by their brands: they are tried again. */
  const left = new Map<string, Set<number>>()
  /** Bets whose trouble was told: it is the same at every round. */
  const told = new Set<string>()

  async function settleOne(
    tx: BrandTransaction,
    betId: number,
    results: ReadonlyMap<number, GameResult>,
  ): Promise<Outcome> {
    const bet = await lockBet(tx, betId)
    const legs = await legsOf(tx, betId)
    const news = legs.filter((leg) => (results.get(leg.gameId)?.version ?? 0) > (leg.resultVersion ?? 0))
    if (!bet || news.length === 0) return 'unchanged'
    for (const leg of news) {
      const result = results.get(leg.gameId)
      if (!result) continue
      leg.result = legResult(ports, leg, result)
      await keepResult(tx, betId, { ...leg, version: result.version })
    }
    // The house has bought it back: how it ends is told, and moves nothing.
    if (bet.state === 'sold') return 'unchanged'
    return applySettlement(tx, bet, { next: settlementOf(bet, legs), now: clock() })
  }

  /** A round of one brand. */
  function createRound(brandId: string) {
    const door = forBrand(db, brandId)
    const since = new Date(clock().getTime() - CORRECTED_WITHIN_MS)
    const count = { settled: 0, reopened: 0 }
    const leftHere = left.get(brandId) ?? new Set()
    left.set(brandId, leftHere)

    async function settleEach(betIds: readonly number[], found: readonly GameResult[]): Promise<void> {
      const results = new Map(found.map((result) => [result.gameId, result]))
      for (const betId of betIds) {
        try {
          const outcome = await door.transaction((tx) => settleOne(tx, betId, results))
          leftHere.delete(betId)
          if (outcome === 'settled' || outcome === 'settled-anew') count.settled += 1
          if (outcome === 'reopened' || outcome === 'settled-anew') count.reopened += 1
        } catch (error) {
          leftHere.add(betId)
          const name = `${brandId}/${betId}`
          if (!told.has(name)) ports.log.error({ err: error, brandId, betId }, 'settling: a bet was left as it is')
          told.add(name)
        }
      }
    }
    /** The bets on games, those that are just being accepted too. */
    const betsOn = (games: readonly number[]) =>
      door.transaction(async (tx) => {
        await lockAcceptance(tx)
        return betsOnGames(tx, { games, since })
      })

    return {
      count: () => ({ ...count, leftAsIs: leftHere.size }),
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
      /** Holds all bets against all results: what was forgotten, by whatever fault, is settled. */
      async sweep({ sweptAt }: SettlingPlace): Promise<void> {
        const now = clock()
        const due = new Date(now.getTime() - SWEEP_EVERY_MS)
        if (sweptAt > due || !(await door.transaction((tx) => takeSweep(tx, { due, now })))) return
        const games = await door.transaction((tx) => gamesOfBets(tx, since))
        const found = await ports.results(games.map(({ gameId }) => gameId))
        const versions = new Map(games.map(({ gameId, version }) => [gameId, version]))
        const missed = found.filter(({ gameId, version }) => version > (versions.get(gameId) ?? 0))
        await settleEach(await betsOn(missed.map(({ gameId }) => gameId)), missed)
      },
    }
  }

  return {
    /** Settles what the results of the book decide. One bet's trouble keeps no other from being settled. */
    async settleBets(brandId: string): Promise<SettledCount> {
      const round = createRound(brandId)
      await round.retryLeft()
      await round.sweep(await round.takeNews())
      return round.count()
    },
  }
}

/** How a leg ended, at the price that was accepted; null when the result does not tell. */
function legResult(ports: BettingPorts, leg: Leg, { kind, score, deadHeats }: GameResult): BetLeg | null {
  if (kind === 'void' || !score) return { odds: leg.odds, result: 'void' }
  const shared = sharedPlaces(leg, deadHeats)
  if (shared) return { odds: leg.odds, result: 'dead-heat', ...shared }
  const result = ports.outcomeResult(leg, score)
  return result && { odds: leg.odds, result }
}

/** What a bet pays once that is certain; null before. @throws Error when it cannot be computed */
function settlementOf(bet: LockedBet, legs: readonly Leg[]): BetSettlement | null {
  const { frozen } = bet
  const settled = certainEnd(frozen, legs)
  if (!settled) return null
  if (!settled.ok) throw new Error(`the bet cannot be computed: ${settled.fault.code} at ${settled.fault.path}`)
  const ended = legs.flatMap(({ result }) => result ?? [])
  return insuredSettlement(settled.settlement, bet, { legs: ended, exponent: frozen.exponent })
}

/** Moves the money from one settlement to the next, each of which may be none: what is due is paid before what was is taken back,
 *  so that the player is never asked for more than the difference.
 *  @throws PayoutSpent when he has not even that */
async function applySettlement(
  tx: BrandTransaction,
  bet: LockedBet,
  { next, now }: { readonly next: BetSettlement | null; readonly now: Date },
): Promise<Outcome> {
  const { betId, accountId, currency, settlement: former, revision } = bet
  if (isDeepStrictEqual(former, next)) return 'unchanged'
  if (former && next && isSameMoney(former, next)) {
    // An outcome has ended after it was certain what the bet pays: it is explained, and nothing moves.
    await tx
      .update('bet', { settlement: storableJson(next) })
      .where('bet_id', '=', betId)
      .execute()
    return 'unchanged'
  }
  const funding = await fundingOfHold(tx, bet.reservationId)
  const accounts = await lockBetAccounts(tx, { accountId, currency, funding, now })
  const owedMinor = paidBy(former) - paidBy(next)
  if (owedMinor > accounts.playerMinor) throw new PayoutSpent(`${owedMinor} of ${currency} are owed for bet ${betId}`)
  const nextRevision = revision + 1
  const moved = (settlement: BetSettlement, at: number) => ({
    betId,
    revision: at,
    payoutMinor: settlement.payoutMinor,
    insuranceMinor: settlement.insuranceMinor ?? 0,
    taxMinor: settlement.payoutTaxMinor - (bet.stakeTaxMinor - settlement.stakeTaxMinor),
    now,
  })
  if (next) await moveSettlement(tx, accounts, moved(next, nextRevision), false)
  if (former) await moveSettlement(tx, accounts, moved(former, revision), true)
  if (former)
    await addEvent(tx, betId, { kind: 'reopened', detail: { payoutMinor: former.payoutMinor, revision }, now })
  if (next) {
    const detail = { payoutMinor: next.payoutMinor, revision: nextRevision }
    await addEvent(tx, betId, { kind: 'settled', detail, now })
  }
  const settledAt = next ? now : null
  const state = next ? stateOf(bet, next) : 'open'
  await tx
    .update('bet', { state, settlement: next && storableJson(next), revision: nextRevision, settled_at: settledAt })
    .where('bet_id', '=', betId)
    .execute()
  if (former) return next ? 'settled-anew' : 'reopened'
  return next ? 'settled' : 'unchanged'
}

/** Whether two settlements pay the same, and keep the same taxes. */
function isSameMoney(one: BetSettlement, other: BetSettlement): boolean {
  const moneyOf = ({ payoutMinor, insuranceMinor = 0, stakeTaxMinor, payoutTaxMinor }: BetSettlement) => {
    return [payoutMinor, insuranceMinor, stakeTaxMinor, payoutTaxMinor]
  }
  return isDeepStrictEqual(moneyOf(one), moneyOf(other))
}

/** All that a settlement pays the player. */
function paidBy(settlement: BetSettlement | null): number {
  return (settlement?.payoutMinor ?? 0) + (settlement?.insuranceMinor ?? 0)
}

/** Before tax, against what was staked once its own tax was taken: a bet that gives a part back is lost. */
function stateOf({ frozen, stakeTaxMinor }: LockedBet, { payoutMinor, payoutTaxMinor }: BetSettlement): BetState {
  const grossMinor = payoutMinor + payoutTaxMinor
  const stakedMinor = frozen.stakeMinor - stakeTaxMinor
  if (grossMinor > stakedMinor && payoutMinor !== frozen.stakeMinor) return 'won'
  return grossMinor >= stakedMinor ? 'returned' : 'lost'
}
