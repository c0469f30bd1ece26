import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables/tables.ts'
import type { RawWebhook } from '../payment-provider.ts'
import { createSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
import type { ConformanceTarget } from './conformance-target.ts'

const BRAND = 'sandbox'

/** The built-in provider as the suite drives it; what it pays out waits for an act. */
export function builtInTarget(db: Kysely<Database>): ConformanceTarget {
  const simulated = createSimulatedProvider({
    ...{ db, clock: () => new Date(), dials: async () => ({}), secretOf: () => 'secret of the suite' },
    holdsPayouts: true,
  })
  return {
    provider: simulated.of(BRAND),
    notifyUrl: 'https://brand.example/hook',
    act: async (reference, act) => (await simulated.act(BRAND, reference, act)) !== undefined,
    async webhooks() {
      const sent: Omit<RawWebhook, 'now'>[] = []
      await simulated.deliver(BRAND, async (webhook) => void sent.push(webhook))
      return sent
    },
  }
}
