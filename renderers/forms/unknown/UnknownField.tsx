import { useEffect } from 'react'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldDefinition } from '#schemas'
import { FieldUnknown } from '../FieldParts.tsx'

/** Props of {@link UnknownField}. */
export interface UnknownFieldProps {
  readonly definition: FieldDefinition
  /** Called once with the kind that cannot be rendered and its field. */
  readonly onUnknownKind: ((kind: string, fieldId: string) => void) | undefined
}

/** Stands where a field of a kind stands that this engine cannot draw: seen by the player, reported to the operator. */
export function UnknownField({ definition, onUnknownKind }: UnknownFieldProps) {
  const t = useText()
  const { type, id } = definition
  useEffect(() => onUnknownKind?.(type, id), [onUnknownKind, type, id])
  return (
    <FieldUnknown role="note">
      <Icon name="warning" />
      <p>
        <strong>{fieldLabel(definition)}</strong>
        <br />
        {t('forms.unknown_field')}
      </p>
    </FieldUnknown>
  )
}
