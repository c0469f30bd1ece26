import { useCallback } from 'react'
import type { CallPort } from '#calls/call.ts'
import { getTeamPlayers } from '#calls/feed.calls.ts'
import { TeamPlayers } from '#renderers/feed/game/TeamPlayers.tsx'
import { useApp } from '../../page/app-context.ts'
import { Asked } from '../Asked.tsx'
import { playerPath } from '../board/section.selectors.ts'

/** The players of a team, asked for when they are shown. */
export function TeamSquad({ teamId, sportId }: { readonly teamId: number; readonly sportId: number }) {
  const app = useApp()
  const ask = useCallback((call: CallPort) => call(getTeamPlayers, { query: { teamId } }), [teamId])
  return (
    <Asked ask={ask}>
      {({ items }) => <TeamPlayers players={items} pathOf={(player) => playerPath(app, sportId, player)} />}
    </Asked>
  )
}
