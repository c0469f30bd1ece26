import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import type { FieldProps } from '../field-contract.ts'
import { usePhoneCodePort } from './phone-code-port.ts'

/** Confirms the code that was typed. A complete code is checked without it; the button is for players who look for one,
 *  and for trying again. */
export function ConfirmButton({ definition, controlId, isDisabled }: FieldProps) {
  const port = usePhoneCodePort()
  if (port === null || (port.state !== 'waiting' && port.state !== 'checking')) return null
  return (
    <Button
      id={controlId}
      isWide
      kind="primary"
      size="large"
      isBusy={port.state === 'checking'}
      disabled={isDisabled}
      onClick={port.submit}
    >
      {definition.label ?? fieldLabel(definition)}
    </Button>
  )
}
