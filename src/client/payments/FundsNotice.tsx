import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { acknowledgeFunds } from '#calls/limits.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AcknowledgeFundsBody } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { shellPort } from '../page/shell-port.ts'
import styles from './payments.module.css'

type Protection = AcknowledgeFundsBody['protection']
const PROTECTIONS: readonly Protection[] = ['not_protected', 'medium', 'high']

/** Tells a player how far their money is protected, before the first deposit and after a change; once acknowledged, the methods appear (RG-14). */
export function FundsNotice({ protection: told }: { readonly protection: unknown }) {
  const { call } = useApp()
  const t = useText()
  const { revalidate } = useRevalidator()
  const [isSending, setSending] = useState(false)
  const protection = PROTECTIONS.find((one) => one === told)
  if (protection === undefined) return null
  const acknowledge = async () => {
    setSending(true)
    try {
      await call(acknowledgeFunds, { body: { protection } })
    } catch (error) {
      const { code, params } = readFailure(error)
      shellPort.notify({ id: 'funds', kind: 'error', text: code, params })
    }
    // What has changed meanwhile is shown as it is now.
    await revalidate()
    setSending(false)
  }
  return (
    <section className={styles.funds} aria-labelledby="funds-title">
      <h2 id="funds-title">{t('payment.funds_title')}</h2>
      <p>{t(`payment.funds_${protection}`)}</p>
      <div>
        <Button kind="primary" isBusy={isSending} onClick={() => void acknowledge()}>
          {t('payment.funds_understood')}
        </Button>
      </div>
    </section>
  )
}
