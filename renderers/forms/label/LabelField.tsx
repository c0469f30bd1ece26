import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { FieldText } from '../FieldParts.tsx'
import type { FieldProps } from '../field-contract.ts'

/** A sentence between fields. */
export function LabelField({ definition }: FieldProps) {
  return <FieldText>{definition.label ?? fieldLabel(definition)}</FieldText>
}
