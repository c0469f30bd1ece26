import { Lazy } from '#renderers/shell/Lazy.tsx'
import type { HomeBlock } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { homeModule } from '../../page/home/home-module.ts'
import { offeredPath } from '../../page/paths.ts'
import type { HomeDrawsData } from './HomeDraws.tsx'

/** The module of the blocks of draws, by which the server finds their style sheets in the build's manifest. */
export const HOME_DRAWS_FILE = 'src/client/lotteries/draws/HomeDraws.tsx'

/** What the blocks of draws show: id of the block → its data. */
export type HomeDrawsBlocks = Readonly<Record<string, HomeDrawsData>>

const code = homeModule({
  load: () => import('./HomeDraws.tsx'),
  dictionaries: ['draws'],
  fault: 'home_draws.failed',
})

/** Loads what the blocks of draws show to this visitor; a brand without lotteries has none. */
export async function loadHomeDraws(
  app: App,
  blocks: readonly (HomeBlock & { readonly id: string })[],
): Promise<HomeDrawsBlocks> {
  const own = offeredPath(app, 'lotteries') === null ? [] : blocks.filter(({ kind }) => kind === 'lottery-draws')
  const module = own.length > 0 ? await code.bring(app) : null
  return module ? module.loadHomeBlocks(app, own) : {}
}

/** Props of {@link HomeDrawsBlock}. */
export interface HomeDrawsBlockProps {
  readonly app: App
  readonly data: HomeDrawsData
  /** The heading that the brand gives the block; its own when left out. */
  readonly title: string | undefined
}

/** A block of draws. The server renders it; in the browser its code comes once the page is interactive. */
export function HomeDrawsBlock(props: HomeDrawsBlockProps) {
  return (
    <Lazy fallback={null}>
      <Content {...props} />
    </Lazy>
  )
}

function Content({ app, data, title }: HomeDrawsBlockProps) {
  const module = code.useModule(app)
  return module ? <module.HomeDraws data={data} title={title} /> : null
}
