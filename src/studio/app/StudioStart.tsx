import { ActionButton } from '../parts/ActionButton.tsx'
import { Remark } from '../parts/Remark.tsx'
import { failureText } from './failure-text.ts'
import styles from './StudioCrash.module.css'
import { say } from './studio-texts.ts'

/** What is shown when the studio could not start. */
export function StudioStart({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) {
  return (
    <main className={styles.crash}>
      <h1>{say('common.studio')}</h1>
      <Remark kind="problem">{failureText(error)}</Remark>
      <ActionButton kind="primary" onClick={onAgain}>
        {say('common.try_again')}
      </ActionButton>
    </main>
  )
}
