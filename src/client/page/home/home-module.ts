import { use } from 'react'
import type { App } from '../app-context.ts'
import { pageAtRest, showsFirst } from '../page-rest.ts'
import { report } from '../report.ts'

/** What the code of some blocks of the home page needs. */
export interface HomeModuleParts<Module> {
  readonly load: () => Promise<Module>
  /** Dictionaries that the blocks read beside those of the home page. */
  readonly dictionaries: readonly string[]
  /** Fault that is reported when code or texts cannot be had. */
  readonly fault: string
  /** Whether a page that the server drew brings the code at rest only: its links work without, and live prices come first. */
  readonly isLate?: boolean
}

/** How long a page must have been at rest before late code is brought, ms: the stream of prices begins within it. */
const REST_MS = 200

/** Code of blocks of the home page, which a page without them never loads. */
export interface HomeModule<Module> {
  /** Brings code and texts, once; null when they cannot be had: the page does without these blocks then. */
  readonly bring: (app: Pick<App, 'texts'>) => Promise<Module | null>
  /** The code in a render; suspends until it is there, so that the server's markup is kept. Its links work meanwhile. */
  readonly useModule: (app: Pick<App, 'texts'>) => Module | null
}

/** Loads the code of blocks of the home page when the page shows some. */
export function homeModule<Module>({
  load,
  dictionaries,
  fault,
  isLate = false,
}: HomeModuleParts<Module>): HomeModule<Module> {
  let loaded: Module | null = null
  let loading: Promise<Module | null> | null = null
  let awaited: Promise<Module | null> | null = null

  const bring: HomeModule<Module>['bring'] = ({ texts }) => {
    if (loading !== null) return loading
    loading = Promise.all([load(), texts.need(dictionaries)]).then(
      ([module]) => {
        loaded = module
        return module
      },
      (error: unknown) => {
        report(fault, { error: String(error) })
        return null
      },
    )
    if (!isLate) showsFirst(loading)
    return loading
  }
  // A preview may have got other texts by the time that the page is at rest.
  let latest: Pick<App, 'texts'> | null = null
  const awaitModule = (app: Pick<App, 'texts'>) => {
    latest = app
    awaited ??= isLate && loading === null ? pageAtRest(REST_MS).then(() => bring(latest ?? app)) : bring(app)
    return awaited
  }
  return { bring, useModule: (app) => loaded ?? use(awaitModule(app)) }
}
