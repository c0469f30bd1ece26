import type { PlayerInfo } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { EmptyState } from '../../site/EmptyState.tsx'
import { useText } from '../../site/texts.tsx'
import { PlayerHead, PlayerRow } from './PlayerRow.tsx'

/** Props of {@link TeamPlayers}. */
export interface TeamPlayersProps {
  readonly players: readonly PlayerInfo[]
  /** The page of a player; null where there is none. */
  readonly pathOf: (player: PlayerInfo) => string | null
}

/** The players of a team with what the results in force count of them. */
export function TeamPlayers({ players, pathOf }: TeamPlayersProps) {
  const t = useText()
  if (players.length === 0) return <EmptyState icon="users" title={t('player.empty')} text={t('player.empty_text')} />
  return (
    <DataTable name={t('player.players')}>
      <PlayerHead />
      <tbody>
        {players.map((player) => (
          <PlayerRow key={player.playerId} player={player} path={pathOf(player)} counted={player} />
        ))}
      </tbody>
    </DataTable>
  )
}
