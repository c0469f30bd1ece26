import { setTimeout as delay } from 'node:timers/promises'
import type { LimitsAnswer } from '#schemas'
import type { Bettor } from '#tools/bench/loads/bettors.ts'
import type { Recorder } from './act-recorder.ts'
import { DEPOSIT } from './cluster-players.ts'
import type { Caller } from './insistent-caller.ts'

const LIMITS = '/web-api/limit-service-api/limits'
/** How many deposits the first limit has room for. */
const ROOM_FOR = 5
const LANES = 3
const PAUSE_MS = 400

/** A player who has a limit on deposits, makes it lower and lower, and tries to deposit more, in several lanes at once. */
export function createLimitedPlayer(
  player: Bettor,
  { post, read }: Caller,
  { isOver }: Pick<Recorder, 'isOver'>,
  deposit: (player: Bettor) => Promise<string | null>,
) {
  const refusals: string[] = []
  const faults: string[] = []
  let amount = ROOM_FOR * DEPOSIT + ROOM_FOR
  const set = () => post<LimitsAnswer>(player, LIMITS, { kind: 'deposit', period: 'month', amount })
  const lower = async () => {
    while (!isOver()) {
      // Not below what is paid in already.
      if (amount > ROOM_FOR * DEPOSIT) amount -= 1
      await set()
      const { limits } = await read<LimitsAnswer>(player, LIMITS)
      const shown = limits.find(({ kind }) => kind === 'deposit')?.amount
      if (shown !== amount) faults.push(`the limit was set to ${amount}, and is shown as ${shown}`)
      await delay(PAUSE_MS)
    }
  }
  const lane = async () => {
    while (!isOver()) {
      const refusal = await deposit(player)
      if (refusal !== null) refusals.push(refusal)
      await delay(PAUSE_MS)
    }
  }
  return {
    /** What deposits were refused with. */
    refusals,
    /** What was shown that cannot be. */
    faults,
    /** Major units that may be paid in at most. */
    most: ROOM_FOR * DEPOSIT,
    async play(): Promise<void> {
      await set()
      await Promise.all([lower(), ...Array.from({ length: LANES }, lane)])
    },
  }
}
