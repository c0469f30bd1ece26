import type { Browser, LaunchOptions } from 'playwright'
import { say } from '#cli/command-text.ts'
import { ChromiumMissing, chromiumLaunch } from '#server/studio/pictures/chromium-launch.ts'
import { DriverUnavailable } from '../../commands/scenario-playing.ts'

/** Starts the Chromium of this machine, without a window unless the options ask for one. @throws DriverUnavailable that says what to do */
export async function openChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { chromium } = await loadPlaywright()
  const launch = await findLaunch()
  if (options.headless === false && !launch.canShowWindow) {
    throw new DriverUnavailable(say('scenario.chromium_window'))
  }
  try {
    return await chromium.launch({ ...options, ...launch.options })
  } catch (cause) {
    throw new DriverUnavailable(
      say('scenario.chromium_start', { path: launch.options.executablePath, why: String(cause) }),
      { cause },
    )
  }
}

/** Why there is no Chromium, and what to do. */
export function chromiumLackText({ lack, params }: ChromiumMissing): string {
  return say(`scenario.chromium_${lack}`, params)
}

async function findLaunch() {
  try {
    return await chromiumLaunch()
  } catch (error) {
    throw error instanceof ChromiumMissing ? new DriverUnavailable(chromiumLackText(error), { cause: error }) : error
  }
}

async function loadPlaywright() {
  try {
    return await import('playwright')
  } catch (cause) {
    const message = say('scenario.playwright_missing')
    throw new DriverUnavailable(message, { cause })
  }
}
