import { FieldFrame, FieldItems, FieldLabel } from '../FieldParts.tsx'
import type { FieldProps } from '../field-contract.ts'

/** A list of sentences, under the field's title when it has one (FIELD-22). */
export function ListField({ definition }: FieldProps) {
  return (
    <FieldFrame>
      {definition.title && <FieldLabel>{definition.title}</FieldLabel>}
      <FieldItems>
        {definition.items?.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </FieldItems>
    </FieldFrame>
  )
}
