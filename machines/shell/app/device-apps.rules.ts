import type { ApplicationConfig } from '#schemas'
import type { DevicePlatform } from './app-install.rules.ts'

/** Types of apps for Android (APP-2). */
export const ANDROID_APP_TYPES = { full: 0, lite: 1, asia: 2 } as const

/** A type of apps for Android. */
export type AndroidAppType = (typeof ANDROID_APP_TYPES)[keyof typeof ANDROID_APP_TYPES]

/** The addresses of a brand's apps. */
export type AppAddresses = Pick<
  ApplicationConfig,
  'iosAppUrl' | 'iosBetaUrl' | 'androidAppUrl' | 'androidLiteUrl' | 'androidAsiaUrl'
>

/** An app of a brand, as a page of apps offers it. */
export interface OfferedApp {
  readonly kind: 'ios' | 'ios_beta' | 'android'
  /** Of an app for Android. */
  readonly type?: AndroidAppType
  readonly url: string
  /** Whether it is for the device that the page is read on. */
  readonly isFitting: boolean
}

/** The apps of a brand, those for the device first (APP-6). In Asia its own app takes the place of the full one; elsewhere it is not offered
 *  at all. @param platform null while the device is not known: then nothing fits better than the rest
 *  @param isAsia whether the visitor's country is one of Asia */
export function appsFor(
  addresses: AppAddresses,
  platform: DevicePlatform | null,
  isAsia: boolean,
): readonly OfferedApp[] {
  const { iosAppUrl, iosBetaUrl, androidAppUrl, androidLiteUrl, androidAsiaUrl } = addresses
  const isOwnAsia = isAsia && androidAsiaUrl !== undefined
  const isAndroid = platform === 'android' || platform === 'android_asia'
  const android = (type: keyof typeof ANDROID_APP_TYPES, url: string | undefined): OfferedApp[] =>
    url === undefined ? [] : [{ kind: 'android', type: ANDROID_APP_TYPES[type], url, isFitting: isAndroid }]
  const ios = (kind: 'ios' | 'ios_beta', url: string | undefined): OfferedApp[] =>
    url === undefined ? [] : [{ kind, url, isFitting: platform === 'ios' }]
  const all = [
    ...ios('ios', iosAppUrl),
    ...ios('ios_beta', iosBetaUrl),
    ...(isOwnAsia ? android('asia', androidAsiaUrl) : android('full', androidAppUrl)),
    ...android('lite', androidLiteUrl),
  ]
  return [...all.filter(({ isFitting }) => isFitting), ...all.filter(({ isFitting }) => !isFitting)]
}

/** The number of an app in the App Store; null for an address that has none. */
export function appStoreId(url: string | undefined): string | null {
  return /^https:\/\/(?:apps|itunes)\.apple\.com\/.*\bid(\d{6,12})(?:[/?#]|$)/.exec(url ?? '')?.[1] ?? null
}

/** The name of an app in Google Play; null for an address elsewhere. */
export function playStoreId(url: string | undefined): string | null {
  return (
    /^https:\/\/play\.google\.com\/store\/apps\/details\?(?:.*&)?id=([A-Za-z][\w.]{2,149})(?:&|$)/.exec(
      url ?? '',
    )?.[1] ?? null
  )
}
