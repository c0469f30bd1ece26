import { use } from 'react'
import type { App } from '../app-context.ts'
import { pageAtRest, showsFirst } from '../page-rest.ts'
import { report } from '../report.ts'

/** How long a page is left alone once what it shows first is there, ms. */
const REST_MS = 300

/** What the code of some blocks of the home page needs. */
export interface HomeModuleParts<Module> {
  readonly load: () => Promise<Module>
  /** Dictionaries that the blocks read beside those of the home page. */
  readonly dictionaries: readonly string[]
  /** Fault that is reported when code or texts cannot be had. */
  readonly fault: string
  /** Whether the blocks show prices, which have a slow line to themselves; others come alive once the page is at rest. */
  readonly isFirst?: boolean
}

/** Code of blocks of the home page, which a page without them never loads. */
export interface HomeModule<Module> {
  /** Brings code and texts, once; null when they cannot be had: the page does without these blocks then. */
  readonly bring: (app: Pick<App, 'texts'>) => Promise<Module | null>
  /** The code in a render; suspends until it is there, so that the server's markup is kept. Its links work meanwhile. */
  readonly useModule: (app: Pick<App, 'texts'>) => Module | null
}

/** Loads the code of blocks of the home page when the page shows some. */
export function homeModule<Module>({ load, dictionaries, fault, isFirst = false }: HomeModuleParts<Module>) {
  let loaded: Module | null = null
  let loading: Promise<Module | null> | null = null
  let inTurn: Promise<Module | null> | null = null

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
    if (isFirst) showsFirst(loading)
    return loading
  }
  const useModule: HomeModule<Module>['useModule'] = (app) => {
    if (loaded !== null) return loaded
    inTurn ??= isFirst ? bring(app) : pageAtRest(REST_MS).then(() => bring(app))
    return use(inTurn)
  }
  return { bring, useModule } satisfies HomeModule<Module>
}
