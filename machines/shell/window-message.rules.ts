import type { WindowMessage } from '#schemas'
import { isWindowMessage as validate } from '#schemas/generated/validators/shell.js'
import { isSharedValue } from './shared-state.rules.ts'

/** Characters of a message's id (XWIN-4). */
export const MESSAGE_ID_LENGTH = 21

/** Most characters that a message may have as JSON: all nine keys, the longest path among them, and room to spare. */
export const MESSAGE_MAX_LENGTH = 8192

/** Why a message is not listened to. */
export type Refusal = 'origin' | 'source' | 'size' | 'shape' | 'value' | 'session'

/** A message as it has come, and whom this window expects it from. */
export interface Arrival {
  readonly origin: string
  readonly isFromPeer: boolean
  readonly data: unknown
}

/** Who is at both ends of a link. */
export interface Ends {
  /** Origin of the other window, such as `https://shop.example`. */
  readonly peerOrigin: string
  /** This loading of this window, 21 characters. */
  readonly session: string
  /** The loading of the other window that the handshake was or is made with; null before it. */
  readonly peerSession: string | null
}

/**
 * Why a message is refused; undefined when it may be acted upon. Origins are compared whole, and `null`, which every sandboxed
 * frame has, is nobody's. Then the sender, the size, the schema, the values of the keys, and whether the message belongs to
 * these loadings of the two windows are looked at, in this order.
 */
export function refusalOf({ origin, isFromPeer, data }: Arrival, ends: Ends): Refusal | undefined {
  if (origin !== ends.peerOrigin || origin === 'null') return 'origin'
  if (!isFromPeer) return 'source'
  if (!isShort(data)) return 'size'
  if (!isMessage(data)) return 'shape'
  if (data.kind === 'update' && !data.changes.every(({ key, value }) => isSharedValue(key, value))) return 'value'
  return isOfSession(data, ends) ? undefined : 'session'
}

/** A window may post what JSON cannot hold, such as an object that holds itself; that has no length, and is no message. */
function isShort(data: unknown): boolean {
  try {
    return (JSON.stringify(data)?.length ?? 0) <= MESSAGE_MAX_LENGTH
  } catch {
    return false
  }
}

function isMessage(data: unknown): data is WindowMessage {
  return validate(data)
}

/** A greeting is for any window that hears it; everything else must be addressed to this session, and come from the
 *  known one. Only an answer to our greeting may come from a session that is not known yet. */
function isOfSession(message: WindowMessage, { session, peerSession }: Ends): boolean {
  if (message.session === session) return false
  if (message.kind === 'syn') return true
  const isFromKnown = message.session === peerSession || (message.kind === 'syn-ack' && peerSession === null)
  return message.to === session && isFromKnown
}
