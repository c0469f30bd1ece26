import type { StudioRole } from '#schemas'
import type { AtDesk } from '../../studio/desk/desk-ports.ts'
import { StudioFailure } from '../../studio/studio-failure.ts'
import { operatorOf, requireRole, type StudioScope } from '../../studio/studio-scope.ts'

/** Lets an operator in who has a role in a brand. @throws StudioFailure access.denied, access.forbidden, brand.unknown */
export type AdmitToDesk = (scope: StudioScope, role: StudioRole, brand: string) => Promise<AtDesk>

/** Lets operators in by their role, at brands that there are. */
export function admission(isBrand: (brand: string) => Promise<boolean>): AdmitToDesk {
  return async (scope, role, brand) => {
    requireRole(scope, role, brand)
    if (!(await isBrand(brand))) throw new StudioFailure('brand.unknown', { brand })
    return { brand, operator: operatorOf(scope) }
  }
}
