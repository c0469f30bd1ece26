import { useEffect, useState } from 'react'
import { SPORT_KINDS } from '#machines/feed/board/favorites.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { BoardGame } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useCall } from '../../page/use-call.ts'
import { asked, askedView, boardCalls, callsOf } from '../feed-calls.ts'
import { type FeedName, useFavorites } from './favorites.ts'

/** Games that one question may name. */
const MOST_GAMES = 200

/** The games that are kept, and those of the championships that are; null while they are on their way. */
export function useFavoriteGames(feed: FeedName) {
  const app = useApp()
  const call = useCall()
  const kept = useFavorites(feed)
  const other = useFavorites(feed === 'live' ? 'line' : 'live')
  // A game that was marked in one feed may be in the other by now: each tells those that it has.
  const games = [kept, other]
    .flatMap((all) => SPORT_KINDS.flatMap((kind) => all[kind].games))
    .slice(0, MOST_GAMES)
    .join(',')
  const champs = SPORT_KINDS.flatMap((kind) => kept[kind].champs).join(',')
  const [found, setFound] = useState<{ readonly games: readonly BoardGame[] | null; readonly failure: string | null }>({
    games: null,
    failure: null,
  })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    const lists = [
      games && call(callsOf(feed).getFavorites, { query: { ...askedView(app), games: games.split(',').map(Number) } }),
      champs && call(boardCalls(app, feed).games, { query: { ...asked(app), champs: champs.split(',').map(Number) } }),
    ].filter((list) => list !== '')
    Promise.all(lists).then(
      (answers) => {
        const all = new Map(answers.flatMap(({ items }) => items).map((game) => [game.gameId, game]))
        if (isCurrent) setFound({ games: [...all.values()], failure: null })
      },
      (error: unknown) => isCurrent && setFound({ games: null, failure: readFailure(error).code }),
    )
    return () => {
      isCurrent = false
    }
  }, [app, call, feed, games, champs, attempt])
  const retry = () => {
    setFound({ games: null, failure: null })
    setAttempt(attempt + 1)
  }
  return { ...found, retry }
}
