import { memo, useState } from 'react'
import { markGame } from '#calls/casino/lobby.calls.ts'
import { GameTile, type TileBadge } from '#renderers/casino/GameTile.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { type Translate, useText } from '#renderers/site/texts.tsx'
import type { GamePreview } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { usePlayer } from '../../page/player.tsx'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import styles from './lobby.module.css'

/** The path of a game's page; null where it is not offered. */
export function gamePath(app: App, gameId: string): string | null {
  return offeredPath(app, 'casino_game', { game: gameId })
}

/** What is said over the picture of a game. */
export function badgesOf({ tags }: Pick<GamePreview, 'tags'>, t: Translate): TileBadge[] {
  return [
    ...(tags.includes('jackpot') ? [{ kind: 'jackpot' as const, text: t('casino.badge_jackpot') }] : []),
    ...(tags.includes('new') ? [{ kind: 'new' as const, text: t('casino.new') }] : []),
    ...(tags.includes('hot') ? [{ kind: 'hot' as const, text: t('casino.badge_hot') }] : []),
  ]
}

/** A game of the lobby, with the star of a player. */
export const LobbyTile = memo(function LobbyTile({ game }: { readonly game: GamePreview }) {
  const app = useApp()
  const t = useText()
  const { player } = usePlayer()
  const to = gamePath(app, game.id)
  if (to === null) return null
  return (
    <GameTile
      game={game}
      to={to}
      badges={badgesOf(game, t)}
      // Games of the engine can all be played for fun: only those of providers say so.
      demo={game.kind === '' ? t('casino.badge_demo') : undefined}
      action={player ? <Mark game={game} /> : undefined}
    />
  )
})

/** Marks a game; the star shows the press at once, and goes back when it could not be kept. */
function Mark({ game }: { readonly game: GamePreview }) {
  const t = useText()
  const call = useCall()
  const [isMarked, setIsMarked] = useState(game.isFavorite)
  const press = () => {
    setIsMarked(!isMarked)
    call(markGame, { body: { gameId: game.id, isFavorite: !isMarked } }).catch((error: unknown) => {
      setIsMarked(isMarked)
      report('casino.mark_failed', { error: String(error) })
    })
  }
  return (
    <button
      type="button"
      className={styles.mark}
      aria-pressed={isMarked}
      aria-label={t('casino.mark', { name: game.name })}
      onClick={press}
    >
      <Icon name={isMarked ? 'star-filled' : 'star'} size={20} />
    </button>
  )
}
