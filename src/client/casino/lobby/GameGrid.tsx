import { type CSSProperties, memo, startTransition, useEffect, useRef, useState } from 'react'
import { getGamesPreviewLight } from '#calls/casino/lobby.calls.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamePreview, GamesPreviewAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import { LobbyTile } from './LobbyTile.tsx'
import styles from './lobby.module.css'
import { type LobbyChoice, type LobbyPage, previewQuery } from './lobby-choice.ts'
import { useGridWindow } from './use-grid-window.ts'

/** Games that are asked for at once. */
export const AT_ONCE = 60
/** Games that are still to come into sight when more are asked for. */
const AHEAD = 36

/** Props of {@link GameGrid}. */
export interface GameGridProps {
  readonly page: LobbyPage
  readonly choice: LobbyChoice
  /** The first of the games. */
  readonly found: GamesPreviewAnswer
}

/** All games that were found: those near the window are drawn, and more come before somebody has scrolled to their end (CAS-6). */
export function GameGrid({ page, choice, found }: GameGridProps) {
  const app = useApp()
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const { games, isAll, more, isBusy } = useMoreGames({ page, choice, found })
  const { from, to, before, after, first } = useGridWindow(list, games.length)
  const isNearEnd = !isAll && to > games.length - AHEAD
  useEffect(() => {
    if (!isNearEnd) return
    // In a task of its own: the frame that has drawn games is full.
    const asked = setTimeout(() => {
      if (window.scrollY > 0) more()
    })
    return () => clearTimeout(asked)
  }, [isNearEnd, more])
  const back = offeredPath(app, page)
  if (games.length === 0)
    return (
      <EmptyState
        title={t('casino.search_empty')}
        text={t('casino.search_empty_text')}
        action={back ? <ButtonLink to={back}>{t('casino.all_games')}</ButtonLink> : undefined}
      />
    )
  return (
    <>
      <div className={styles.window}>
        <div className={styles.outlines} style={before} />
        <ul ref={list} className={styles.grid}>
          {games.slice(from, to).map((game, at) => (
            <GridItem
              key={game.id}
              game={game}
              setSize={found.total}
              place={from + at + 1}
              style={at === 0 ? first : undefined}
            />
          ))}
        </ul>
        <div className={styles.outlines} data-after style={after} />
      </div>
      {isAll ? null : (
        <Button isBusy={isBusy} onClick={more}>
          {t('casino.more')}
        </Button>
      )}
    </>
  )
}

interface GridItemProps {
  readonly game: GamePreview
  readonly setSize: number
  readonly place: number
  readonly style: CSSProperties | undefined
}

/** A game of the list; those that stay are left alone while others come and go. */
const GridItem = memo(function GridItem({ game, setSize, place, style }: GridItemProps) {
  return (
    <li aria-setsize={setSize} aria-posinset={place} style={style}>
      <LobbyTile game={game} />
    </li>
  )
})

function useMoreGames({ page, choice, found }: GameGridProps) {
  const call = useCall()
  const [games, setGames] = useState<readonly GamePreview[]>(found.games)
  const [isBusy, setIsBusy] = useState(false)
  const isAsked = useRef(false)
  const isAll = games.length >= found.total
  const more = () => {
    if (isAsked.current || isAll) return
    isAsked.current = true
    setIsBusy(true)
    const query = previewQuery(page, choice, { most: AT_ONCE, offset: games.length })
    call(getGamesPreviewLight, { query })
      .then(
        (next) =>
          startTransition(() =>
            setGames((former) => {
              // A game that has moved in the order since is not shown twice.
              const known = new Set(former.map(({ id }) => id))
              return [...former, ...next.games.filter(({ id }) => !known.has(id))]
            }),
          ),
        (error: unknown) => report('casino.more_failed', { error: String(error) }),
      )
      .finally(() => {
        isAsked.current = false
        setIsBusy(false)
      })
  }
  return { games, isAll, more, isBusy }
}
