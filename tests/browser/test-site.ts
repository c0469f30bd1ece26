import type { Browser } from 'playwright'
import { afterAll, inject } from 'vitest'
import { type LiveSite, type SiteAddress, siteAddress, startLiveSite } from './live-site.ts'
import { type TempBrands, tempBrands } from './temp-brands.ts'
import { sharedBrowser } from './watched-page.ts'

/** A server and a browser, for all tests of a file. */
export interface TestSite<TSite extends SiteAddress> {
  readonly site: TSite
  readonly browser: Browser
}

/** The shipped brands on the server that the files of a run share, for a file that changes nothing but players of its own. To be
 *  called at the top of a file; the pages that its tests leave open are closed after them. */
export async function sharedSite(): Promise<TestSite<SiteAddress>> {
  afterAll(closePages)
  return { site: siteAddress(inject('sharedSite')), browser: await sharedBrowser() }
}

/** How a site differs from the shipped ones. */
interface SiteOptions {
  /** Changes the brands before the server starts. */
  readonly edit?: (brands: TempBrands) => void
  /** What the environment of the server has besides, e.g. `LIVERY_FEED`. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Starts a server for one file, on a copy of the brands that its tests may change. To be called at the top of the file; stopped
 * after its tests.
 */
export async function ownSite({
  edit,
  env = {},
}: SiteOptions = {}): Promise<TestSite<LiveSite> & { readonly brands: TempBrands }> {
  const brands = tempBrands()
  let site: LiveSite | undefined
  afterAll(async () => {
    await closePages()
    await site?.stop()
    brands.remove()
  })
  edit?.(brands)
  site = await startLiveSite({ brands: brands.directory, env })
  return { site, browser: await sharedBrowser(), brands }
}

/** A worker runs one file at a time, so whatever is open belongs to the one that has ended. */
async function closePages(): Promise<void> {
  const browser = await sharedBrowser()
  await Promise.all(browser.contexts().map((context) => context.close()))
}
