import { useEffect, useRef } from 'react'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { FieldControl, FieldFault, FieldFrame, FieldInput, FieldLabel, FieldLine } from '../FieldParts.tsx'
import type { FieldProps } from '../field-contract.ts'
import styles from './PhoneCodeButton.module.css'
import { type PhoneCodePort, usePhoneCodePort } from './phone-code-port.ts'

/** Takes the code of the message, which browsers can fill in by themselves. Enter confirms the code, not the form. */
export function CodeInput(props: FieldProps) {
  const port = usePhoneCodePort()
  if (port === null || (port.state !== 'waiting' && port.state !== 'checking')) return null
  return <OpenCodeInput field={props} port={port} />
}

function OpenCodeInput({ field, port }: { readonly field: FieldProps; readonly port: PhoneCodePort }) {
  const { definition, controlId, labelId, isDisabled } = field
  const t = useText()
  const input = useFocusOfCode(port.awaited)
  const lineId = `${controlId}-line`
  const { fault, state } = port
  return (
    <FieldFrame>
      <FieldLabel as="label" id={labelId} htmlFor={controlId}>
        {fieldLabel(definition)}
      </FieldLabel>
      <FieldControl data-invalid={fault !== null || undefined}>
        <FieldInput
          ref={input}
          id={controlId}
          name={definition.name ?? definition.id}
          className={styles.code}
          type="text"
          inputMode="numeric"
          autoComplete={definition.autocomplete ?? 'one-time-code'}
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          value={port.code}
          disabled={isDisabled}
          readOnly={state === 'checking'}
          required
          aria-invalid={fault !== null || undefined}
          aria-describedby={lineId}
          onChange={(event) => port.type(event.currentTarget.value.replace(/\s/g, ''))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            port.submit()
          }}
        />
      </FieldControl>
      <FieldLine id={lineId} role="status" data-state={fault === null ? 'help' : 'error'}>
        {fault === null ? (
          definition.help
        ) : (
          <FieldFault>
            <Icon name="error" size={16} />
            {t(fault.code, fault.params)}
          </FieldFault>
        )}
      </FieldLine>
    </FieldFrame>
  )
}

/** Focus moves to the code input after a player presses the button that sends the code, and also after they submit the
 *  form when only the code is missing. */
function useFocusOfCode(awaited: number) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement?.closest('[data-phone-code]')) input.current?.focus()
  }, [])
  useEffect(() => {
    if (awaited > 0) input.current?.focus()
  }, [awaited])
  return input
}
