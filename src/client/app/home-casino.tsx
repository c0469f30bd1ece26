import { Lazy } from '#renderers/shell/Lazy.tsx'
import type { HomeBlock } from '#schemas'
import type { HomeCasinoData } from '../casino/HomeCasino.tsx'
import type { App } from '../page/app-context.ts'
import { homeModule } from '../page/home/home-module.ts'
import { offeredPath } from '../page/paths.ts'

/** The module of the blocks of the casino, by which the server finds their style sheets in the build's manifest. */
export const HOME_CASINO_FILE = 'src/client/casino/HomeCasino.tsx'

type CasinoBlock = HomeBlock & { readonly id: string }

/** What the blocks of the casino show: id of the block → its data. */
export type HomeCasinosData = Readonly<Record<string, HomeCasinoData>>

const code = homeModule({
  load: () => import('../casino/HomeCasino.tsx'),
  dictionaries: ['casino'],
  fault: 'home_casino.failed',
  isLate: true,
})

function isCasinoBlock({ kind }: Pick<HomeBlock, 'kind'>): boolean {
  return kind === 'casino-banner' || kind === 'casino-row' || kind === 'casino-wins'
}

/** Loads what the blocks of the casino show to this visitor; a brand without a casino has none. */
export async function loadHomeCasinos(app: App, blocks: readonly CasinoBlock[]): Promise<HomeCasinosData> {
  const own = offeredPath(app, 'casino') === null ? [] : blocks.filter(isCasinoBlock)
  const module = own.length > 0 ? await code.bring(app) : null
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
  const module = code.useModule(app)
  return module ? <module.HomeCasino data={data} title={title} /> : null
}
