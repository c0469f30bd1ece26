import { ActionButton } from '../parts/ActionButton.tsx'
import styles from './StudioCrash.module.css'
import { say } from './studio-texts.ts'

/** What is shown where a screen could not be drawn. */
export function StudioCrash() {
  return (
    <main className={styles.crash}>
      <h1>{say('common.crashed_title')}</h1>
      <p>{say('common.crashed_text')}</p>
      <ActionButton kind="primary" onClick={() => location.reload()}>
        {say('common.reload')}
      </ActionButton>
    </main>
  )
}
