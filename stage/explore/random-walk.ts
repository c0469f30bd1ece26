import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { brokenClaim } from '../player/broken-claim.ts'
import { MachineStage, type Microstep } from '../player/machine-stage.ts'

/** A random choice: which of the moves that are possible now is made, and how far the clock goes if time passes. */
export interface WalkChoice {
  readonly pick: number
  readonly advanceMs: number
}

/** A walk: the machine, what it starts with, what happens to it, and who looks on. */
export interface Walk {
  readonly contract: AnyMachineContract
  readonly input: Readonly<Record<string, unknown>>
  readonly choices: readonly WalkChoice[]
  readonly onMicrostep?: (microstep: Microstep) => void
}

/** Where a walk broke an invariant or the machine threw: the number of the move, from 0, and what went wrong. */
export interface WalkFault {
  readonly move: number
  readonly broken: string
}

/**
 * Lets anything happen to a machine: legal and illegal events, ends of its actors, time. Every choice is an index into
 * the moves of the moment, so a list of numbers is a walk, and a shorter list of smaller numbers is a simpler one.
 * @returns the first fault, or undefined when every invariant held after every move
 */
export function walkMachine({ contract, input, choices, onMicrostep }: Walk): WalkFault | undefined {
  const stage = new MachineStage(contract, input, onMicrostep)
  for (const [move, { pick, advanceMs }] of choices.entries()) {
    const moves = possibleMoves(contract, stage, advanceMs)
    moves[pick % moves.length]?.()
    if (stage.error !== undefined) return { move, broken: String(stage.error) }
    const broken = brokenClaim(contract, stage)
    if (broken !== undefined) return { move, broken }
  }
  return undefined
}

function possibleMoves(contract: AnyMachineContract, stage: MachineStage, advanceMs: number): readonly (() => void)[] {
  const moves: (() => void)[] = contract.events.map((event) => () => stage.send(event))
  for (const path of stage.running) {
    const outcomes = contract.outcomes[/\/(.+)#/.exec(path)?.[1] ?? ''] ?? { ok: [], err: [] }
    for (const value of outcomes.ok) moves.push(() => stage.tell(path, 'script.ok', value))
    for (const value of outcomes.err) moves.push(() => stage.tell(path, 'script.err', value))
  }
  moves.push(() => stage.clock.advanceTo(stage.clock.nowMs + advanceMs))
  return moves
}
