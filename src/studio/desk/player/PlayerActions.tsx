import { useState } from 'react'
import { blockPlayer, unblockPlayer } from '#calls/studio/studio-desk.calls.ts'
import type { DeskPlayerAnswer } from '#schemas'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { ReasonBox } from '../ReasonBox.tsx'
import { MessageBox } from './MessageBox.tsx'
import styles from './PlayerActions.module.css'

interface PlayerActionsProps {
  readonly brand: string
  readonly player: DeskPlayerAnswer
  readonly onDone: () => void
}

/** What can be done with a player as a whole. */
export function PlayerActions({ brand, player: { card }, onDone }: PlayerActionsProps) {
  const [asked, setAsked] = useState<'block' | 'unblock' | 'message' | null>(null)
  const close = () => setAsked(null)
  const done = () => {
    close()
    onDone()
  }
  return (
    <div className={styles.actions}>
      <ActionButton isSmall onClick={() => setAsked('message')}>
        {say('desk.message')}
      </ActionButton>
      {card.state === 'active' && (
        <ActionButton kind="danger" glyph="lock" isSmall onClick={() => setAsked('block')}>
          {say('desk.block')}
        </ActionButton>
      )}
      {card.state === 'blocked' && (
        <ActionButton isSmall onClick={() => setAsked('unblock')}>
          {say('desk.unblock')}
        </ActionButton>
      )}
      {asked === 'message' && <MessageBox brand={brand} accountId={card.accountId} onClose={close} onDone={done} />}
      {(asked === 'block' || asked === 'unblock') && (
        <BlockingBox brand={brand} accountId={card.accountId} deed={asked} onClose={close} onDone={done} />
      )}
    </div>
  )
}

interface BlockingBoxProps {
  readonly brand: string
  readonly accountId: number
  readonly deed: 'block' | 'unblock'
  readonly onClose: () => void
  readonly onDone: () => void
}

function BlockingBox({ brand, accountId, deed, onClose, onDone }: BlockingBoxProps) {
  const { call } = useStudio()
  return (
    <ReasonBox
      title={say(`desk.${deed}_title`)}
      text={say(`desk.${deed}_text`)}
      submit={say(`desk.${deed}`)}
      kind={deed === 'block' ? 'danger' : 'primary'}
      hint={say('desk.reason_logged')}
      onClose={onClose}
      perform={async (reason) => {
        await call(deed === 'block' ? blockPlayer : unblockPlayer, { segments: { brand }, body: { accountId, reason } })
        onDone()
      }}
    />
  )
}
