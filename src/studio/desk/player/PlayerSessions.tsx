import { useState } from 'react'
import { endPlayerSession } from '#calls/studio/studio-desk.calls.ts'
import type { DeskPlayerAnswer } from '#schemas'
import { agoText, momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { ReasonBox } from '../ReasonBox.tsx'

interface PlayerSessionsProps {
  readonly brand: string
  readonly player: DeskPlayerAnswer
  readonly onDone: () => void
}

/** The sessions of a player, each of which can be ended. */
export function PlayerSessions({ brand, player: { card, sessions, mayAct }, onDone }: PlayerSessionsProps) {
  const { call } = useStudio()
  const [ending, setEnding] = useState<string | null>(null)
  const end = async (sessionId: string, reason: string) => {
    const body = { accountId: card.accountId, sessionId, reason }
    await call(endPlayerSession, { segments: { brand }, body })
    setEnding(null)
    onDone()
  }
  const endHead = mayAct ? [say('desk.session_act')] : []
  return (
    <>
      <DeskTable
        title={say('desk.sessions')}
        none={say('desk.no_sessions')}
        heads={[say('desk.session_began'), say('desk.session_seen'), say('desk.place'), say('desk.device'), ...endHead]}
        rows={sessions.map(({ id, createdAt, lastSeenAt, place, device }) => ({
          key: id,
          cells: [
            momentText(createdAt),
            agoText(lastSeenAt, Date.now()),
            place.toUpperCase(),
            device,
            <ActionButton key={id} kind="danger" isSmall onClick={() => setEnding(id)}>
              {say('desk.session_end')}
            </ActionButton>,
          ],
        }))}
      />
      {ending !== null && (
        <ReasonBox
          title={say('desk.session_end_title')}
          submit={say('desk.session_end')}
          kind="danger"
          hint={say('desk.reason_logged')}
          onClose={() => setEnding(null)}
          perform={(reason) => end(ending, reason)}
        />
      )}
    </>
  )
}
