import type { Browser, LaunchOptions } from 'playwright'
import { ChromiumMissing, chromiumLaunch } from './chromium-launch.ts'
import { DriverUnavailable } from './scenario-playing.ts'

/** Starts the Chromium of this machine, without a window unless the options ask for one. @throws DriverUnavailable that says what to do */
export async function openChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { chromium } = await loadPlaywright()
  const launch = await findLaunch()
  if (options.headless === false && !launch.canShowWindow) {
    throw new DriverUnavailable(
      'the Chromium that npm brings opens no window: use --headless, install Chromium, or name one in CHROMIUM_PATH',
    )
  }
  try {
    return await chromium.launch({ ...options, ...launch.options })
  } catch (cause) {
    throw new DriverUnavailable(`${launch.options.executablePath} cannot be started: ${String(cause)}`, { cause })
  }
}

async function findLaunch() {
  try {
    return await chromiumLaunch()
  } catch (error) {
    throw error instanceof ChromiumMissing ? new DriverUnavailable(error.message, { cause: error }) : error
  }
}

async function loadPlaywright() {
  try {
    return await import('playwright')
  } catch (cause) {
    const message = 'a page is opened through Playwright, a development dependency, which is missing: run npm install'
    throw new DriverUnavailable(message, { cause })
  }
}
