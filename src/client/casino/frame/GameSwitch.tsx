import { useEffect, useId, useRef, useState } from 'react'
import { getGamesActions, getGamesPreviewLight } from '#calls/casino/lobby.calls.ts'
import { GameCover } from '#renderers/casino/GameTile.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamePreview } from '#schemas'
import { report } from '../../page/report.ts'
import { useCall } from '../../page/use-call.ts'
import styles from './frame.module.css'

/** Props of {@link GameSwitch}. */
export interface GameSwitchProps {
  /** Id of the game that is open. */
  readonly gameId: string
  readonly isBusy: boolean
  readonly onSwitch: (game: GamePreview) => void
}

const SHOWN = 24
const TYPING_MS = 250
/** Rows whose games are offered first. */
const FIRST = ['recent', 'favorites', 'popular']

/** Other games under the one that is open: those played last, marked or popular, or what is looked for. A press closes the one and opens
 *  the other in its place. */
export function GameSwitch({ gameId, isBusy, onSwitch }: GameSwitchProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  return (
    <section className={styles.switch} aria-label={t('casino.switch')}>
      <Button kind="quiet" icon="swap" aria-expanded={isOpen} aria-controls={panel} onClick={() => setIsOpen(!isOpen)}>
        {t('casino.switch')}
      </Button>
      <div id={panel} hidden={!isOpen}>
        {isOpen ? <OtherGames {...{ gameId, isBusy, onSwitch }} /> : null}
      </div>
    </section>
  )
}

function OtherGames({ gameId, isBusy, onSwitch }: GameSwitchProps) {
  const t = useText()
  const [text, setText] = useState('')
  const games = useOtherGames(text).filter(({ id }) => id !== gameId)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (
    <>
      <label className={styles.find}>
        <span className="visually-hidden">{t('casino.switch_search')}</span>
        <Icon name="search" size={20} />
        <input
          type="search"
          maxLength={60}
          placeholder={t('casino.switch_search')}
          autoComplete="off"
          onChange={({ target: { value } }) => {
            window.clearTimeout(timer.current)
            timer.current = window.setTimeout(() => setText(value.trim()), TYPING_MS)
          }}
        />
      </label>
      <ul className={styles.others}>
        {games.map((game) => (
          <li key={game.id}>
            <button
              type="button"
              className={styles.other}
              disabled={isBusy}
              aria-label={t('casino.switch_to', { name: game.name })}
              onClick={() => onSwitch(game)}
            >
              <GameCover game={game} />
              <span>{game.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function useOtherGames(text: string): readonly GamePreview[] {
  const call = useCall()
  const [games, setGames] = useState<readonly GamePreview[]>([])
  useEffect(() => {
    let isLate = false
    const found =
      text === ''
        ? call(getGamesActions, { query: { page: 'casino' } }).then(({ rows }) => {
            const first = rows.filter(({ id }) => FIRST.includes(id))
            const all = [...first, ...rows.filter((row) => !first.includes(row))].flatMap((row) => row.games)
            return [...new Map(all.map((game) => [game.id, game])).values()]
          })
        : call(getGamesPreviewLight, { query: { page: 'casino', text, most: SHOWN } }).then((answer) => answer.games)
    found.then(
      (next) => {
        if (!isLate) setGames(next.slice(0, SHOWN))
      },
      (error: unknown) => report('casino.switch_failed', { error: String(error) }),
    )
    return () => {
      isLate = true
    }
  }, [call, text])
  return games
}
