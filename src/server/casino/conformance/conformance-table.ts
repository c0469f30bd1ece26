import { randomUUID } from 'node:crypto'
import {
  type Ability,
  demand,
  type NeutralAnswer,
  type NeutralStep,
  NotApplicable,
  type Refusal,
  type Seat,
  type SeatWish,
  type SentCall,
  type WalletControls,
  type WalletRenderer,
  type WalletTarget,
} from './conformance-wallet.ts'

/** The stake of most steps, minor units. */
export const STAKE = 100

/** A seat at which a case plays: each step is sent, answered and looked at. */
export function createTable(target: WalletTarget, renderer: WalletRenderer) {
  const send = async (seat: Seat, call: SentCall): Promise<NeutralAnswer> =>
    renderer.read(await target.send(call, seat), seat.exponent)

  /** A step with what it does not say filled in. */
  function step(kind: NeutralStep['kind'], more: Partial<NeutralStep> = {}): NeutralStep {
    const amountMinor = kind === 'rollback' || kind === 'end' ? 0 : STAKE
    return { kind, actionId: randomUUID(), roundId: randomUUID(), amountMinor, ...more }
  }

  async function balance(seat: Seat): Promise<number> {
    const answer = await send(seat, renderer.balance(seat, target.now()))
    demand(answer.isDone && answer.balanceMinor !== null, `the balance was refused: ${answer.rest}`)
    return answer.balanceMinor ?? 0
  }

  const ask = async (seat: Seat, ...steps: readonly NeutralStep[]): Promise<NeutralAnswer> => {
    const answer = await send(seat, renderer.steps(seat, steps, target.now()))
    const wrong = await target.audit()
    demand(wrong === null, wrong ?? '')
    return answer
  }

  return {
    ...{ target, renderer, step, send, ask, balance },
    open: (wish: SeatWish = {}): Promise<Seat> => target.open(wish),

    /** Asks for steps that have to be done. */
    async does(seat: Seat, ...steps: readonly NeutralStep[]): Promise<NeutralAnswer> {
      const answer = await ask(seat, ...steps)
      demand(answer.isDone, `the ${namesOf(steps)} was refused: ${answer.rest}`)
      return answer
    },

    /** Asks for steps that have to be refused, for one of the reasons where the protocol has words for them; nothing moves. */
    async refuses(seat: Seat, reasons: readonly Refusal[], ...steps: readonly NeutralStep[]): Promise<NeutralAnswer> {
      const answer = await ask(seat, ...steps)
      demand(!answer.isDone, `the ${namesOf(steps)} was done, and has to be refused`)
      const isNamed = answer.refusal !== null && reasons.includes(answer.refusal)
      const isVague = !renderer.abilities.has('refusals') && answer.refusal === 'other'
      demand(
        isNamed || isVague,
        `the ${namesOf(steps)} was refused as ${answer.refusal}, and not as ${reasons.join(' or ')}`,
      )
      return answer
    },

    /** Demands what the player has. */
    async has(seat: Seat, minor: number): Promise<void> {
      const found = await balance(seat)
      demand(found === minor, `the player has ${found}, and has to have ${minor}`)
    },

    /** What needs a wallet of the suite's own. @throws NotApplicable elsewhere */
    controls(): WalletControls {
      if (target.controls) return target.controls
      throw new NotApplicable('needs a wallet whose players, clock and settings the suite moves')
    },

    /** Leaves a case that the protocol has no words for. @throws NotApplicable */
    needs(ability: Ability, why: string): void {
      if (!renderer.abilities.has(ability)) throw new NotApplicable(why)
    },
  }
}

/** A table as cases have it. */
export type ConformanceTable = ReturnType<typeof createTable>

function namesOf(steps: readonly NeutralStep[]): string {
  return steps.map(({ kind }) => kind).join(' and ')
}
