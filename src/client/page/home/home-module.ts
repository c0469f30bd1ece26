import { use } from 'react'
import type { App } from '../app-context.ts'
import { showsFirst } from '../page-rest.ts'
import { report } from '../report.ts'

/** What the code of some blocks of the home page needs. */
export interface HomeModuleParts<Module> {
  readonly load: () => Promise<Module>
  /** Dictionaries that the blocks read beside those of the home page. */
  readonly dictionaries: readonly string[]
  /** Fault that is reported when code or texts cannot be had. */
  readonly fault: string
}

/** Code of blocks of the home page, which a page without them never loads. */
export interface HomeModule<Module> {
  /** Brings code and texts, once; null when they cannot be had: the page does without these blocks then. */
  readonly bring: (app: Pick<App, 'texts'>) => Promise<Module | null>
  /** The code in a render; suspends until it is there, so that the server's markup is kept. Its links work meanwhile. */
  readonly useModule: (app: Pick<App, 'texts'>) => Module | null
}

/** Loads the code of blocks of the home page when the page shows some. */
export function homeModule<Module>({ load, dictionaries, fault }: HomeModuleParts<Module>): HomeModule<Module> {
  let loaded: Module | null = null
  let loading: Promise<Module | null> | null = null

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
    showsFirst(loading)
    return loading
  }
  return { bring, useModule: (app) => loaded ?? use(bring(app)) }
}
