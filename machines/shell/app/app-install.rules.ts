/** Kinds of devices (APP-1). */
export const DEVICE_PLATFORMS = ['android', 'android_asia', 'ios', 'other'] as const

/** A kind of device. */
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number]

/** For how long a visitor who has declined is left alone, ms: 30 days. */
export const DECLINE_REST_MS = 2_592_000_000

/** What a browser says of its device. */
export interface DeviceSigns {
  readonly userAgent: string
  /** How many fingers the screen feels; an iPad calls itself a Mac, which has no such screen. */
  readonly touchPoints: number
  /** Whether the visitor's country is one of those where the Asian app is offered. */
  readonly isAsia: boolean
}

/** The kind of a device (APP-1): by what its browser calls itself. */
export function devicePlatform({ userAgent, touchPoints, isAsia }: DeviceSigns): DevicePlatform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios'
  if (/Android/.test(userAgent)) return isAsia ? 'android_asia' : 'android'
  return 'other'
}

/** Whether a site is installed by hand there, in the menu of the browser, which never asks by itself. */
export function installsByHand(platform: DevicePlatform): boolean {
  return platform === 'ios'
}

/** Whether enough time has passed since the visitor declined, or they never did. A clock that was set back counts as enough. */
export function isRested(declinedAtMs: number | null, nowMs: number): boolean {
  return declinedAtMs === null || declinedAtMs > nowMs || nowMs - declinedAtMs >= DECLINE_REST_MS
}
