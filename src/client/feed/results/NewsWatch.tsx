import { useEffect } from 'react'
import type { GameNews } from '#machines/feed/board/game-news.rules.ts'
import { gameName } from '#renderers/feed/board/BoardRow.tsx'
import type { GameStatusAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { inOneTab } from '../../page/one-tab.ts'
import { noteFault } from '../../page/report.ts'
import { shellPort } from '../../page/shell-port.ts'
import { hearTabs, tellTabs } from '../../page/tabs.ts'
import { createGameWatch, type ToldNews } from '../game/game-watch.ts'
import { pageWishes } from '../game/game-wishes.ts'
import { updateWhileSeen, whileSeen } from '../stream/while-seen.ts'

/** Time from one look at the games to the next, ms. */
const PERIOD_MS = 5000
/** News stay longer than what one has done oneself: nobody has waited for them. */
const SHOWN_MS = 8000

const TEXTS: Readonly<Record<GameNews, string>> = {
  start: 'board.news_start',
  score: 'board.news_score',
  result: 'board.news_result',
  void: 'board.news_void',
}

/** What the tabs of a browser take turns at: only one of them tells. */
const TURN = 'livery.news'

/** Tells a signed-in player on any page what happens in the games whose bell is on (FEED-17), while the page is seen; of several
 *  tabs one tells, and the others hear what it has seen. It draws nothing. */
export function NewsWatch({ userId }: { readonly userId: number }) {
  const { call, texts } = useApp()
  useEffect(() => {
    const wishes = pageWishes(call, userId)
    const watch = createGameWatch(call, wishes)
    let isTurn = false
    const look = async () => {
      if (!isTurn) return []
      await wishes.load()
      return watch.look()
    }
    const take = (games: readonly GameStatusAnswer[]): void => {
      if (games.length === 0) return
      const news = watch.take(games)
      tellTabs({ kind: 'games', userId, games })
      if (news.length > 0) void texts.need(['board']).then(() => news.forEach(tell), noteUnread)
    }
    const stops = [
      whileSeen(() =>
        inOneTab(TURN, () => {
          isTurn = true
          return () => {
            isTurn = false
          }
        }),
      ),
      updateWhileSeen({ update: look, periodMs: PERIOD_MS, onUpdated: take, onFailed: noteUnread }),
      hearTabs(userId, (word) => {
        if (word.kind === 'games') watch.take(word.games)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [call, texts, userId])
  return null
}

function noteUnread(why: unknown): void {
  noteFault('news.not_read', { why: String(why) })
}

function tell({ news, game }: ToldNews): void {
  const { home = 0, away = 0 } = game.score ?? {}
  shellPort.notify({
    id: `news-${game.gameId}-${news}`,
    kind: news === 'start' || news === 'score' ? 'live' : 'info',
    text: TEXTS[news],
    params: { name: gameName(game), home, away },
    durationMs: SHOWN_MS,
  })
}
