import { useState } from 'react'
import { makePinCode } from '#calls/settings.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PinCodeAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { FormFailure } from '../FormFailure.tsx'
import { useSending } from '../use-sending.ts'
import styles from './support.module.css'

/** The PIN by which the support knows the player on the telephone; it is shown once (ACC-30). */
export function SupportPin() {
  const { call } = useApp()
  const t = useText()
  const write = useInstants()
  const [made, setMade] = useState<PinCodeAnswer | null>(null)
  const { isBusy, errorAt, send } = useSending<never>('support-pin', {})
  const make = () => send(async () => setMade(await call(makePinCode, {})))
  return (
    <section className={styles.panel} aria-labelledby="support-pin">
      <h2 id="support-pin" className={styles.heading}>
        {t('support.pin_title')}
      </h2>
      <p className={styles.muted}>{t('support.pin_text')}</p>
      <div role="status">
        {made ? (
          <>
            <p className={styles.pin} dir="ltr">
              {made.pin}
            </p>
            <p className={styles.muted}>{t('support.pin_until', { time: write(made.expiresAt) })}</p>
          </>
        ) : null}
      </div>
      <FormFailure text={errorAt('form')} />
      <div>
        <Button icon="key" isBusy={isBusy} onClick={() => void make()}>
          {t('support.pin_make')}
        </Button>
      </div>
    </section>
  )
}
