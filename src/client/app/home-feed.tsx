import { Lazy } from '#renderers/shell/Lazy.tsx'
import type { HomeBlock } from '#schemas'
import type { HomeFeedData } from '../feed/board/HomeFeed.tsx'
import type { App } from '../page/app-context.ts'
import { homeModule } from '../page/home/home-module.ts'
import { offeredPath } from '../page/paths.ts'

/** The module of the blocks of games, by which the server finds their style sheets in the build's manifest. */
export const HOME_FEED_FILE = 'src/client/feed/board/HomeFeed.tsx'
/** What these blocks read beside the dictionaries of the home page. */
const DICTIONARIES = ['board', 'feed', 'sport']

type FeedBlock = HomeBlock & { readonly id: string }

/** What the blocks of games show: id of the block → its data. */
export type HomeFeedsData = Readonly<Record<string, HomeFeedData>>

const code = homeModule({
  load: () => import('../feed/board/HomeFeed.tsx'),
  dictionaries: DICTIONARIES,
  fault: 'home_feed.failed',
})

/** Whether a block of the home page shows something of the feed; banners do where a match of the day is beside them. */
export function isFeedBlock({ kind, feed }: Pick<HomeBlock, 'kind' | 'feed'>): boolean {
  if (kind === 'banner-carousel') return feed !== undefined
  return kind === 'games' || kind === 'top-champs' || kind === 'favorites' || kind === 'express'
}

/** Loads what the blocks of games show to this visitor; a brand without betting, or a feed without games, has none. */
export async function loadHomeFeeds(app: App, blocks: readonly FeedBlock[]): Promise<HomeFeedsData> {
  const own = offeredPath(app, 'main_section', { kind: 'line' }) === null ? [] : blocks.filter(isFeedBlock)
  const module = own.length > 0 ? await code.bring(app) : null
  if (!module) return {}
  const data = await Promise.all(own.map(async (block) => [block.id, await module.loadHomeBlock(app, block)] as const))
  return Object.fromEntries(data.flatMap(([id, shown]) => (shown ? [[id, shown]] : [])))
}

/** Props of {@link HomeFeedBlock}. */
export interface HomeFeedBlockProps {
  readonly app: App
  readonly data: HomeFeedData
  /** The heading that the brand gives the block; its own when left out. */
  readonly title: string | undefined
  readonly nowMs: number
}

/** A block of games. The server renders it; in the browser its code is not part of the first load and comes once the
 *  page is interactive: until then the server's markup is kept. */
export function HomeFeedBlock(props: HomeFeedBlockProps) {
  return (
    <Lazy fallback={null}>
      <Content {...props} />
    </Lazy>
  )
}

function Content({ app, data, title, nowMs }: HomeFeedBlockProps) {
  const module = code.useModule(app)
  return module ? <module.HomeFeed data={data} title={title} nowMs={nowMs} /> : null
}
