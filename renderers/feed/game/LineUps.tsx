import type { LineUpPlayer, LineUpsAnswer, PlayerAction, PlayerInfo, PlayersInfoAnswer, Stadium } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { EmptyState } from '../../site/EmptyState.tsx'
import { Icon } from '../../site/Icon.tsx'
import { SectionHeading } from '../../site/SectionHeading.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import styles from './LineUps.module.css'
import { PlayerActions } from './PlayerActions.tsx'
import { PlayerHead, PlayerRow } from './PlayerRow.tsx'

/** Props of {@link LineUps}. */
export interface LineUpsProps {
  /** The home side, then the away side. */
  readonly names: readonly [home: string, away: string]
  readonly lineUps: LineUpsAnswer
  readonly info: PlayersInfoAnswer
  readonly stadium?: Stadium | undefined
  /** The page of a player; null where there is none. */
  readonly pathOf: (player: LineUpPlayer) => string | null
}

/** Who plays on both sides, what they did, and what their former games count. */
export function LineUps({ names, lineUps, info, stadium, pathOf }: LineUpsProps) {
  const t = useText()
  const { isConfirmed, home, away, events } = lineUps
  const known = new Map(info.items.map((player) => [player.playerId, player]))
  const sides = [
    { id: 'home', name: names[0], players: home },
    { id: 'away', name: names[1], players: away },
  ].filter(({ players }) => players.length > 0)
  return (
    <div className={styles.lineUps}>
      {stadium && <Place stadium={stadium} />}
      {sides.length === 0 ? (
        <EmptyState icon="users" title={t('board.line_ups_empty')} text={t('board.line_ups_empty_text')} />
      ) : (
        <section>
          <SectionHeading title={t(isConfirmed ? 'board.line_ups_confirmed' : 'board.line_ups_expected')} />
          <div className={styles.sides}>
            {sides.map((side) => (
              <Side key={side.id} {...side} known={known} events={events} pathOf={pathOf} />
            ))}
          </div>
        </section>
      )}
    </div>
  )
}

function Place({ stadium: { name, city, capacity } }: { readonly stadium: Stadium }) {
  const t = useText()
  const { language } = useLanguage()
  const place = city === undefined ? name : `${name}, ${city}`
  const text =
    capacity === undefined
      ? place
      : t('board.stadium_capacity', { name: place, capacity: capacity.toLocaleString(language) })
  return (
    <p className={styles.stadium}>
      <Icon name="globe" size={16} />
      {text}
    </p>
  )
}

interface SideProps extends Pick<LineUpsProps, 'pathOf'> {
  readonly name: string
  readonly players: readonly LineUpPlayer[]
  readonly known: ReadonlyMap<number, PlayerInfo>
  readonly events: readonly PlayerAction[]
}

function Side({ name, players, known, events, pathOf }: SideProps) {
  const t = useText()
  const parts = [
    { id: 'starting', players: players.filter(({ isStarting }) => isStarting) },
    { id: 'bench', players: players.filter(({ isStarting }) => !isStarting) },
  ].filter((part) => part.players.length > 0)
  return (
    <DataTable name={name} isNameShown>
      <PlayerHead />
      {parts.map((part) => (
        <tbody key={part.id}>
          {part.id === 'bench' && (
            <tr>
              <th scope="rowgroup" colSpan={4}>
                {t('board.bench')}
              </th>
            </tr>
          )}
          {part.players.map((player) => (
            <PlayerRow key={player.playerId} player={player} path={pathOf(player)} counted={known.get(player.playerId)}>
              <PlayerActions actions={events.filter(({ playerId }) => playerId === player.playerId)} />
            </PlayerRow>
          ))}
        </tbody>
      ))}
    </DataTable>
  )
}
