import type { ReactNode } from 'react'
import { failureText } from '../app/failure-text.ts'
import type { Deed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import styles from './AccessForm.module.css'

interface AccessFormProps {
  readonly title: string
  readonly lead: string
  readonly submit: string
  readonly deed: Deed<FormData>
  readonly children: ReactNode
}

/** A form by which somebody enters the studio. The button works at any time: what is missing is then said by the fields. */
export function AccessForm({ title, lead, submit, deed, children }: AccessFormProps) {
  return (
    <>
      <ScreenHead title={title} lead={lead} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          deed.run(new FormData(event.currentTarget))
        }}
      >
        {children}
        {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
        <ActionButton type="submit" kind="primary" aria-disabled={deed.isBusy}>
          {submit}
        </ActionButton>
      </form>
    </>
  )
}
