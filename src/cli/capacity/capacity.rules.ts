import type { CapacityCosts, CapacityOutput } from '#schemas'
import { POOL_SIZE } from '#server/db/pool-size.ts'

/** What is asked for. */
export interface CapacityWish {
  /** Players at once. */
  readonly players: number
  /** How often a player does each act in an hour. */
  readonly acts: Readonly<Record<string, number>>
  /** Messages of the stream to each player in a second. */
  readonly messages: number
  /** Which part of a processor may be busy, 0 < load ≤ 1: the rest is for peaks and for processes that are away. */
  readonly load: number
}

const HOUR_SECONDS = 3600
const SECOND_MS = 1000

/** Which part of a processor is left for players beside the background work of its process; none or less where that takes it all. */
export function freeLoad(load: number, { engineMsASecond }: Pick<CapacityCosts['idle'], 'engineMsASecond'>): number {
  return load - engineMsASecond / SECOND_MS
}

/** Says how many processes and processors players need: acts a second, times what each costs, divided by what a processor may be
 *  busy with. @param wish.load above what background work alone takes, else there is no number of processes */
export function planCapacity(wish: CapacityWish, { acts: costs, stream, idle }: CapacityCosts): CapacityOutput {
  const { players, messages, load } = wish
  const acts = Object.entries(wish.acts)
    .map(([id, perHour]) => {
      const { engineMs, databaseMs } = costs[id] ?? { engineMs: 0, databaseMs: 0 }
      const perSecond = (players * perHour) / HOUR_SECONDS
      return {
        ...{ id, perHour, perSecond },
        engineCores: (perSecond * engineMs) / SECOND_MS,
        databaseCores: (perSecond * databaseMs) / SECOND_MS,
      }
    })
    .toSorted((one, other) => other.engineCores - one.engineCores)
  const messagesASecond = players * messages
  const streamCores = (messagesASecond * stream.engineMsAMessage) / SECOND_MS
  const engineCores = acts.reduce((sum, act) => sum + act.engineCores, streamCores)
  const free = freeLoad(load, idle)
  const processes = Math.max(1, Math.ceil(engineCores / free))
  const busy = acts.reduce((sum, act) => sum + act.databaseCores, (processes * idle.databaseMsASecond) / SECOND_MS)
  return {
    ...{ players, acts, messagesASecond, engineCores, processes },
    databaseCores: Math.max(1, Math.ceil(busy / load)),
    memoryBytes: Math.ceil(idle.bytes + (players / processes) * stream.bytesAConnection),
    connections: processes * POOL_SIZE,
  }
}
