import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import { type FramedReplay, type ReplayFrame, replayFrames } from '../player/replay-frames.ts'

/** A replay as far as it has come; the last step and what can follow it are known when it is whole. */
export interface ReplaySoFar extends FramedReplay {
  readonly isWhole: boolean
  /** Number of the last step, also while it is still to be played. */
  readonly last: number
}

interface Playing {
  readonly steps: ReturnType<typeof replayFrames>
  readonly frames: ReplayFrame[]
  soFar: ReplaySoFar | undefined
}

/** A scenario that stands still is replayed once; only a few replays are kept, the ones asked for last. */
const replays = new Map<Scenario, Playing | Error>()
const REPLAYS_MAX = 4
/** A replay that takes no longer is whole at once, in ms. */
const FIRST_MS = 40

/** What a scenario shows, moment by moment; undefined when its machine does not start. */
export function replayOf(scenario: Scenario): ReplaySoFar | undefined {
  return playedOn(scenario, () => false)
}

/** The same as far as it has come, so that the first steps of a long scenario show at once; `playOn` does the rest. */
export function replaySoFar(scenario: Scenario): ReplaySoFar | undefined {
  const until = performance.now() + FIRST_MS
  const known = replays.get(scenario)
  return playedOn(scenario, () => known !== undefined || performance.now() >= until)
}

/** Plays on until it is enough. @returns whether all of it is played */
export function playOn(scenario: Scenario, isEnough: () => boolean): boolean {
  return playedOn(scenario, isEnough)?.isWhole ?? true
}

function playedOn(scenario: Scenario, isEnough: () => boolean): ReplaySoFar | undefined {
  const playing = keptReplay(scenario)
  if (playing instanceof Error) return undefined
  try {
    return playing.soFar?.isWhole || (playing.soFar && isEnough())
      ? playing.soFar
      : advanced(playing, scenario, isEnough)
  } catch (error) {
    replays.set(scenario, error instanceof Error ? error : new Error(String(error)))
    return undefined
  }
}

function advanced(playing: Playing, { steps }: Scenario, isEnough: () => boolean): ReplaySoFar {
  const { frames } = playing
  for (;;) {
    const { done, value } = playing.steps.next()
    if (!done) frames.push(value)
    if (!done && !isEnough()) continue
    playing.soFar = done
      ? { frames: [...frames], next: value, isWhole: true, last: frames.length - 1 }
      : { frames: [...frames], next: [], isWhole: false, last: steps.length }
    return playing.soFar
  }
}

function keptReplay(scenario: Scenario): Playing | Error {
  const kept = replays.get(scenario) ?? begun(scenario)
  replays.delete(scenario)
  replays.set(scenario, kept)
  for (const oldest of replays.keys()) if (replays.size > REPLAYS_MAX) replays.delete(oldest)
  return kept
}

function begun(scenario: Scenario): Playing | Error {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) return new Error(`no machine ${scenario.machine}`)
  return { steps: replayFrames(contract, scenario), frames: [], soFar: undefined }
}
