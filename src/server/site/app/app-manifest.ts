import { appStoreId, playStoreId } from '#machines/shell/app/device-apps.rules.ts'
import { isRouteOffered, tryPath } from '#machines/site/routes/routes.ts'
import type { ApplicationConfig, RouteId, WebAppManifest } from '#schemas'
import type { ResolvedSite } from '../resolved-site.ts'

/** The icons of an installed app: the file's name, its side in pixels, and whether a device may cut it to its own shape. */
export const APP_ICONS = {
  'any-192': { side: 192, purpose: 'any' },
  'any-512': { side: 512, purpose: 'any' },
  'maskable-192': { side: 192, purpose: 'maskable' },
  'maskable-512': { side: 512, purpose: 'maskable' },
  'apple-180': { side: 180, purpose: 'maskable' },
  'badge-96': { side: 96, purpose: 'any' },
} as const

/** The name of an icon. */
export type AppIconName = keyof typeof APP_ICONS

const IN_MANIFEST: readonly AppIconName[] = ['any-192', 'any-512', 'maskable-192', 'maskable-512']
/** Characters below an icon before devices cut the name. */
const SHORT_NAME = 12

/** Places that a long press on the icon offers, with the texts of their names. */
const SHORTCUTS: readonly {
  readonly routeId: RouteId
  readonly params: Readonly<Record<string, string>>
  readonly key: string
}[] = [
  { routeId: 'main_section', params: { kind: 'live' }, key: 'site.menu_live' },
  { routeId: 'main_section', params: { kind: 'line' }, key: 'site.menu_sports' },
  { routeId: 'results', params: {}, key: 'site.menu_results' },
]

/** The address of an icon of a brand's app: `/app/icon/<hash>/any-192.png`. */
export function appIconPath({ hash }: Pick<ResolvedSite, 'hash'>, name: AppIconName): string {
  return `/app/icon/${hash}/${name}.png`
}

/** What browsers must know to install a brand's site as an app, in one of its languages (APP-4).
 *  @param textOf the brand's texts in that language */
export function appManifest(site: ResolvedSite, language: string, textOf: (key: string) => string): WebAppManifest {
  const { application, boolean, global } = site.config
  const { name } = site.manifest
  const { light, dark } = site.theme.colours
  const { canvas, surface } = site.theme.defaultScheme === 'dark' ? dark : light
  return {
    id: '/',
    name,
    short_name: application.webAppShortName ?? name.slice(0, SHORT_NAME).trim(),
    lang: language,
    dir: global.languages[language]?.direction ?? 'ltr',
    start_url: `/${language}`,
    scope: '/',
    display: 'standalone',
    background_color: canvas,
    theme_color: surface,
    icons: IN_MANIFEST.map((icon) => {
      const { side, purpose } = APP_ICONS[icon]
      return { src: appIconPath(site, icon), sizes: `${side}x${side}`, type: 'image/png' as const, purpose }
    }),
    ...storeApps(application),
    shortcuts: SHORTCUTS.flatMap(({ routeId, params, key }) => {
      const isOffered = isRouteOffered(routeId, { routes: application.routes, flags: boolean, language })
      const { path } = tryPath(routeId, params, language)
      return isOffered && path !== null ? [{ name: textOf(key), url: path }] : []
    }),
  }
}

/** The brand's apps in stores (APP-6). */
function storeApps({ iosAppUrl, androidAppUrl }: ApplicationConfig): Pick<WebAppManifest, 'related_applications'> {
  const [ios, android] = [appStoreId(iosAppUrl), playStoreId(androidAppUrl)]
  const apps = [
    ...(android && androidAppUrl ? [{ platform: 'play' as const, url: androidAppUrl, id: android }] : []),
    ...(ios && iosAppUrl ? [{ platform: 'itunes' as const, url: iosAppUrl, id: ios }] : []),
  ]
  return apps.length > 0 ? { related_applications: apps } : {}
}
