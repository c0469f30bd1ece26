import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPackage, unpackChromium } from './packaged-chromium.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/** Flags for a headless browser on a closed network; without a sandbox only where root runs it, as in a container. */
const FLAGS: readonly string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** How Chromium is started on this machine. */
export interface ChromiumLaunch {
  /** The options of Playwright's `launch`; `env` is the whole environment of the process. */
  readonly options: { executablePath: string; args: string[]; env: Record<string, string | undefined> }
  /** False for a headless shell, which never opens a window. */
  readonly canShowWindow: boolean
}

/** Where Chromium is looked for, apart from CHROMIUM_PATH; tests name others. */
export interface ChromiumPlaces {
  /** Paths at which systems install it. */
  readonly installed: readonly string[]
  /** Folder of the npm package that brings one; null where there is none. */
  readonly packageFolder: string | null
}

/** Why no Chromium can be had: CHROMIUM_PATH names none, there is none, or the package cannot be unpacked. */
export type ChromiumLack = 'named' | 'none' | 'packed'

/** That no Chromium can be had. Commands and the studio say it in their own words. */
export class ChromiumMissing extends Error {
  readonly lack: ChromiumLack
  /** What the words name: `path`, or `package`, `cache` and `why`. */
  readonly params: Readonly<Record<string, string>>

  constructor(lack: ChromiumLack, params: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(`no Chromium (${lack})`, { cause })
    this.lack = lack
    this.params = params
  }
}

/**
 * Finds Chromium: the one that CHROMIUM_PATH names, else one of the system, else that of the npm package, which is unpacked into
 * `node_modules/.cache` the first time.
 * @throws ChromiumMissing where there is none, or the package cannot be unpacked
 */
export async function chromiumLaunch(
  { installed, packageFolder }: ChromiumPlaces = { installed: PLACES, packageFolder: chromiumPackage() },
): Promise<ChromiumLaunch> {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) {
    throw new ChromiumMissing('named', { path: named })
  }
  const executablePath = named || installed.find((path) => existsSync(path))
  if (executablePath) return { options: { executablePath, args: [...FLAGS], env: process.env }, canShowWindow: true }
  if (!packageFolder) {
    throw new ChromiumMissing('none')
  }
  return packagedLaunch(packageFolder)
}

async function packagedLaunch(packageFolder: string): Promise<ChromiumLaunch> {
  const cache = join(packageFolder, '../../.cache/livery-chromium')
  try {
    const { executablePath, env } = await unpackChromium(packageFolder, cache)
    return { options: { executablePath, args: [...FLAGS], env: { ...process.env, ...env } }, canShowWindow: false }
  } catch (cause) {
    throw new ChromiumMissing('packed', { package: packageFolder, cache, why: String(cause) }, cause)
  }
}
