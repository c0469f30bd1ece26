/** What a user agent says of a device, in names that are the same in every language; null when it does not say. */
export interface DeviceNames {
  readonly browser: string | null
  readonly system: string | null
  /** Whether it is held in a hand. */
  readonly isMobile: boolean
}

type NamedPattern = readonly [name: string, pattern: RegExp]

/** Browsers by the mark that is theirs alone. Most of them call themselves Chrome and Safari too, so these come last. */
const BROWSERS: readonly NamedPattern[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPiOS|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['MIUI Browser', /\bMiuiBrowser\//],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]

/** Systems; Android names Linux too, and phones of Apple name Mac OS X. */
const SYSTEMS: readonly NamedPattern[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPod)\b/],
  ['iPadOS', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const MOBILE: ReadonlySet<string | null> = new Set(['Android', 'iOS', 'iPadOS'])

/** Names the browser and the system of a user agent: `'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) … Firefox/140.0'` → Firefox on
 *  Linux. It is a help for the eye; nothing is decided by it. */
export function readDevice(userAgent: string): DeviceNames {
  const system = named(SYSTEMS, userAgent)
  return { browser: named(BROWSERS, userAgent), system, isMobile: MOBILE.has(system) }
}

function named(patterns: readonly NamedPattern[], text: string): string | null {
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
