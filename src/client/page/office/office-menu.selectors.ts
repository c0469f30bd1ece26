import type { SideMenuPlace } from '#renderers/shell/SideMenu.tsx'
import type { NavItem } from '#renderers/site/frame/HeaderNav.tsx'
import type { MenuEntry, RouteId } from '#schemas'
import type { App } from '../app-context.ts'
import { menuItems } from '../frame.selectors.ts'
import { inOrder, isShown } from '../paths.ts'

type Menu = Readonly<Record<string, MenuEntry>>

/** Menus below an entry of the office's menu: route of the entry → section of the configuration. */
const BELOW = {
  office_account: 'profileMenu',
  office_security: 'securityMenu',
  office_settings: 'settingsMenu',
  office_promotion: 'promoMenu',
} as const satisfies Partial<Record<RouteId, string>>

/** Screens that no menu names, since they are another side of one that is named. */
const SIDE_OF: Readonly<Partial<Record<RouteId, RouteId>>> = {
  office_disable_two_factor_auth: 'office_enable_two_factor_auth',
  office_phone_activate: 'office_phone_binding',
  office_phone_change: 'office_phone_binding',
  office_activation_email: 'office_email_change',
  clarify_data: 'office_account_edit',
  office_admin_request: 'office_support',
  office_bets_history_mail: 'office_history',
  office_bets_history_clear: 'office_history',
  special_offers: 'office_promotion',
  powerbet: 'office_promotion',
  bonuses_deposit: 'office_promotion',
  bonuses_wager: 'office_promotion',
  office_settings_bonuses_gifts: 'office_promotion',
  promo_code_check: 'office_settings_promo_code_check',
}

/** Screens that are the office's menu, and whose part of it they are; null is the whole (OFF-1). */
const MENUS: Readonly<Partial<Record<RouteId, RouteId | null>>> = {
  office: null,
  office_menu: null,
  office_menu_profile: 'office_account',
  office_menu_settings: 'office_settings',
  office_menu_promo: 'office_promotion',
}

/** Whether a screen is the office's menu or a part of it. */
export function isOfficeMenu(shown: RouteId | undefined): boolean {
  return shown !== undefined && Object.hasOwn(MENUS, shown)
}

/** The part of the office's menu that a screen shows alone: the entry itself, then the entries below it; undefined when
 *  the screen shows the whole. */
export function officePart(
  app: App,
  shown: RouteId,
): { readonly title: string; readonly places: SideMenuPlace[] } | undefined {
  const part = MENUS[shown]
  if (!part) return undefined
  const { menu } = app.site.config.office
  const [head] = officePlaces(app, shown).filter(({ id }) => menu[id]?.routeId === part)
  if (!head) return undefined
  const { places, ...entry } = head
  const own = places.some(({ to }) => to === entry.to) ? [] : [entry]
  return { title: entry.label, places: [...own, ...places].map((item) => ({ ...item, places: [] })) }
}

/** The office's menu for this visitor: hiding an entry hides the entries below it (OFF-1, CFG-17). An entry whose own
 *  screen is not offered leads to the first one below it. @param shown the route that is shown */
export function officePlaces(app: App, shown: RouteId | undefined): SideMenuPlace[] {
  const { office } = app.site.config
  return inOrder(office.menu).flatMap((entry) => {
    if (!isShown(app, entry)) return []
    const places = offered(app, office[BELOW[entry.routeId as keyof typeof BELOW]], shown)
    const [own] = offered(app, { [entry.id]: entry }, shown)
    const first = places[0]
    if (own) return [{ ...own, places }]
    if (!first) return []
    const { icon = 'arrow-end' } = entry
    return [{ id: entry.id, label: app.texts.t(entry.labelKey), icon, to: first.to, isCurrent: false, places }]
  })
}

/** The menu with what waits behind its entries (OFF-20). @param counts route of an entry → how much */
export function withCounts(
  { site, visitor }: App,
  places: readonly SideMenuPlace[],
  counts: Readonly<Partial<Record<RouteId, number>>>,
): SideMenuPlace[] {
  const { menu } = site.config.office
  return places.map((place) => {
    const routeId = menu[place.id]?.routeId
    const count = routeId === undefined ? undefined : counts[routeId]
    return count ? { ...place, badge: new Intl.NumberFormat(visitor.locale).format(count) } : place
  })
}

/** The way from the office's menu to a screen, outermost first, the screen itself left out. */
export function officeTrail(app: App, shown: RouteId): NavItem[] {
  const parent = officePlaces(app, shown).find(({ places }) => places.some(({ isCurrent }) => isCurrent))
  return parent && !parent.isCurrent ? [parent] : []
}

function offered(app: App, menu: Menu | undefined, shown: RouteId | undefined): NavItem[] {
  if (!menu) return []
  const current = shown && (SIDE_OF[shown] ?? shown)
  return menuItems(app, menu, '').map((item) => {
    const entry = menu[item.id]
    return { ...item, isCurrent: entry?.routeId !== undefined && entry.routeId === current }
  })
}
