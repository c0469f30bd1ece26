import { useEffect, useRef } from 'react'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import type { FieldProps } from '../field-contract.ts'
import { countdownText } from './countdown.selectors.ts'
import styles from './PhoneCodeButton.module.css'
import { type PhoneCodePort, usePhoneCodePort } from './phone-code-port.ts'

/** Asks for a code, and for another one when the server's wait is over; says how far the confirmation is. The countdown is
 *  seen and can be read, but only its beginning and its end are spoken. */
export function SendButton(props: FieldProps) {
  const { definition, controlId, isDisabled, onPress } = props
  const port = usePhoneCodePort()
  const label = definition.label ?? fieldLabel(definition)
  useFocusFromInput(port, controlId)
  if (port === null) {
    return (
      <Button id={controlId} isWide size="large" disabled={isDisabled} onClick={onPress}>
        {label}
      </Button>
    )
  }
  return (
    <div className={styles.send} data-state={port.state} data-phone-code="">
      {port.state !== 'confirmed' && <Resend port={port} label={label} controlId={controlId} isDisabled={isDisabled} />}
      <Status port={port} controlId={controlId} />
    </div>
  )
}

type ResendProps = Pick<FieldProps, 'controlId' | 'isDisabled'> & {
  readonly port: PhoneCodePort
  readonly label: string
}

function Resend({ port, label, controlId, isDisabled }: ResendProps) {
  const t = useText()
  const { language } = useLanguage()
  const { state, waitSeconds } = port
  const isFirst = state === 'idle' || state === 'sending' || (state === 'failed' && waitSeconds === 0)
  const mustWait = waitSeconds > 0
  return (
    <Button
      id={controlId}
      isWide
      size="large"
      isBusy={state === 'sending'}
      disabled={isDisabled}
      aria-disabled={mustWait || undefined}
      aria-describedby={`${controlId}-status`}
      onClick={port.request}
    >
      {mustWait
        ? t('code.resend_in', { time: countdownText(waitSeconds, language) })
        : isFirst
          ? label
          : t('code.resend')}
    </Button>
  )
}

function Status({ port, controlId }: { readonly port: PhoneCodePort; readonly controlId: string }) {
  const t = useText()
  const text = useStatusText(port)
  const isWrong = port.fault !== null && !isOpen(port)
  return (
    <p
      id={`${controlId}-status`}
      className={styles.status}
      role="status"
      tabIndex={-1}
      data-tone={isWrong ? 'error' : port.state === 'confirmed' ? 'success' : 'plain'}
    >
      {isWrong && <Icon name="error" size={16} />}
      {port.state === 'confirmed' && <Icon name="check" size={16} />}
      {text !== '' && <span>{text}</span>}
      {isOpen(port) && port.left !== null && port.left < 3 && <span>{t('code.left', { count: port.left })}</span>}
    </p>
  )
}

/** When the code input disappears, its focus moves to what follows: the button, or the message that all is well. */
function useFocusFromInput(port: PhoneCodePort | null, controlId: string): void {
  const isOpenNow = port !== null && isOpen(port)
  const wasOpen = useRef(isOpenNow)
  useEffect(() => {
    if (wasOpen.current && !isOpenNow && document.activeElement === document.body) {
      const next = document.getElementById(controlId) ?? document.getElementById(`${controlId}-status`)
      next?.focus()
    }
    wasOpen.current = isOpenNow
  }, [isOpenNow, controlId])
}

/** What is said and shown: it changes with the state, not with the seconds. */
function useStatusText({ state, phone, fault, waitSeconds }: PhoneCodePort): string {
  const t = useText()
  const isolated = `\u2066${phone}\u2069`
  switch (state) {
    case 'sending':
      return t('code.sending')
    case 'waiting':
      return waitSeconds > 0 ? t('code.sent', { phone: isolated }) : t('code.sent_may_resend', { phone: isolated })
    case 'checking':
      return t('code.checking')
    case 'confirmed':
      return t('code.confirmed', { phone: isolated })
    case 'locked':
      return t(waitSeconds > 0 ? 'code.locked_wait' : 'code.locked')
    default:
      return fault === null ? '' : t(fault.code === 'rate.limited' ? 'code.too_many' : fault.code, fault.params)
  }
}

function isOpen({ state }: PhoneCodePort): boolean {
  return state === 'waiting' || state === 'checking'
}
