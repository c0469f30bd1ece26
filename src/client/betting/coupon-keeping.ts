import type { KeepInput } from '#machines/betting/coupon/coupon-setup.machine.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { Coupon, PlaceBetPayload, PlaceBetRequest } from '#schemas'
import { keep, readKept, StorageFault } from '../page/stored.ts'
import { COUPON_NAME } from './open-bet.ts'

export const COUPON_KEY = preferenceKey(COUPON_NAME)

const LOCK = 'livery.coupon'
const HEX = 16

/** A bet that could not be kept, and therefore is not sent. */
class KeepingFault extends Error {
  readonly code: 'betting.notice_storage_failed' | 'betting.other_tab'

  constructor(code: KeepingFault['code']) {
    super(code)
    this.code = code
  }
}

/** Makes the name of a bet and keeps it with the payload before anything is sent (PLACE-1). Of two tabs that confirm at
 *  once one comes first; the other finds its bet, and asks for its state.
 *  @param signal a bet that is held back meanwhile is not kept: a later reader would send it
 *  @throws KeepingFault whose code is the text's key; what the signal was aborted with */
export async function keepBet(
  { coupon, payload, isOneClick, entries }: KeepInput,
  signal: AbortSignal,
): Promise<Omit<PlaceBetRequest, 'payload'>> {
  const kept = { betGuid: crypto.randomUUID(), payloadHash: await hashOf(payload) }
  const write = (): void => {
    if (isBetKept(readKept(COUPON_NAME), coupon)) throw new KeepingFault('betting.other_tab')
    const placement = { request: { ...kept, payload }, entries, isOneClick }
    keep(COUPON_NAME, { ...coupon, placement } satisfies Coupon)
  }
  try {
    await navigator.locks.request(LOCK, { signal }, write)
  } catch (error) {
    throw error instanceof StorageFault ? new KeepingFault('betting.notice_storage_failed') : error
  }
  return kept
}

/** SHA-256 of a payload, hexadecimal. */
async function hashOf(payload: PlaceBetPayload): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(payload)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(HEX).padStart(2, '0')).join('')
}

/** Whether a bet of the same player is on its way already. */
function isBetKept(stored: unknown, { userId }: Coupon): boolean {
  const found = stored as Partial<Coupon> | null | undefined
  return found?.placement !== undefined && found.userId === userId
}
