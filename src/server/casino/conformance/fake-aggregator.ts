import { randomUUID } from 'node:crypto'
import type { NeutralAnswer, NeutralStep } from './conformance-wallet.ts'

/** How unwell an aggregator and the line to it behave, each as a share from 0 to 1. */
export interface AggregatorDials {
  /** Calls that are sent twice at once. */
  readonly duplicated: number
  /** Answers that are lost on their way. */
  readonly dropped: number
  /** Bets that are given up before their answer comes, while they are still on their way. */
  readonly timedOut: number
  /** Rollbacks that overtake their bet. */
  readonly reordered: number
}

/** What an aggregator is given. */
export interface AggregatorPorts {
  readonly send: (step: NeutralStep) => Promise<NeutralAnswer>
  /** From 0 to below 1. */
  readonly random: () => number
  readonly dials: AggregatorDials
}

/** A round as the aggregator has played it. */
export interface PlayedRound {
  readonly result: 'settled' | 'undone' | 'refused'
  /** Minor units that the player has gained by it. */
  readonly netMinor: number
}

const BET_TRIES = 3
const MOST_TRIES = 500

/** An aggregator as bad as one may be: it repeats what was answered already, loses answers, gives up early and undoes what it has given up,
 *  and it asks again until it knows. Its books are right at the end, so the wallet's have to be the same. */
export function createFakeAggregator({ send, random, dials }: AggregatorPorts) {
  const happens = (share: number) => random() < share

  /** Sends a step; null when its answer was lost. */
  async function tried(step: NeutralStep): Promise<NeutralAnswer | null> {
    const answers = await Promise.all(happens(dials.duplicated) ? [send(step), send(step)] : [send(step)])
    return happens(dials.dropped) ? null : (answers[0] ?? null)
  }

  async function untilKnown(step: NeutralStep, tries: number): Promise<NeutralAnswer | null> {
    for (let at = 0; at < tries; at++) {
      const answer = await tried(step)
      if (answer) return answer
    }
    return null
  }

  async function undo(bet: NeutralStep): Promise<PlayedRound> {
    const { roundId, actionId: reference } = bet
    const rollback = {
      kind: 'rollback' as const,
      actionId: randomUUID(),
      roundId,
      reference,
      amountMinor: bet.amountMinor,
    }
    const answer = await untilKnown(rollback, MOST_TRIES)
    if (!answer?.isDone) throw new Error(`a rollback is refused: ${answer?.rest}`)
    return { result: 'undone', netMinor: 0 }
  }

  return {
    /** Plays a round to its end. */
    async playRound(stakeMinor: number, payoutMinor: number): Promise<PlayedRound> {
      const roundId = randomUUID()
      const bet: NeutralStep = { kind: 'bet', actionId: randomUUID(), roundId, amountMinor: stakeMinor }
      if (happens(dials.reordered)) {
        const undone = await undo(bet)
        await tried(bet)
        return undone
      }
      if (happens(dials.timedOut)) {
        const late = send(bet)
        const undone = await undo(bet)
        await late
        return undone
      }
      const answer = await untilKnown(bet, BET_TRIES)
      if (!answer) return undo(bet)
      if (!answer.isDone) return { result: 'refused', netMinor: 0 }
      const win = { kind: 'win' as const, actionId: randomUUID(), roundId, amountMinor: payoutMinor }
      const paid = await untilKnown({ ...win, reference: bet.actionId, endsRound: true }, MOST_TRIES)
      if (!paid?.isDone) throw new Error(`a win is refused: ${paid?.rest}`)
      return { result: 'settled', netMinor: payoutMinor - stakeMinor }
    },
  }
}

/** Random numbers that are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
