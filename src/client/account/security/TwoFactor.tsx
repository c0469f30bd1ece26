import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { twoFactorActors } from '#calls/actors/two-factor.actors.ts'
import { type TwoFactorInput, twoFactorMachine } from '#machines/account/sign-in/two-factor.machine.ts'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { type App, useApp } from '../../page/app-context.ts'
import { copyText } from '../CopiedValue.tsx'
import { saveText } from '../profile/save-text.ts'
import { EntryNotice, EntryPanelForm } from '../sign-in/EntryParts.tsx'
import { StepPanel } from './StepParts.tsx'
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx'
import styles from './two-factor.module.css'
import type { TwoFactorPanelProps } from './two-factor-panel.ts'

function machineFor({ call }: App) {
  return twoFactorMachine.provide({
    actors: {
      loadSecret: fromPromise(() => twoFactorActors.loadSecret(call)),
      sendSms: fromPromise(() => twoFactorActors.sendSms(call)),
      enable: fromPromise(({ input }) => twoFactorActors.enable(call, input)),
      disable: fromPromise(({ input }) => twoFactorActors.disable(call, input)),
      renewCodes: fromPromise(({ input }) => twoFactorActors.renewCodes(call, input)),
    },
  })
}

/** Switches the second factor on and off. */
export function TwoFactor({ isOn, asksSms }: TwoFactorInput) {
  const app = useApp()
  const [machine] = useState(() => machineFor(app))
  const [state, send] = useMachine(machine, { input: { isOn, asksSms } })
  const root = useRef<HTMLDivElement>(null)
  const shown = useRef(state.value)
  useEffect(() => {
    // When a panel closes and takes its button along, focus moves to the next panel.
    if (shown.current !== state.value && document.activeElement === document.body)
      root.current?.focus({ preventScroll: true })
    shown.current = state.value
  }, [state.value])
  return (
    <div ref={root} tabIndex={-1} className={styles.root}>
      <Panel state={state} onEvent={send} />
    </div>
  )
}

function Panel({ state, onEvent }: TwoFactorPanelProps) {
  const t = useText()
  const panel = { state, onEvent }
  if (state.matches('showingCodes')) return <RecoveryCodes {...panel} />
  if (state.matches('off')) return <OffPanel onSetUp={() => onEvent({ type: 'set_up.requested' })} />
  if (state.context.isOn) return <OnPanel {...panel} />
  if (state.matches('loadingFailed')) {
    const failure = state.context.failure ?? { code: 'main_error_server', params: {} }
    return (
      <ErrorState title={t(failure.code, { ...failure.params })} onRetry={() => onEvent({ type: 'loading.retried' })} />
    )
  }
  if (state.context.secret === null) {
    return (
      <div className={styles.loading}>
        <Spinner />
      </div>
    )
  }
  return <TwoFactorSetUp {...panel} secret={state.context.secret} />
}

function RecoveryCodes({ state, onEvent }: TwoFactorPanelProps) {
  const { site, origin } = useApp()
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const { recoveryCodes } = state.context
  const title = t('two_factor.codes_title')
  const lines = [`${site.name}: ${origin}`, title, ...recoveryCodes]
  useEffect(() => heading.current?.focus(), [])
  return (
    <StepPanel as="section" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes" className={styles.heading} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className={styles.text}>{t('two_factor.codes_text')}</p>
      <ul className={styles.codes} dir="ltr">
        {recoveryCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon="copy" onClick={() => void copyText(title, recoveryCodes.join('\n'))}>
          {t('account.copy')}
        </Button>
        <Button icon="download" onClick={() => saveText(`${site.brandId}-recovery-codes.txt`, lines)}>
          {t('two_factor.codes_save')}
        </Button>
      </div>
      <Button kind="primary" onClick={() => onEvent({ type: 'codes.kept' })}>
        {t('two_factor.codes_kept')}
      </Button>
    </StepPanel>
  )
}

function OnPanel({ state, onEvent }: TwoFactorPanelProps) {
  const t = useText()
  const id = useId()
  const { appCode, emptyLine, failure } = state.context
  const label = t('two_factor.any_code')
  const failed = failure ? t(failure.code, { ...failure.params }) : null
  useEffect(() => {
    if (emptyLine || failure) document.getElementById(id)?.focus()
  }, [id, emptyLine, failure])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEvent({ type: 'form.submitted' })
  }
  return (
    <EntryPanelForm as="form" className={styles.panel} noValidate onSubmit={submit}>
      <EntryNotice role="status">{t('two_factor.on')}</EntryNotice>
      <p className={styles.text}>{t('two_factor.disable_text')}</p>
      <FormInput
        keepsNote
        purpose="code"
        id={id}
        label={label}
        value={appCode}
        help={t('two_factor.app_code_help')}
        error={emptyLine ? t('required', { label }) : failed}
        onChange={(code) => onEvent({ type: 'app_code.changed', code })}
      />
      <div className={styles.actions}>
        <Button kind="danger" type="submit" isBusy={state.matches('disabling')}>
          {t('two_factor.disable')}
        </Button>
        <Button isBusy={state.matches('renewing')} onClick={() => onEvent({ type: 'renewal.requested' })}>
          {t('two_factor.renew')}
        </Button>
      </div>
    </EntryPanelForm>
  )
}

/** Says that the second factor is off, and leads to setting it up. */
export function OffPanel({ onSetUp }: { readonly onSetUp: () => void }) {
  const t = useText()
  return (
    <StepPanel as="section">
      <p className={styles.text} role="status">
        {t('two_factor.is_off')}
      </p>
      <Button kind="primary" onClick={onSetUp}>
        {t('two_factor.set_up')}
      </Button>
    </StepPanel>
  )
}
