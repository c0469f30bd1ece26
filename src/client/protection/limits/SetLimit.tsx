import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { FormChoice, FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AvailableLimitsAnswer, PlayerLimit } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './limits.module.css'
import { currencyOf, hoursText, periodKey, typedLimit } from './limits.selectors.ts'
import type { PlayerLimits } from './use-limits.ts'

const AMOUNT_LENGTH = 16

/** Props of {@link SetLimit}. */
export interface SetLimitProps {
  readonly player: PlayerLimits
  readonly available: AvailableLimitsAnswer
}

/** Sets a limit of a kind and period that the brand offers, by any amount: nothing is suggested. */
export function SetLimit({ player, available }: SetLimitProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<PlayerLimit['kind']>(available.kinds[0] ?? 'loss')
  const [period, setPeriod] = useState<PlayerLimit['period']>(available.periods[0] ?? 'day')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { fault, changes } = player
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])
  useEffect(() => {
    if (fault) setError(t(fault.code, { ...fault.params }))
  }, [fault, t])
  useEffect(() => {
    if (changes > 0) setTyped('')
  }, [changes])
  const currency = currencyOf(player.limits, available, { kind, period })
  const wait = hoursText(app, available.raiseHours)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (player.isBusy) return
    const amount = typedLimit(app, typed, currency)
    if (amount === null) return setError(t('limits.amount_wrong'))
    setError(null)
    player.set({ kind, period, amount })
  }

  return (
    <Panel aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('limits.set_title')}
      </h2>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormChoice
          id={`${id}-kind`}
          label={t('limits.what')}
          help={t(`limits.kind_${kind}_text`)}
          value={kind}
          choices={available.kinds.map((value) => ({ value, label: t(`limits.kind_${value}`) }))}
          onChoose={setKind}
        />
        <FormChoice
          id={`${id}-period`}
          label={t('limits.period')}
          value={period}
          choices={available.periods.map((value) => ({ value, label: t(periodKey(value, available.isRolling)) }))}
          onChoose={setPeriod}
        />
        <FormInput
          ref={input}
          id={`${id}-amount`}
          label={currency === null ? t('limits.minutes') : t('limits.amount', { currency })}
          help={t(available.isRaiseAfterPeriod ? 'limits.set_help_period' : 'limits.set_help', { wait })}
          error={error}
          value={typed}
          inputMode="decimal"
          dir="ltr"
          maxLength={AMOUNT_LENGTH}
          onChange={(text) => {
            setTyped(text)
            setError(null)
          }}
        />
        <div>
          <Button kind="primary" type="submit" isBusy={player.isBusy}>
            {t('limits.set')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
