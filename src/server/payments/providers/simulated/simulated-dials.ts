import { createHash } from 'node:crypto'
import type { PaymentProviderSettings } from '#schemas'

/** How unwell the built-in provider behaves. */
export type SimulatedDials = NonNullable<PaymentProviderSettings['dials']>

/** What a dial hits, in parts per million of all references. */
export type HitDial = Exclude<keyof SimulatedDials, 'delayMs'>

const MILLION = 1_000_000

/** Whether a dial hits what has a reference: the same reference is always hit or never, so that a run can be repeated. */
export function isHit(dials: SimulatedDials, dial: HitDial, reference: string): boolean {
  const most = dials[dial] ?? 0
  if (most === 0) return false
  const digest = createHash('sha256').update(`${dial}:${reference}`).digest()
  return digest.readUInt32BE(0) % MILLION < most
}
