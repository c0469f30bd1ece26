import { contentAddress } from '#machines/site/content-host.rules.ts'
import { splitLanguage } from '#machines/site/language.rules.ts'
import type { BottomPlace } from '#renderers/shell/BottomNavigation.tsx'
import type { BrandIdentity } from '#renderers/site/frame/BrandLogo.tsx'
import type { FooterColumn, FooterMark } from '#renderers/site/frame/Footer.tsx'
import type { NavItem } from '#renderers/site/frame/HeaderNav.tsx'
import type { LanguageChoice } from '#renderers/site/frame/PreferenceMenus.tsx'
import type { MenuEntry, PublicConfig } from '#schemas'
import type { App } from './app-context.ts'
import { inOrder, isShown, linkTarget, offeredPath } from './paths.ts'

const LOGO_SIZE = { width: 132, height: 32 } as const
const MARK_SIZE = { width: 48, height: 24 } as const

type Menu = Readonly<Record<string, MenuEntry>>
type MediaResources = PublicConfig['modules']['resources']

/** The entries of a menu that are shown to this visitor now and lead somewhere. */
export function menuItems(app: App, menu: Menu, pathname: string): NavItem[] {
  return inOrder(menu).flatMap((entry) => {
    const to = isShown(app, entry) ? entryTarget(app, entry, pathname) : null
    if (!to) return []
    return [
      {
        id: entry.id,
        label: app.texts.t(entry.labelKey),
        to,
        ...(entry.icon ? { icon: entry.icon } : {}),
        ...(entry.badgeKey ? { badge: app.texts.t(entry.badgeKey) } : {}),
        ...(entry.isHighlighted ? { isHighlighted: true } : {}),
        isCurrent: to.split('?')[0] === pathname,
      },
    ]
  })
}

/** The rules that the brand offers (CFG-16). */
export function ruleItems(app: App, pathname: string): NavItem[] {
  return inOrder(app.site.config.information.rules).flatMap(({ menuKey, icon, routeId, dictionaryKey }) => {
    const to = routeId ? offeredPath(app, routeId) : null
    return to ? [{ id: menuKey, icon, label: app.texts.t(dictionaryKey), to, isCurrent: to === pathname }] : []
  })
}

/** Where an entry leads: to its route or address, else to what its action opens. Guests have no talk with the support: they find
 *  its addresses; the coupon is no page. */
function entryTarget(app: App, entry: MenuEntry, pathname: string): string | null {
  switch (entry.action) {
    case 'open-sign-in':
      return offeredPath(app, 'login', { [app.site.config.other.returnUrlParameter]: pathname })
    case 'open-support':
      return offeredPath(app, 'office_support') ?? offeredPath(app, 'contacts')
    case 'open-search':
      return offeredPath(app, 'events_search')
    default:
      return linkTarget(app, entry)
  }
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
      return [{ id, label: app.texts.t(entry.labelKey), icon: entry.icon ?? 'coupon', ...coupon }]
    return menuItems(app, { [id]: entry }, pathname).map(({ icon = 'star', ...item }) => ({
      ...item,
      icon,
      isCurrent: item.isCurrent === true || (item.to !== home && pathname.startsWith(`${item.to}/`)),
    }))
  })
}

/** The brand as header and footer show it. */
export function brandIdentity({ site, state }: App): BrandIdentity {
  const { logo, logoDark } = site.config.customize
  return {
    name: site.name,
    logo: logo ? { src: assetUrl(site, logo), ...LOGO_SIZE } : undefined,
    logoDark: logoDark ? { src: assetUrl(site, logoDark), ...LOGO_SIZE } : undefined,
    isDark: state.scheme === 'dark',
  }
}

/** The art of a part of the site: what the brand has put in its place, else the engine's own (I18N-14).
 *  @param own path below the assets */
export function mediaUrl({ site }: Pick<App, 'site'>, module: keyof MediaResources, own: string): string {
  return assetUrl(site, site.config.modules.resources[module]?.main ?? own)
}

/** The address of a brand's asset given by its path below `assets/`, at the content-delivery host where the brand has one (I18N-9). */
export function assetUrl(site: App['site'], path: string): string {
  return contentAddress(site.config.modules.contentHost, ownAssetUrl(site, path))
}

/** The same at the site's own host: for the sprite, which browsers take from nowhere else, and for what others read. */
export function ownAssetUrl({ assets }: App['site'], path: string): string {
  return `${assets}${path.replace(/^\/?(?:assets\/)?/, '')}`
}

/** The address of the sprite of icons: the brand's, else the engine's (I18N-14). */
export function spriteUrl({ site }: Pick<App, 'site'>, own: string): string {
  return ownAssetUrl(site, site.config.modules.resources.icons?.main ?? own)
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

/** A contact of the brand as pages show it. */
interface ContactView extends Pick<NavItem, 'id' | 'label' | 'to'> {
  readonly icon: string
  /** The number, the address or the host of the page. */
  readonly value: string
}

/** A contact of any kind as a brand configures it. */
interface ConfiguredContact {
  readonly id: string
  readonly value: string
  readonly labelKey?: string
  readonly icon?: string
}

/** The ways to reach the brand (INFO-2): telephone numbers, mail addresses, networks, each in the brand's order. */
export function contactGroups({ site, texts }: Pick<App, 'site' | 'texts'>) {
  const { phones, emails, networks } = site.config.information.contacts
  const viewOf = (contact: ConfiguredContact, icon: string, to: string): ContactView => ({
    id: contact.id,
    label: contact.labelKey ? texts.t(contact.labelKey) : '',
    value: contact.value.replace(/^https:\/\//, ''),
    to,
    icon: contact.icon ?? icon,
  })
  return {
    phones: inOrder(phones).map((one) => viewOf(one, 'phone', `tel:${one.value.replace(/[^+0-9]/g, '')}`)),
    emails: inOrder(emails).map((one) => viewOf(one, 'mail', `mailto:${one.value}`)),
    networks: inOrder(networks).map((one) => viewOf(one, 'globe', one.value)),
  }
}

/** The contacts in the footer: the brand's networks, and its numbers and addresses where it wants them there. */
export function footerContacts(app: App): ContactView[] {
  const { phones, emails, networks } = contactGroups(app)
  const { footer, information } = app.site.config
  const isEverywhere = information.contacts.placementTypeId === 2
  return [...(isEverywhere ? [...phones, ...emails] : []), ...(footer.areSocialLinksShown ? networks : [])]
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
