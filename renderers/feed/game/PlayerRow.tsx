import type { ReactNode } from 'react'
import type { LineUpPlayer } from '#schemas'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './PlayerRow.module.css'
import words from './PlayerWords.module.css'

/** The head of a table of players: number, name, games, goals. */
export function PlayerHead() {
  const t = useText()
  return (
    <thead>
      <tr>
        <th scope="col">
          <abbr title={t('board.player_number')}>#</abbr>
        </th>
        <th scope="col">{t('board.player')}</th>
        <th scope="col" data-cell="number">
          {t('board.player_games')}
        </th>
        <th scope="col" data-cell="number">
          {t('board.player_goals')}
        </th>
      </tr>
    </thead>
  )
}

/** Props of {@link PlayerRow}. */
export interface PlayerRowProps {
  readonly player: Pick<LineUpPlayer, 'number' | 'name' | 'position'>
  /** The player's page; null where there is none. */
  readonly path: string | null
  /** Left out where nothing was counted. */
  readonly counted: { readonly games: number; readonly goals: number } | undefined
  /** What is shown beside the name. */
  readonly children?: ReactNode
}

/** A player in a table below {@link PlayerHead}. */
export function PlayerRow({ player: { number, name, position }, path, counted, children }: PlayerRowProps) {
  const t = useText()
  const Link = useLink()
  return (
    <tr>
      <td data-cell="mark">{number}</td>
      <th scope="row">
        <span className={styles.player}>
          {path ? (
            <Link to={path} className={words.link}>
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi>{name}</bdi>
          )}
          {children}
        </span>
        {position && <span className={words.position}>{t(`board.position_${position}`)}</span>}
      </th>
      <td data-cell="number">{counted?.games}</td>
      <td data-cell="number">{counted?.goals}</td>
    </tr>
  )
}
