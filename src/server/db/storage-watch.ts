import type { Logger } from 'pino'
import { type OutageKind, outageOf, StorageOutage } from './storage-outage.ts'

/** Tries whether a place can be used, by writing to it when its disk was full. It throws when it cannot. */
export type StorageProbe = (kind: OutageKind) => Promise<void>

/** A place where data is kept, as its users report on it. */
export interface WatchedPlace {
  /** Reports an error.
   *  @returns an outage for one that is, else the error as it is */
  failed(error: unknown): unknown
}

/** Knows which places cannot be used, says so once, and finds out by itself when they can. */
export interface StorageWatch {
  /** Adds a place. @param name as the log has it */
  place(name: string, probe: StorageProbe): WatchedPlace
  /** Throws StorageOutage while a place cannot be used, also one that answers when it is read but whose disk was full. */
  check(): Promise<void>
  stop(): void
}

const PROBE_EVERY_MS = 2000
const PROBE_WITHIN_MS = 5000

interface Place {
  readonly name: string
  readonly probe: StorageProbe
  outage: StorageOutage | null
  isProbing: boolean
  timer?: NodeJS.Timeout | undefined
}

/** Makes the watch. One alarm is raised for an outage, however many requests it fails, and one line is logged when
 *  it is over. A connection that is lost while the database keeps answering is no outage. */
export function createStorageWatch(
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  everyMs = PROBE_EVERY_MS,
): StorageWatch {
  const places: Place[] = []
  let isStopped = false

  function begin(place: Place, outage: StorageOutage): void {
    const isKnown = place.outage?.kind === outage.kind
    place.outage = outage
    if (!isKnown) log.error({ err: outage.cause, outage: outage.kind }, `${place.name}: ${outage.message}`)
    probeLater(place)
  }
  function probeLater(place: Place): void {
    if (isStopped) return
    clearTimeout(place.timer)
    place.timer = setTimeout(() => void probeAgain(place), everyMs).unref()
  }
  async function probeAgain(place: Place): Promise<void> {
    const { outage } = place
    if (!outage || isStopped) return
    const error = await faultOf(place, outage.kind)
    if (isStopped) return
    if (error === null) {
      place.outage = null
      log.info(`${place.name}: can be used again`)
    } else begin(place, new StorageOutage(outageOf(error) ?? outage.kind, error))
  }
  async function suspect(place: Place, outage: StorageOutage): Promise<void> {
    if (place.isProbing || place.outage || isStopped) return
    place.isProbing = true
    const error = await faultOf(place, outage.kind)
    place.isProbing = false
    if (isStopped) return
    if (error === null) log.warn({ err: outage.cause }, `${place.name}: a connection was lost`)
    else begin(place, outage)
  }
  return {
    place(name, probe) {
      const place: Place = { name, probe, outage: null, isProbing: false }
      places.push(place)
      return {
        failed(error) {
          const kind = outageOf(error)
          if (kind === null) return error
          const outage = error instanceof StorageOutage ? error : new StorageOutage(kind, error)
          if (kind === 'full') {
            if (place.outage?.kind !== 'full') begin(place, outage)
          } else void suspect(place, outage)
          return outage
        },
      }
    },
    async check() {
      for (const place of places) {
        if (place.outage) throw place.outage
        const error = await faultOf(place, 'lost')
        if (error !== null) throw error
      }
    },
    stop() {
      isStopped = true
      for (const { timer } of places) clearTimeout(timer)
    },
  }
}

/** What a probe fails with; null when it does not. One that hangs has failed. */
async function faultOf({ probe }: Place, kind: OutageKind): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Error>((resolve) => {
    const error = new Error(`the storage did not answer within ${PROBE_WITHIN_MS} ms`)
    timer = setTimeout(() => resolve(error), PROBE_WITHIN_MS).unref()
  })
  const tried = probe(kind).then(
    () => null,
    (error: unknown) => error ?? new Error('the probe failed'),
  )
  return Promise.race([tried, late]).finally(() => clearTimeout(timer))
}
