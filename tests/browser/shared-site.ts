import type { TestProject } from 'vitest/node'
import { type SiteAddress, startLiveSite } from './live-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the browser tests of a run share. */
    readonly sharedSite: Pick<SiteAddress, 'port' | 'storage'>
  }
}

/** Starts the server of the shipped brands that browser tests share, once for a whole run. @returns what stops it */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const site = await startLiveSite()
  provide('sharedSite', { port: site.port, storage: site.storage })
  return site.stop
}
