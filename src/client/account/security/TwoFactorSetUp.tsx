import { type FormEvent, useEffect, useId } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TwoFactorSecretAnswer } from '#schemas'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { CopiedValue } from '../CopiedValue.tsx'
import { EntryForm } from '../sign-in/EntryParts.tsx'
import styles from './two-factor.module.css'
import type { TwoFactorPanelProps } from './two-factor-panel.ts'

/** Scanning the secret and confirming it: QR code, link and key, then the codes (TFA-1 to TFA-4, TFA-7, TFA-8). */
export function TwoFactorSetUp({ state, onEvent, secret }: TwoFactorPanelProps & { secret: TwoFactorSecretAnswer }) {
  const t = useText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'form.submitted' })
  }
  return (
    <form className={styles.steps} noValidate onSubmit={submit}>
      <Panel className={styles.panel} aria-labelledby="step-scan">
        <h2 id="step-scan" className={styles.heading}>
          1. {t('two_factor.step_scan')}
        </h2>
        <p className={styles.text}>{t('two_factor.step_scan_text')}</p>
        <img className={styles.qr} src={secret.qr_code_url} alt={t('two_factor.qr')} />
        <a className={styles.link} href={secret.qr_link}>
          {t('two_factor.open_app')}
        </a>
        <CopiedValue label={t('two_factor.key')} value={secret.code} />
      </Panel>
      <Panel className={styles.panel} aria-labelledby="step-confirm">
        <h2 id="step-confirm" className={styles.heading}>
          2. {t('two_factor.step_confirm')}
        </h2>
        <Codes state={state} onEvent={onEvent} />
        <Button kind="primary" size="large" type="submit" isBusy={state.matches('enabling')}>
          {t('two_factor.enable')}
        </Button>
      </Panel>
    </form>
  )
}

function Codes({ state, onEvent }: TwoFactorPanelProps) {
  const t = useText()
  const id = useId()
  const { asksSms, appCode, smsCode, emptyLine, failure, failedLine, waitSeconds } = state.context
  const wrong = emptyLine ?? failedLine
  const errorAt = (line: 'app' | 'sms', label: string) => {
    if (emptyLine === line) return t('required', { label })
    return failure && failedLine === line ? t(failure.code, { ...failure.params }) : null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that fails again has to be focused again
  useEffect(() => {
    if (wrong) document.getElementById(`${id}-${wrong}`)?.focus()
  }, [id, wrong, failure])
  return (
    <EntryForm as="div">
      <FormInput
        keepsNote
        purpose="code"
        id={`${id}-app`}
        label={t('two_factor.app_code')}
        value={appCode}
        help={t('two_factor.app_code_help')}
        error={errorAt('app', t('two_factor.app_code'))}
        inputMode="numeric"
        onChange={(code) => onEvent({ type: 'app_code.changed', code })}
      />
      {asksSms ? (
        <div className={styles.sms}>
          <FormInput
            keepsNote
            purpose="code"
            id={`${id}-sms`}
            label={t('two_factor.sms_code')}
            value={smsCode}
            help={t('two_factor.sms_help')}
            error={errorAt('sms', t('two_factor.sms_code'))}
            inputMode="numeric"
            onChange={(code) => onEvent({ type: 'sms_code.changed', code })}
          />
          <Button
            isBusy={state.matches('sendingSms')}
            disabled={waitSeconds > 0}
            onClick={() => onEvent({ type: 'sms.requested' })}
          >
            {waitSeconds > 0 ? t('two_factor.sms_wait', { seconds: waitSeconds }) : t('two_factor.sms_send')}
          </Button>
        </div>
      ) : null}
    </EntryForm>
  )
}
