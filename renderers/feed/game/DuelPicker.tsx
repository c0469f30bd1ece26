import { type ReactNode, useId, useState } from 'react'
import type { DuelGame, DuelPlayer } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import type { ResultListProps } from '../results/ResultList.tsx'
import styles from './DuelPicker.module.css'

/** A side of a duel. */
export type DuelSide = 'home' | 'away'

/** The players that are chosen. */
export type DuelTeams = Readonly<Record<DuelSide, readonly DuelPlayer[]>>

/** Props of {@link DuelPicker}. */
export interface DuelPickerProps {
  readonly games: readonly DuelGame[]
  readonly teams: DuelTeams
  readonly onChange: (side: DuelSide, team: readonly DuelPlayer[]) => void
  readonly startOf: ResultListProps['startOf']
  /** What is done with the teams. */
  readonly children: ReactNode
}

const SIDES = ['home', 'away'] as const
const LABELS = { home: 'board.duel_team_1', away: 'board.duel_team_2' } as const
/** What the buttons say that put a player into a team. */
const NUMBERS = { home: 1, away: 2 } as const
/** Players of a team (FEED-13). */
const TEAM_MOST = 5
/** Most characters of a search (product §5). */
const SEARCH_MOST = 100

/** Two teams and the players in them, by their games. */
export function DuelPicker({ games, teams, onChange, startOf, children }: DuelPickerProps) {
  const t = useText()
  const { language } = useLanguage()
  const searchId = useId()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLocaleLowerCase(language)
  const isWanted = (name: string) => name.toLocaleLowerCase(language).includes(wanted)
  const chosen = [...teams.home, ...teams.away].map(({ playerId }) => playerId)
  const shown = games.map((game) => ({ game, parts: partsOf(game, isWanted) })).filter(({ parts }) => parts.length > 0)
  return (
    <div className={styles.duel}>
      <p className={styles.text}>{t('board.duels_text')}</p>
      <div className={styles.teams}>
        {SIDES.map((side) => (
          <Team
            key={side}
            label={t(LABELS[side])}
            number={NUMBERS[side]}
            team={teams[side]}
            onChange={(team) => onChange(side, team)}
          />
        ))}
      </div>
      <div className={styles.action}>{children}</div>
      <label htmlFor={searchId} className={styles.search}>
        <Icon name="search" size={16} />
        <input
          id={searchId}
          type="search"
          autoComplete="off"
          maxLength={SEARCH_MOST}
          aria-label={t('board.duel_search')}
          placeholder={t('board.duel_search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {shown.map(({ game, parts }) => (
        <section key={game.gameId} className={styles.game}>
          <h2 className={styles.head}>
            <bdi>
              {game.home.name} – {game.away.name}
            </bdi>
            <span className={styles.start}>{startText(startOf({ startsAt: game.startsAt, hasStartTime: true }))}</span>
          </h2>
          <div className={styles.sides}>
            {parts.map(({ team, players }) => (
              <ul key={team} aria-label={team}>
                {players.map((player) => (
                  <li key={player.playerId} className={styles.player}>
                    <span className={styles.name}>
                      <bdi>{player.name}</bdi>
                      <small>{t('board.duel_expected', { goals: player.expectedGoals.toFixed(2) })}</small>
                    </span>
                    {SIDES.map((side) => (
                      <button
                        key={side}
                        type="button"
                        className={styles.add}
                        disabled={chosen.includes(player.playerId) || teams[side].length >= TEAM_MOST}
                        aria-label={t('board.duel_add', { name: player.name, team: t(LABELS[side]) })}
                        onClick={() => onChange(side, [...teams[side], player])}
                      >
                        {NUMBERS[side]}
                      </button>
                    ))}
                  </li>
                ))}
              </ul>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function startText({ day, time }: { readonly day: string; readonly time: string }): string {
  return [day, time].filter((part) => part !== '').join(' ')
}

/** The sides of a game with the players that are looked for: all of a team whose name is. */
function partsOf({ home, away, homePlayers, awayPlayers }: DuelGame, isWanted: (name: string) => boolean) {
  const sides = [
    { team: home.name, players: homePlayers },
    { team: away.name, players: awayPlayers },
  ]
  return sides
    .map(({ team, players }) => ({
      team,
      players: isWanted(team) ? players : players.filter(({ name }) => isWanted(name)),
    }))
    .filter(({ players }) => players.length > 0)
}

interface TeamProps {
  readonly label: string
  readonly number: number
  readonly team: readonly DuelPlayer[]
  readonly onChange: (team: readonly DuelPlayer[]) => void
}

function Team({ label, number, team, onChange }: TeamProps) {
  const t = useText()
  return (
    <section className={styles.team} aria-label={label}>
      <h2 className={styles.label}>{label}</h2>
      {team.length === 0 && <p className={styles.text}>{t('board.duel_choose', { number })}</p>}
      <ul>
        {team.map((player) => (
          <li key={player.playerId} className={styles.chosen}>
            <bdi>{player.name}</bdi>
            <button
              type="button"
              className={styles.remove}
              aria-label={t('board.duel_remove', { name: player.name })}
              onClick={() => onChange(team.filter((one) => one !== player))}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
