import type { TestProject } from 'vitest/node'
import { startLiveSite } from './live-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the server that the browser tests of a run share. */
    readonly sharedSitePort: number
  }
}

/** Starts the server of the shipped brands that browser tests share, once for a whole run. @returns what stops it */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const site = await startLiveSite()
  provide('sharedSitePort', site.port)
  return site.stop
}
