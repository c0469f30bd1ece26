import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import type { FieldProps } from '../field-contract.ts'

/** A button inside the form; the component that shows the form decides what it does. */
export function ButtonField({ definition, controlId, isDisabled, onPress }: FieldProps) {
  return (
    <Button id={controlId} isWide disabled={isDisabled || definition.disabled === true} onClick={onPress}>
      {definition.label ?? fieldLabel(definition)}
    </Button>
  )
}
