import type { BrandProblem, MenuEntry, RouteId, SiteConfig } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { addressFault, type LinkGround, linkGround, routeFault } from '../faults/link-faults.ts'
import { causeIn, type SectionFault, type Sections, sectionsOf } from './site-sections.ts'

type Menu = Readonly<Record<string, MenuEntry>>

/** A menu of the site as a visitor meets it. */
interface SiteMenu {
  readonly section: keyof SiteConfig
  readonly pointer: string
  readonly entries: readonly MenuEntry[]
  /** Fewer entries than these are not drawn. */
  readonly least?: number
  /** The page that has the menu; where it is off, so is the menu. */
  readonly page?: RouteId
}

/** Menus in which nothing is left: what they would show is written nowhere, or leads to pages that the brand has switched off. A menu
 *  that the engine's own folder leaves empty is no fault of a brand. */
export function checkMenus(level: BrandLevel): readonly BrandProblem[] {
  const ground = linkGround(level)
  if (!ground) return []
  return menusOf(sectionsOf(level))
    .flatMap((menu) => emptied(ground, menu))
    .flatMap(({ section, ...fault }) => locateFault(level, sectionPath(section), { ...fault, suggestion: null }))
    .filter(({ brand }) => brand !== BASE_ID)
}

function menusOf({ header, footer, office, information, customize }: Sections): readonly SiteMenu[] {
  const of = (section: keyof SiteConfig, name: string, menu: Menu | undefined, more: Partial<SiteMenu> = {}) =>
    menu ? [{ section, pointer: `/${name}`, entries: Object.values(menu), ...more }] : []
  const columns = footer && Object.values(footer.columns).flatMap(({ links }) => Object.values(links))
  return [
    ...of('header', 'menu', header?.menu),
    ...of('header', 'serviceMenu', header?.serviceMenu),
    ...of('header', 'phoneMenu', header?.phoneMenu, { least: 2 }),
    ...of('header', 'notFoundMenu', header?.notFoundMenu),
    ...of('header', 'errorMenu', header?.errorMenu),
    ...(columns ? [{ section: 'footer' as const, pointer: '/columns', entries: columns }] : []),
    ...of('information', 'menu', information?.menu),
    ...of('office', 'menu', office?.menu),
    ...of('office', 'profileMenu', office?.profileMenu, { page: 'office_account' }),
    ...of('office', 'securityMenu', office?.securityMenu, { page: 'office_security' }),
    ...of('office', 'settingsMenu', office?.settingsMenu, { page: 'office_settings' }),
    ...of('office', 'promoMenu', office?.promoMenu, { page: 'office_promotion' }),
    ...Object.entries(customize?.homeBlocks ?? {}).flatMap(([id, { kind, menu }]) =>
      // A block that was given no menu at all has a fault of its own.
      kind === 'menu-tiles' && menu && Object.keys(menu).length > 0
        ? of('customize', `homeBlocks/${id}/menu`, menu)
        : [],
    ),
  ]
}

function emptied(
  ground: LinkGround,
  { section, pointer, entries, least = 1, page }: SiteMenu,
): readonly SectionFault[] {
  if (page && routeFault(ground, { routeId: page, params: {}, takesParams: true })) return []
  const left = entries.filter((entry) => leadsSomewhere(ground, entry)).length
  if (left >= least) return []
  const few = left === 0 ? 'no entry left that visitors are shown' : `only ${left} entry left, which is not drawn alone`
  const why =
    entries.length === 0
      ? 'all of them are deleted'
      : 'the others lead to pages that this brand does not show, or nowhere'
  const message = `The menu ${pointer} of ${sectionPath(section)} has ${few}: ${why}. Add an entry, or show one of its pages again.`
  const causes = entries.flatMap(({ routeId }) =>
    routeId ? [causeIn('application', `/routes/${routeId}/isAvailable`)] : [],
  )
  return [
    {
      ...{ section, pointer, found: left === 0 ? 'no entry' : `${left} entry`, message, level: 'warning' },
      expected: least === 1 ? 'an entry that leads somewhere' : `${least} entries that lead somewhere`,
      causes,
    },
  ]
}

/** Where the actions lead that open no page of their own name. */
const ACTION_ROUTES: Readonly<Partial<Record<NonNullable<MenuEntry['action']>, readonly RouteId[]>>> = {
  'open-sign-in': ['login'],
  'open-support': ['office_support', 'contacts'],
  'open-search': ['events_search'],
}

/** Whether an entry is shown to anybody anywhere: for whom and when is not asked. */
function leadsSomewhere(ground: LinkGround, { routeId, href, action, params = {}, countries }: MenuEntry): boolean {
  // A link that is wrong, not only left out, is reported where it is written.
  const isShown = (route: RouteId, own: typeof params = {}) =>
    routeFault(ground, { routeId: route, params: own, takesParams: true })?.level !== 'warning'
  if (countries?.length === 0) return false
  if (action) return (ACTION_ROUTES[action] ?? []).some((route) => isShown(route)) || !ACTION_ROUTES[action]
  if (routeId) return isShown(routeId, params)
  if (href === undefined) return false
  const found = addressFault(ground, href, 'warning')
  return found === null || !('message' in found) || found.level !== 'warning'
}
