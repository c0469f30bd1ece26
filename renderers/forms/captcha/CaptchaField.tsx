import { Button } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldProps } from '../field-contract.ts'
import styles from './CaptchaField.module.css'
import { type CaptchaPort, useCaptchaPort } from './captcha-port.ts'

const LINES: Readonly<Record<Exclude<CaptchaPort['status'], 'failed'>, string>> = {
  idle: 'captcha.idle',
  busy: 'captcha.busy',
  solved: 'captcha.solved',
}

/** A captcha in a form: how far it is, and a button that starts it before the form is sent. Its token never passes through
 *  here: it goes with the call, once. */
export function CaptchaField({ definition, controlId, labelId, isDisabled }: FieldProps) {
  const t = useText()
  const { status, failure, start } = useCaptchaPort()
  const lineId = `${controlId}-status`
  const line = status === 'failed' ? t(failure ?? 'captcha.failed') : t(LINES[status])
  return (
    <fieldset className={styles.box} data-state={status} aria-labelledby={labelId}>
      <p id={labelId} className="visually-hidden">
        {definition.title ?? t('captcha.field')}
      </p>
      <p id={lineId} className={styles.line} role="status">
        <Icon name={status === 'failed' ? 'error' : status === 'solved' ? 'check' : 'shield'} />
        {line}
      </p>
      {status === 'solved' ? null : (
        <Button
          id={controlId}
          type="button"
          kind="quiet"
          isBusy={status === 'busy'}
          disabled={isDisabled}
          aria-describedby={lineId}
          onClick={() => start(definition.key)}
        >
          {t(status === 'failed' ? 'captcha.failed_again' : 'captcha.confirm')}
        </Button>
      )}
    </fieldset>
  )
}
