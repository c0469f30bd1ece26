import type { ReactNode } from 'react'
import { useLink } from '#renderers/site/link.tsx'
import type { GamePreview } from '#schemas'
import type { Skin } from './board.ts'
import { GameArt } from './GameArt.tsx'
import styles from './GameTile.module.css'
import { skinStyle } from './skins.ts'

/** Props of {@link GameTile}. */
export interface GameTileProps {
  readonly game: GamePreview
  /** Path of the game's page. */
  readonly to: string
  /** A short word over the picture, such as `New`. */
  readonly badge?: string | undefined
  /** A button beside the name. */
  readonly action?: ReactNode
}

/** A game of the lobby: tall art, the name and its maker. */
export function GameTile({ game, to, badge, action }: GameTileProps) {
  const Link = useLink()
  const skin = (game.skin || 'nocturne') as Skin
  return (
    <article className={styles.tile}>
      <Link to={to} className={styles.link}>
        <span className={styles.art} style={skinStyle(skin)}>
          {game.image ? (
            <img src={game.image} alt="" loading="lazy" decoding="async" />
          ) : (
            <GameArt kind={game.kind} skin={skin} />
          )}
          {badge ? <span className={styles.badge}>{badge}</span> : null}
        </span>
        <span className={styles.name}>{game.name}</span>
        <span className={styles.maker}>{game.provider}</span>
      </Link>
      {action}
    </article>
  )
}
