import type { Browser, LaunchOptions } from 'playwright'
import { CHROMIUM_FLAGS, chromiumPath } from './chromium-path.ts'
import { DriverUnavailable } from './scenario-playing.ts'

/** Starts Chromium, without a window unless the options ask for one. @throws DriverUnavailable that says what to install */
export async function openChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { chromium } = await loadPlaywright()
  const executablePath = chromiumPath()
  if (executablePath === null) {
    throw new DriverUnavailable('there is no Chromium: install it, or name where it is in CHROMIUM_PATH')
  }
  try {
    return await chromium.launch({ ...options, executablePath, args: [...CHROMIUM_FLAGS] })
  } catch (cause) {
    throw new DriverUnavailable(`${executablePath} cannot be started: ${String(cause)}`, { cause })
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
