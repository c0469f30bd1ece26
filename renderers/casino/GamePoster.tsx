import type { CSSProperties } from 'react'
import type { GamePreview } from '#schemas'
import styles from './GamePoster.module.css'

/** Props of {@link GamePoster}. */
export interface GamePosterProps {
  readonly game: Pick<GamePreview, 'id' | 'name' | 'category'>
}

/** What stands on a cover: letters of the brand's font, or an outline in a square of 24 in the place of a sign that it may not have: a
 *  browser that looks for another font holds a list up that is flung. */
const SIGNS: Readonly<Record<GamePreview['category'], { readonly text: string } | { readonly path: string }>> = {
  slots: { text: '7' },
  live: { path: 'M3 20h18v-3H3ZM3 15 1 6l6 4 5-8 5 8 6-4-2 9Z' },
  table: {
    path: 'M12 1.4C9.6 6 2.8 9 2.8 14.2A4.7 4.7 0 0 0 10.9 17.4C10.7 19.7 9.8 21.3 8.1 22.4H15.9C14.2 21.3 13.3 19.7 13.1 17.4A4.7 4.7 0 0 0 21.2 14.2C21.2 9 14.4 6 12 1.4Z',
  },
  poker: {
    path: 'M12 22C10.4 18.4 2 14.4 2 8.2A5.7 5.7 0 0 1 7.7 2.5C9.6 2.5 11.2 3.6 12 5.3 12.8 3.6 14.4 2.5 16.3 2.5A5.7 5.7 0 0 1 22 8.2C22 14.4 13.6 18.4 12 22Z',
  },
  bingo: { text: '24' },
  instant: { path: 'M13 1 4 14h6l-1 9 9-13h-6Z' },
}

/** The cover of a game without a picture: its name on colours of its own, which are always the same. */
export function GamePoster({ game: { id, name, category } }: GamePosterProps) {
  const hash = hashOf(id)
  const sign = SIGNS[category]
  const look = { '--poster-hue': hash % 360, '--poster-turn': `${(hash >> 9) % 180}deg` } as CSSProperties
  return (
    <span className={styles.poster} style={look} aria-hidden="true">
      <span className={styles.sign}>
        {'text' in sign ? (
          sign.text
        ) : (
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={sign.path} fill="currentColor" />
          </svg>
        )}
      </span>
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
