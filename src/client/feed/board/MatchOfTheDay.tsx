import { useMemo } from 'react'
import { MatchCard } from '#renderers/feed/game/MatchCard.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamesAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { useTimeZone } from '../../page/player.tsx'
import { boardLinks, startOf } from '../feed.selectors.ts'
import { refreshMs } from '../feed-calls.ts'
import { LivePrices } from '../stream/LivePrices.tsx'
import { useFresh } from '../stream/use-fresh.ts'
import type { FeedName } from './favorites.ts'
import { loadTopGames } from './HomeGames.tsx'

/** Props of {@link MatchOfTheDay}. */
export interface MatchOfTheDayProps {
  readonly feed: FeedName
  readonly answer: GamesAnswer
  /** When the page was made, ms since the epoch. */
  readonly nowMs: number
}

/** The game that its feed puts first, beside the banners of the home page. */
export function MatchOfTheDay({ feed, answer, nowMs }: MatchOfTheDayProps) {
  const app = useApp()
  const t = useText()
  const { format } = useBoardView()
  const timeZone = useTimeZone()
  const fresh = useFresh(answer, () => loadTopGames(app, { feed, sportId: null, count: 1 }), refreshMs(app, feed))
  const start = useMemo(() => startOf(app, timeZone, nowMs), [app, timeZone, nowMs])
  const [game] = fresh.items
  if (!game) return null
  return (
    <LivePrices isQuiet>
      <MatchCard
        game={game}
        title={t('board.match_of_the_day')}
        start={start(game)}
        format={format}
        to={boardLinks(app, feed).game(game)}
      />
    </LivePrices>
  )
}
