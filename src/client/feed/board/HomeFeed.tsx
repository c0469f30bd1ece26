import { ChampStrip } from '#renderers/feed/board/ChampStrip.tsx'
import { sportIcon } from '#renderers/feed/board/sport-icon.ts'
import { SectionHeading } from '#renderers/site/SectionHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ChampEntry, DayExpress, GamesAnswer, HomeBlock, SportEntry } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { champPath, champPlace, countryOf } from '../feed.selectors.ts'
import { asked, callsOf } from '../feed-calls.ts'
import { LivePrices } from '../stream/LivePrices.tsx'
import { ExpressCards } from './ExpressCard.tsx'
import type { FeedName } from './favorites.ts'
import { HomeFavorites } from './HomeFavorites.tsx'
import { HomeGames, loadTopGames } from './HomeGames.tsx'
import { MatchOfTheDay } from './MatchOfTheDay.tsx'

const GAMES = 6
const EXPRESSES = 2

/** What a block of games of the home page shows. */
export type HomeFeedData =
  | {
      readonly kind: 'games'
      readonly feed: FeedName
      readonly count: number
      readonly answer: GamesAnswer
      /** The sports that are played, or that have games to come. */
      readonly sports: readonly SportEntry[]
    }
  | { readonly kind: 'top-champs'; readonly feed: FeedName; readonly champs: readonly ChampEntry[] }
  /** The games come once the page runs: the server does not know what a browser has starred. */
  | { readonly kind: 'favorites'; readonly count: number }
  | { readonly kind: 'match'; readonly feed: FeedName; readonly answer: GamesAnswer }
  | { readonly kind: 'express'; readonly expresses: readonly DayExpress[] }

/** Loads a block; null when it has nothing to show, or cannot be had: a home page does without. */
export async function loadHomeBlock(app: App, block: HomeBlock): Promise<HomeFeedData | null> {
  try {
    const data = await read(app, block)
    return isEmpty(data) ? null : data
  } catch (error) {
    console.warn(`the block "${block.kind}" is not shown:`, String(error))
    return null
  }
}

async function read(app: App, { kind, feed = 'line', count }: HomeBlock): Promise<HomeFeedData> {
  if (kind === 'express') {
    const { items } = await app.call(callsOf('line').expressDay, { query: asked(app) })
    return { kind, expresses: items.slice(0, count ?? EXPRESSES) }
  }
  if (kind === 'banner-carousel')
    return { kind: 'match', feed, answer: await loadTopGames(app, { feed, sportId: null, count: 1 }) }
  const most = count ?? GAMES
  if (kind === 'favorites') return { kind, count: most }
  if (kind === 'top-champs') {
    const { items } = await app.call(callsOf(feed).topChamps, { query: { ...asked(app), limit: most } })
    return { kind, feed, champs: items }
  }
  const [answer, sports] = await Promise.all([
    loadTopGames(app, { feed, sportId: null, count: most }),
    app.call(callsOf(feed).getSports, { query: asked(app) }),
  ])
  return { kind: 'games', feed, count: most, answer, sports: sports.items }
}

function isEmpty(data: HomeFeedData): boolean {
  if (data.kind === 'favorites') return false
  if (data.kind === 'games' || data.kind === 'match') return data.answer.items.length === 0
  return (data.kind === 'express' ? data.expresses : data.champs).length === 0
}

/** Props of {@link HomeFeed}. */
export interface HomeFeedProps {
  readonly data: HomeFeedData
  readonly title: string | undefined
  /** When the page was made, ms since the epoch. */
  readonly nowMs: number
}

/** A block of games on the home page. */
export function HomeFeed({ data, title, nowMs }: HomeFeedProps) {
  if (data.kind === 'games') return <HomeGames {...data} title={title} nowMs={nowMs} />
  if (data.kind === 'favorites') return <HomeFavorites {...data} title={title} nowMs={nowMs} />
  if (data.kind === 'match') return <MatchOfTheDay {...data} nowMs={nowMs} />
  return data.kind === 'express' ? <Expresses {...data} title={title} /> : <Champs {...data} title={title} />
}

interface ChampsProps {
  readonly feed: FeedName
  readonly champs: readonly ChampEntry[]
  readonly title: string | undefined
}

function Champs({ feed, champs, title }: ChampsProps) {
  const app = useApp()
  const t = useText()
  const country = countryOf(app)
  const items = champs.map((champ) => ({
    id: String(champ.champId),
    name: champ.name,
    place: country(champ.countryId ?? 0)?.name ?? t(`sport.${champ.sportId}`),
    countryCode: country(champ.countryId ?? 0)?.code,
    icon: sportIcon(champ.sportId),
    to: champPath(app, feed, champPlace(champ)),
    count: feed === 'live' ? champ.liveGames : champ.lineGames,
    liveCount: feed === 'live' ? 0 : champ.liveGames,
  }))
  return <ChampStrip label={title ?? t('board.top_champs')} champs={items} />
}

interface ExpressesProps {
  readonly expresses: readonly DayExpress[]
  readonly title: string | undefined
}

function Expresses({ expresses, title }: ExpressesProps) {
  const app = useApp()
  const t = useText()
  return (
    <section>
      <SectionHeading
        title={title ?? t('board.express_title')}
        allPath={offeredPath(app, 'express_of_the_day') ?? undefined}
      />
      <LivePrices isQuiet>
        <ExpressCards expresses={expresses} level={3} />
      </LivePrices>
    </section>
  )
}
