import type { BrandTransaction } from '#server/db/for-brand.ts'
import { attribute, type Registered } from './attribution.ts'
import { countDue } from './counting.ts'
import { createMembers } from './members.ts'
import { createPartnerStatistics } from './partners.ts'
import type { ReferralPorts } from './referral-ports.ts'
import { forgetVisitors, type LinkVisit, tagVisit } from './visits.ts'

/** Friends of players, partners, and what both earn. */
export type ReferralService = ReturnType<typeof createReferral>

/** Makes the referral programmes of the brands. */
export function createReferral(ports: ReferralPorts) {
  return {
    ...{ sections: ports.sections, clock: ports.clock },
    members: createMembers(ports),
    partnerStatistics: createPartnerStatistics(ports),
    tagVisit: (visit: LinkVisit) => tagVisit(ports, visit),
    /** Notes who has brought a new player, within the transaction that makes the account. */
    registered: (tx: BrandTransaction, registered: Registered): Promise<boolean> => attribute(tx, ports, registered),
    /** Counts what is due in a brand, and forgets visitors of days before one. @returns how many friends were counted */
    count: async (brandId: string, today: string): Promise<number> => {
      await forgetVisitors(ports, brandId, today)
      return countDue(ports, brandId)
    },
  }
}
