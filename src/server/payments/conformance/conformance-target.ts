import type { PaymentProvider, RawWebhook } from '../payment-provider.ts'
import type { SimulatedAct } from '../providers/simulated/simulated-acts.ts'

/** A provider's sandbox, as the conformance suite drives it. */
export interface ConformanceTarget {
  readonly provider: PaymentProvider
  /** Does something at the sandbox, as its payer or its bank would. @returns whether it could be done */
  readonly act: (reference: string, act: SimulatedAct) => Promise<boolean>
  /** The webhooks that the sandbox has sent since this was asked the last time, as they have come. */
  readonly webhooks: () => Promise<readonly Omit<RawWebhook, 'now'>[]>
  /** Where the sandbox sends its webhooks. */
  readonly notifyUrl: string
}

/** What a case of the suite needs is not as it has to be. */
export class NotConforming extends Error {
  override readonly name = 'NotConforming'
}

/** Demands that something is so. @throws NotConforming with what was found */
export function demand(isSo: boolean, what: string): void {
  if (!isSo) throw new NotConforming(what)
}
