import { useEffect, useState } from 'react'
import { type DevicePlatform, devicePlatform } from '#machines/shell/app/app-install.rules.ts'
import type { App } from '../app-context.ts'

/** Whether the visitor's country is one of those with an app of their own (APP-1). */
export function isAsian({ site, visitor }: Pick<App, 'site' | 'visitor'>): boolean {
  return site.config.application.asiaCountries.includes(visitor.geoCountryCode)
}

/** The kind of the device that shows the page (APP-1). */
export function thisDevice(app: Pick<App, 'site' | 'visitor'>): DevicePlatform {
  const { userAgent, maxTouchPoints: touchPoints } = navigator
  return devicePlatform({ userAgent, touchPoints, isAsia: isAsian(app) })
}

/** The same for what is drawn; null until the page is alive, since the server draws it for all devices. */
export function useDevicePlatform(app: App): DevicePlatform | null {
  const [platform, setPlatform] = useState<DevicePlatform | null>(null)
  useEffect(() => setPlatform(thisDevice(app)), [app])
  return platform
}
