import type { ReactNode } from 'react'
import { failureText } from '../app/failure-text.ts'
import { say } from '../app/studio-texts.ts'
import type { Loaded } from '../app/use-answer.ts'
import { ActionButton } from './ActionButton.tsx'
import styles from './Awaited.module.css'
import { Remark } from './Remark.tsx'

/** What is loaded, once it is there; grey lines until then, and the failure with another try when it did not come. */
export function Awaited<Value>(props: {
  readonly loaded: Loaded<Value>
  readonly children: (value: Value) => ReactNode
}) {
  const { value, error, isLoading, reload } = props.loaded
  const again = (
    <ActionButton isSmall disabled={isLoading} onClick={reload}>
      {say('common.try_again')}
    </ActionButton>
  )
  return (
    <>
      {error !== null && (
        <Remark kind="problem" action={again}>
          {failureText(error)}
        </Remark>
      )}
      {value !== null ? props.children(value) : error === null && <Waiting />}
    </>
  )
}

/** Grey lines where something is on its way. */
export function Waiting() {
  return (
    <div className={styles.lines} role="status" aria-label={say('common.loading')}>
      <span />
      <span />
      <span />
    </div>
  )
}
