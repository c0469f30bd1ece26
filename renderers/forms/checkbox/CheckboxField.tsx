import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { FieldBox, FieldCheck } from '../FieldParts.tsx'
import { controlAttributes, type FieldProps } from '../field-contract.ts'

/** A box to tick, with its text beside it. */
export function CheckboxField(props: FieldProps) {
  return <FieldCheck as={TickBox} field={props} />
}

/** The box and its text, in the look of the kind that draws it. */
export function TickBox({ field, className }: { readonly field: FieldProps; readonly className?: string | undefined }) {
  const { definition, value, controlId, onChange, onBlur } = field
  return (
    <label htmlFor={controlId} className={className}>
      <FieldBox
        {...controlAttributes(field)}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
        onBlur={onBlur}
      />
      <span>{definition.label ?? fieldLabel(definition)}</span>
    </label>
  )
}
