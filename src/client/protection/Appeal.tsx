import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { IdentificationPanelProps } from './identification-panel.ts'
import styles from './protection.module.css'

const MOST = 2000

/** An objection to a refusal, in the player's own words. */
export function Appeal({ state, onEvent }: IdentificationPanelProps) {
  const t = useText()
  const id = useId()
  const line = useRef<HTMLTextAreaElement>(null)
  const { appeal, isAppealMissing, failure } = state.context
  const label = t('protection.appeal_label')
  useEffect(() => line.current?.focus(), [])
  useEffect(() => {
    if (isAppealMissing) line.current?.focus()
  }, [isAppealMissing])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'form.submitted' })
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <textarea
          id={id}
          ref={line}
          className={styles.input}
          rows={6}
          maxLength={MOST}
          value={appeal}
          aria-invalid={isAppealMissing}
          aria-describedby={`${id}-note`}
          onChange={(event) => onEvent({ type: 'appeal.changed', text: event.target.value })}
        />
        <p id={`${id}-note`} className={styles.error} role={isAppealMissing ? 'alert' : undefined}>
          {isAppealMissing ? t('required', { label }) : null}
        </p>
      </div>
      {failure ? (
        <p className={styles.failure} role="alert">
          {t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" isBusy={state.hasTag('busy')}>
          {t('protection.appeal_send')}
        </Button>
        <Button onClick={() => onEvent({ type: 'appeal.closed' })}>{t('protection.appeal_close')}</Button>
      </div>
    </form>
  )
}
