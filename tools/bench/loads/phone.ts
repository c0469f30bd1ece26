import { type BrowserContextOptions, devices } from 'playwright'

const { userAgent } = devices['Pixel 7'] ?? {}

/** A phone as benches hold it: a window of 390 × 844, a finger, and a browser that says that it runs on a phone, as all of them do. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  ...(userAgent && { userAgent }),
} as const satisfies BrowserContextOptions
