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

type Texts = App['texts']

/** Loads the code of blocks of the home page when the page shows some. Texts are asked for by each page that draws the blocks: a preview
 *  has others with every draft. */
export function homeModule<Module>({ load, dictionaries, fault }: HomeModuleParts<Module>) {
  let loaded: Module | null = null
  const hasTexts = new WeakSet<Texts>()
  const bringing = new WeakMap<Texts, Promise<Module | null>>()

  /** Whether texts that others have asked for are there, as those that a preview has taken over. */
  const areNeeded = (texts: Texts) => dictionaries.every((id) => texts.needed().includes(id))

  const bring: HomeModule<Module>['bring'] = ({ texts }) => {
    const known = bringing.get(texts)
    if (known) return known
    const coming = Promise.all([loaded ?? load(), texts.need(dictionaries)]).then(
      ([module]) => {
        hasTexts.add(texts)
        loaded = module
        return module
      },
      (error: unknown) => {
        report(fault, { error: String(error) })
        return null
      },
    )
    bringing.set(texts, coming)
    showsFirst(coming)
    return coming
  }
  const useModule: HomeModule<Module>['useModule'] = (app) => {
    const { texts } = app
    const isReadable = hasTexts.has(texts) || (!bringing.has(texts) && areNeeded(texts))
    if (loaded !== null && isReadable) return loaded
    return use(bring(app))
  }
  return { bring, useModule } satisfies HomeModule<Module>
}
