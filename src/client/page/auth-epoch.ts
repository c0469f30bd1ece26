import { dropStored, readStored, writeStored } from './stored.ts'
import { dropUserToken } from './user-token-cookie.ts'

/** Where the tabs of this browser keep who is signed in, and the how manyeth sign-in or sign-out that is. */
const EPOCH_NAME = 'authEpoch'
/** Where they keep the service token of the present one. */
export const TOKEN_NAME = 'serviceToken'
interface KeptEpoch {
  readonly epoch: number
  /** The player; null for a guest. */
  readonly userId: number | null
}

let ofPage: KeptEpoch | undefined
const listeners = new Set<(epoch: number) => void>()

/** The epoch of the page: the number of sign-ins and sign-outs in this browser, the same in all of its tabs. A page whose player
 *  is another than the one before begins the next. */
export function epochOf(userId: number | null): number {
  if (ofPage) return ofPage.epoch
  const kept = keptEpoch()
  ofPage = kept?.userId === userId ? kept : { epoch: (kept?.epoch ?? 0) + 1, userId }
  // Of a guest who was never a player nothing has to be known.
  if (ofPage !== kept && (kept || userId !== null)) store(ofPage)
  return ofPage.epoch
}

/** Begins the epoch of a guest: what the former player was given is worth nothing from now on, and is kept no more. */
export function endEpoch(): void {
  const kept = keptEpoch()
  const isOver = kept?.userId === null && kept.epoch > (ofPage?.epoch ?? 0)
  ofPage = isOver ? kept : { epoch: Math.max(kept?.epoch ?? 0, ofPage?.epoch ?? 0) + 1, userId: null }
  store(ofPage)
  for (const listener of listeners) listener(ofPage.epoch)
}

/** Called with the epoch that a sign-out has begun in this page. @returns stops it */
export function whenSignedOut(listener: (epoch: number) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function store(epoch: KeptEpoch): void {
  writeStored(EPOCH_NAME, epoch)
  dropStored(TOKEN_NAME)
  dropUserToken()
}

function keptEpoch(): KeptEpoch | undefined {
  const kept = readStored(EPOCH_NAME) as Partial<KeptEpoch> | null | undefined
  return Number.isSafeInteger(kept?.epoch) && kept?.userId !== undefined ? (kept as KeptEpoch) : undefined
}
