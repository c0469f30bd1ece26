import type { ReactNode } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import { shownArea } from '#machines/site/recording/shown-areas.rules.ts'
import { useLink } from '#renderers/site/link.tsx'
import type { GamePreview } from '#schemas'
import type { Skin } from './board.ts'
import { GameArt } from './GameArt.tsx'
import { GamePoster } from './GamePoster.tsx'
import styles from './GameTile.module.css'
import { skinStyle } from './skins.ts'

/** A short word over the picture, such as `New`. */
export interface TileBadge {
  readonly kind: 'new' | 'hot' | 'jackpot'
  readonly text: string
}

/** Props of {@link GameTile}. */
export interface GameTileProps {
  readonly game: GamePreview
  /** Path of the game's page. */
  readonly to: string
  readonly badges?: readonly TileBadge[] | undefined
  /** The word for a game that can be played for fun; left out, nothing is said. */
  readonly demo?: string | undefined
  /** A button beside the name. */
  readonly action?: ReactNode
}

/** A game of the lobby: tall art, the name and its maker. */
export function GameTile({ game, to, badges = [], demo, action }: GameTileProps) {
  const Link = useLink()
  return (
    <article className={styles.tile}>
      <Link to={to} className={styles.link} {...press('game_tile_opened', game.id)}>
        <GameCover game={game}>
          {badges.length > 0 ? (
            <span className={styles.badges}>
              {badges.map(({ kind, text }) => (
                <span key={kind} className={styles.badge} data-kind={kind}>
                  {text}
                </span>
              ))}
            </span>
          ) : null}
        </GameCover>
        <span className={styles.name} {...shownArea('lobby')}>
          {game.name}
        </span>
        <span className={styles.maker}>
          {game.provider}
          {demo !== undefined && game.hasDemo ? <span className={styles.demo}>{demo}</span> : null}
        </span>
      </Link>
      {action}
    </article>
  )
}

/** Props of {@link GameCover}. */
export interface GameCoverProps {
  readonly game: GamePreview
  /** What lies on it. */
  readonly children?: ReactNode
}

/** The picture of a game, or what is drawn in its place. */
export function GameCover({ game, children }: GameCoverProps) {
  const skin = (game.skin || 'nocturne') as Skin
  return (
    <span className={styles.art} style={skinStyle(skin)}>
      {game.image ? (
        <img src={game.image} alt="" loading="lazy" decoding="async" width={300} height={360} />
      ) : game.kind ? (
        <GameArt kind={game.kind} skin={skin} />
      ) : (
        <GamePoster game={game} />
      )}
      {children}
    </span>
  )
}
