import { memo } from 'react'
import { isRequired } from '#machines/forms/projection.rules.ts'
import type { AnswerValue, FieldDefinition } from '#schemas'
import { FieldFrame, fieldPartIds } from './FieldFrame.tsx'
import type { FieldProps } from './field-contract.ts'
import { rendererOf } from './field-registry.ts'
import { controlIdOf, useFieldState, useFormScope } from './form-scope.ts'
import { LazyControl } from './LazyControl.tsx'
import { UnknownField } from './unknown/UnknownField.tsx'

/** Props of {@link BoundField}. */
export interface BoundFieldProps {
  readonly definition: FieldDefinition
}

/** Joins the definition of a field with its answer, its error and the renderer of its kind. */
export const BoundField = memo(function BoundField({ definition }: BoundFieldProps) {
  const { formId, store, isBusy, answer, leave, press, keep, onUnknownKind } = useFormScope()
  const { id, tooltip } = definition
  const { value, error } = useFieldState(store, id)
  const renderer = rendererOf(definition)
  if (renderer === undefined) return <UnknownField definition={definition} onUnknownKind={onUnknownKind} />
  const controlId = controlIdOf(formId, id)
  const { labelId, lineId, tooltipId } = fieldPartIds(controlId)
  const field: FieldProps = {
    definition,
    value,
    controlId,
    labelId,
    describedBy: tooltip ? `${lineId} ${tooltipId}` : lineId,
    isRequired: isRequired(definition),
    isInvalid: error !== undefined,
    isDisabled: isBusy,
    onChange: (next: AnswerValue) => answer(id, next),
    onBlur: () => leave(id),
    onPress: () => press(id),
  }
  // The button of a suggestion goes with it: its focus returns to the control.
  const goBack = () => document.getElementById(controlId)?.focus()
  return (
    <FieldFrame
      definition={definition}
      kind={renderer.frame}
      controlId={controlId}
      isRequired={field.isRequired}
      error={error}
      onAccept={(suggestion) => {
        answer(id, suggestion)
        goBack()
      }}
      onKeep={() => {
        keep(id)
        goBack()
      }}
    >
      {'Control' in renderer ? <renderer.Control {...field} /> : <LazyControl renderer={renderer} field={field} />}
    </FieldFrame>
  )
})
