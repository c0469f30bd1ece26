import { useEffect } from 'react'
import { fromPromise } from 'xstate'
import type { GameNews } from '#machines/feed/game-news.rules.ts'
import { timerUpdaterMachine } from '#machines/shell/timer-updater.machine.ts'
import { gameName } from '#renderers/feed/BoardRow.tsx'
import { makeActor } from '#renderers/shell/run-machine.ts'
import { useApp } from '../app/app-context.ts'
import { noteFault } from '../app/report.ts'
import { shellPort } from '../app/shell-port.ts'
import { createGameWatch, type ToldNews } from './game-watch.ts'
import { pageWishes } from './game-wishes.ts'

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

/** Tells a signed-in player on any page what happens in the games whose bell is on (FEED-17), while the page is seen. It draws
 *  nothing. */
export function NewsWatch() {
  const { call, texts } = useApp()
  useEffect(() => {
    const wishes = pageWishes(call)
    const watch = createGameWatch(call, wishes)
    const update = fromPromise<unknown, { readonly isForced: boolean }>(async () => {
      await Promise.all([wishes.load(), texts.need(['board'])])
      return watch.look()
    })
    const updater = makeActor(timerUpdaterMachine.provide({ actors: { update } }), { input: { periodMs: PERIOD_MS } })
    updater.on('updated', ({ data }) => {
      for (const told of data as readonly ToldNews[]) tell(told)
    })
    updater.on('logged', ({ code }) => noteFault('news.not_read', { code }))
    const look = (): void => updater.send({ type: document.hidden ? 'updater.paused' : 'updater.resumed' })
    updater.start()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      updater.stop()
    }
  }, [call, texts])
  return null
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
