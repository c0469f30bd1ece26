import { use } from 'react'
import { Lazy } from '#renderers/shell/Lazy.tsx'
import type { HomeBlock } from '#schemas'
import type { HomeCasinoData } from '../casino/HomeCasino.tsx'
import type { App } from '../page/app-context.ts'
import { showsFirst } from '../page/page-rest.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'

/** The module of the blocks of the casino, by which the server finds their style sheets in the build's manifest. */
export const HOME_CASINO_FILE = 'src/client/casino/HomeCasino.tsx'

type HomeCasino = typeof import('../casino/HomeCasino.tsx')
type CasinoBlock = HomeBlock & { readonly id: string }

/** What the blocks of the casino show: id of the block → its data. */
export type HomeCasinosData = Readonly<Record<string, HomeCasinoData>>

let loaded: HomeCasino | null = null
let loading: Promise<HomeCasino | null> | null = null

function isCasinoBlock({ kind }: Pick<HomeBlock, 'kind'>): boolean {
  return kind === 'casino-banner' || kind === 'casino-row' || kind === 'casino-wins'
}

/** Brings the code and texts of the blocks, once; null when they cannot be had: the page does without these blocks then. */
function loadHomeCasino({ texts }: Pick<App, 'texts'>): Promise<HomeCasino | null> {
  if (loading !== null) return loading
  loading = Promise.all([import('../casino/HomeCasino.tsx'), texts.need(['casino'])]).then(
    ([module]) => {
      loaded = module
      return module
    },
    (error: unknown) => {
      report('home_casino.failed', { error: String(error) })
      return null
    },
  )
  showsFirst(loading)
  return loading
}

/** Loads what the blocks of the casino show to this visitor; a brand without a casino has none. */
export async function loadHomeCasinos(app: App, blocks: readonly CasinoBlock[]): Promise<HomeCasinosData> {
  const own = offeredPath(app, 'casino') === null ? [] : blocks.filter(isCasinoBlock)
  const module = own.length > 0 ? await loadHomeCasino(app) : null
  return module ? module.loadHomeBlocks(app, own) : {}
}

/** Props of {@link HomeCasinoBlock}. */
export interface HomeCasinoBlockProps {
  readonly app: App
  readonly data: HomeCasinoData
  /** The heading that the brand gives the block; its own when left out. */
  readonly title: string | undefined
}

/** A block of the casino. The server renders it; in the browser its code comes once the page is interactive. */
export function HomeCasinoBlock(props: HomeCasinoBlockProps) {
  return (
    <Lazy fallback={null}>
      <Content {...props} />
    </Lazy>
  )
}

function Content({ app, data, title }: HomeCasinoBlockProps) {
  const module = loaded ?? use(loadHomeCasino(app))
  return module ? <module.HomeCasino data={data} title={title} /> : null
}
