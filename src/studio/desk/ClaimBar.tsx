import { useCallback } from 'react'
import { claimDeskItem } from '#calls/studio/studio-desk.calls.ts'
import type { DeskClaim, DeskKind } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './ClaimBar.module.css'

interface ClaimBarProps {
  readonly brand: string
  readonly kind: DeskKind
  readonly item: number
  readonly claim: DeskClaim | undefined
  readonly onChange: () => void
}

/** Who works on an item, and the buttons that take it and let it go. */
export function ClaimBar({ brand, kind, item, claim, onChange }: ClaimBarProps) {
  const { call } = useStudio()
  const deed = useDeed(
    useCallback(
      async (isTaken: boolean) => {
        await call(claimDeskItem, { segments: { brand }, body: { kind, item, isTaken } })
        onChange()
      },
      [call, brand, kind, item, onChange],
    ),
  )
  const isTheirs = claim !== undefined && !claim.isMine
  return (
    <div className={styles.bar}>
      <span className={isTheirs ? styles.theirs : styles.words}>
        {claim ? say(claim.isMine ? 'desk.claim_mine' : 'desk.claim_theirs', wordsOf(claim)) : say('desk.claim_none')}
      </span>
      {!isTheirs && (
        <ActionButton isSmall disabled={deed.isBusy} onClick={() => deed.run(!claim)}>
          {say(claim ? 'desk.release' : 'desk.take')}
        </ActionButton>
      )}
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
    </div>
  )
}

function wordsOf({ by, until }: DeskClaim) {
  return { by, until: momentText(until) }
}
