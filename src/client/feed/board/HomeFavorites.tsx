import { byChampionship } from '#machines/feed/board/board-sections.rules.ts'
import { SectionHeading } from '#renderers/site/SectionHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { LivePrices } from '../stream/LivePrices.tsx'
import { FeedBoard } from './FeedBoard.tsx'
import { useFavoriteGames } from './favorite-games.ts'

/** Props of {@link HomeFavorites}. */
export interface HomeFavoritesProps {
  /** How many games are shown at most. */
  readonly count: number
  readonly title: string | undefined
  /** When the page was made, ms since the epoch. */
  readonly nowMs: number
}

/** The games that this visitor has starred, and those of starred championships, live ones first; nothing where there are none. A home
 *  page does without those that cannot be had. */
export function HomeFavorites({ count, title, nowMs }: HomeFavoritesProps) {
  const app = useApp()
  const t = useText()
  const live = useFavoriteGames('live').games?.slice(0, count) ?? []
  const line = useFavoriteGames('line').games?.slice(0, count - live.length) ?? []
  if (live.length + line.length === 0) return null
  const heading = title ?? t('board.favorites_title')
  const boards = [
    { feed: 'live', games: live },
    { feed: 'line', games: line },
  ] as const
  return (
    <section>
      <SectionHeading title={heading} allPath={offeredPath(app, 'favorites') ?? undefined} />
      <LivePrices isQuiet>
        {boards.map(({ feed, games }) =>
          games.length > 0 ? (
            <FeedBoard
              isPersonal
              key={feed}
              sections={byChampionship(games)}
              feed={feed}
              label={`${heading}: ${t(`board.${feed}`)}`}
              nowMs={nowMs}
            />
          ) : null,
        )}
      </LivePrices>
    </section>
  )
}
