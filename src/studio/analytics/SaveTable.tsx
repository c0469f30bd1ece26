import { saveCsv } from '../app/csv-file.ts'
import { say } from '../app/studio-texts.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import styles from './events.module.css'

/** Saves a table as a file for a spreadsheet. */
export function SaveTable({ name, rows }: { readonly name: string; readonly rows: Parameters<typeof saveCsv>[1] }) {
  return (
    <div className={styles.save}>
      <ActionButton isSmall onClick={() => saveCsv(name, rows)}>
        {say('events.save')}
      </ActionButton>
    </div>
  )
}
