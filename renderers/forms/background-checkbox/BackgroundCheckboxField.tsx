import { TickBox } from '../checkbox/CheckboxField.tsx'
import { FieldCard } from '../FieldParts.tsx'
import type { FieldProps } from '../field-contract.ts'

/** A box to tick on a card of its own, which takes the colour of the choice. */
export function BackgroundCheckboxField(props: FieldProps) {
  return <FieldCard as={TickBox} field={props} />
}
