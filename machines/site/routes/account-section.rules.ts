import type { GlobalConfig, RouteId } from '#schemas'
import { ROUTE_TABLE, type RouteKind } from './route-table.ts'

/** A part of the site that may be for the account in use alone. */
export type AccountSection = GlobalConfig['nonMultiAccountSections'][number]

const BY_ROUTE: Readonly<Partial<Record<RouteId, AccountSection>>> = {
  toto: 'toto',
  toto_draw: 'toto',
  office_toto: 'toto',
  lotteries: 'lottery',
  lotto: 'lottery',
  keno: 'lottery',
  bingo: 'lottery',
  scratch_cards: 'lottery',
  office_casino: 'casino',
  office_recharge: 'payments',
  office_deduce: 'payments',
  office_historypay: 'payments',
  payment_requests: 'payments',
}
const BY_KIND: Readonly<Partial<Record<RouteKind, AccountSection>>> = {
  betting: 'betting',
  games: 'casino',
  promo: 'promo',
}

/** The section that a page belongs to where the choice of an account counts; null for pages of none, such as the home page. */
export function accountSectionOf(routeId: RouteId): AccountSection | null {
  if (routeId === 'home') return null
  return BY_ROUTE[routeId] ?? BY_KIND[ROUTE_TABLE[routeId].kind] ?? null
}

/** Whether a page offers the switch between currency accounts (CFG-12): not in the sections that the brand keeps it from. */
export function offersAccountSwitch(
  { nonMultiAccountSections }: Pick<GlobalConfig, 'nonMultiAccountSections'>,
  routeId: RouteId | undefined,
): boolean {
  const section = routeId === undefined ? null : accountSectionOf(routeId)
  return section === null || !nonMultiAccountSections.includes(section)
}
