import type { CSSProperties } from 'react'
import type { GamePreview } from '#schemas'
import styles from './GamePoster.module.css'

/** Props of {@link GamePoster}. */
export interface GamePosterProps {
  readonly game: Pick<GamePreview, 'id' | 'name' | 'category'>
}

/** What stands on a cover: letters, for thousands of them are drawn. */
const SIGNS: Readonly<Record<GamePreview['category'], string>> = {
  slots: '7',
  live: '♛',
  table: '♠',
  poker: '♥',
  bingo: '24',
  instant: '×',
}

/** The cover of a game without a picture: its name on colours of its own, which are always the same. */
export function GamePoster({ game: { id, name, category } }: GamePosterProps) {
  const hash = hashOf(id)
  const look = { '--poster-hue': hash % 360, '--poster-turn': `${(hash >> 9) % 180}deg` } as CSSProperties
  return (
    <span className={styles.poster} style={look} aria-hidden="true">
      <span className={styles.sign}>{SIGNS[category]}</span>
      <span className={styles.name} data-long={name.length > 16 || undefined}>
        {name}
      </span>
    </span>
  )
}

/** A number from a text, spread well (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}
