import { splitLanguage } from '#machines/site/language.rules.ts'
import type { BottomPlace } from '#renderers/shell/BottomNavigation.tsx'
import type { BrandIdentity } from '#renderers/site/BrandLogo.tsx'
import type { FooterColumn, FooterMark } from '#renderers/site/Footer.tsx'
import type { NavItem } from '#renderers/site/HeaderNav.tsx'
import type { LanguageChoice } from '#renderers/site/PreferenceMenus.tsx'
import type { MenuEntry } from '#schemas'
import type { App } from './app-context.ts'
import { inOrder, isVisibleFor, linkTarget, offeredPath } from './paths.ts'

const LOGO_SIZE = { width: 132, height: 32 } as const
const MARK_SIZE = { width: 48, height: 24 } as const

type Menu = Readonly<Record<string, MenuEntry>>

/** The entries of a menu that lead somewhere for this visitor. */
export function menuItems(app: App, menu: Menu, pathname: string): NavItem[] {
  return inOrder(menu).flatMap((entry) => {
    const to = isVisibleFor(app, entry.visibleFor) ? linkTarget(app, entry) : null
    if (!to) return []
    return [
      {
        id: entry.id,
        label: app.texts.t(entry.labelKey),
        to,
        ...(entry.icon ? { icon: entry.icon } : {}),
        ...(entry.badgeKey ? { badge: app.texts.t(entry.badgeKey) } : {}),
        isCurrent: to.split('?')[0] === pathname,
      },
    ]
  })
}

/** The coupon in the phone's navigation: how many selections it has, and what opens it. */
export interface PhoneCoupon {
  readonly count: number
  readonly onPress: () => void
}

/** The places of the phone's navigation; where a page is below one of them, that one is where the visitor is.
 *  @param coupon null where the site has none */
export function phonePlaces(app: App, pathname: string, coupon: PhoneCoupon | null): BottomPlace[] {
  const home = offeredPath(app, 'home')
  return inOrder(app.site.config.header.phoneMenu).flatMap(({ id, ...entry }): BottomPlace[] => {
    if (entry.action === 'open-coupon' && coupon)
      return [{ id, label: app.texts.t(entry.labelKey), icon: entry.icon ?? 'coupon', to: '#coupon', ...coupon }]
    return menuItems(app, { [id]: entry }, pathname).map(({ icon = 'star', ...item }) => ({
      ...item,
      icon,
      isCurrent: item.isCurrent === true || (item.to !== home && pathname.startsWith(`${item.to}/`)),
    }))
  })
}

/** The brand as header and footer show it. */
export function brandIdentity({ site }: App): BrandIdentity {
  const { logo, logoDark } = site.config.customize
  return {
    name: site.name,
    logo: logo ? { src: assetUrl(site, logo), ...LOGO_SIZE } : undefined,
    logoDark: logoDark ? { src: assetUrl(site, logoDark), ...LOGO_SIZE } : undefined,
  }
}

/** The address of a brand's asset given by its path below `assets/`. */
export function assetUrl({ assets }: App['site'], path: string): string {
  return `${assets}${path.replace(/^\/?(?:assets\/)?/, '')}`
}

/** The languages that this visitor is offered, each with the address of this page in it. */
export function languageChoices({ visitor }: App, pathname: string, search: string): LanguageChoice[] {
  const { rest } = splitLanguage(pathname)
  return visitor.languages.map(({ code, name }) => ({
    code,
    name,
    to: `/${code}${rest === '/' ? '' : rest}${search}`,
  }))
}

/** The columns of the footer; one without a single link is left out. */
export function footerColumns(app: App, pathname: string): FooterColumn[] {
  return inOrder(app.site.config.footer.columns).flatMap(({ id, titleKey, links }) => {
    const items = menuItems(app, links, pathname)
    return items.length ? [{ id, title: app.texts.t(titleKey), items }] : []
  })
}

/** Marks of payment systems or partners. */
export function footerMarks(
  { site }: App,
  marks: Readonly<Record<string, { order: number; name: string; image: string; href?: string }>>,
): FooterMark[] {
  return inOrder(marks).map(({ id, name, image, href }) => ({
    id,
    name,
    src: assetUrl(site, image),
    ...MARK_SIZE,
    ...(href ? { to: href } : {}),
  }))
}
