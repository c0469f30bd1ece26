import type { FieldProps as RjsfFieldProps } from '@rjsf/utils'
import { isRequired } from '#machines/forms/projection.rules.ts'
import type { AnswerValue } from '#schemas'
import { FieldFrame, fieldPartIds } from './FieldFrame.tsx'
import { fieldRenderer } from './field-registry.ts'
import { controlIdOf, useFormScope } from './form-scope.ts'
import { UnknownField } from './unknown/UnknownField.tsx'

/** Joins rjsf's answer to one field with its definition, its error and the renderer of its kind. */
export function BoundField({ name, formData, onChange, fieldPathId }: RjsfFieldProps) {
  const { formId, fields, errors, isBusy, leave, press, keep, onUnknownKind } = useFormScope()
  const definition = fields.get(name)
  if (definition === undefined) return null
  const renderer = fieldRenderer(definition.type)
  if (renderer === undefined) return <UnknownField definition={definition} onUnknownKind={onUnknownKind} />
  const { Control, frame } = renderer
  const controlId = controlIdOf(formId, name)
  const { labelId, lineId, tooltipId } = fieldPartIds(controlId)
  const error = errors[name]
  const answer = (value: AnswerValue) => onChange(value, fieldPathId.path)
  return (
    <FieldFrame
      definition={definition}
      kind={frame}
      controlId={controlId}
      isRequired={isRequired(definition)}
      error={error}
      onAccept={answer}
      onKeep={() => keep(name)}
    >
      <Control
        definition={definition}
        value={formData as AnswerValue | undefined}
        controlId={controlId}
        labelId={labelId}
        describedBy={definition.tooltip ? `${lineId} ${tooltipId}` : lineId}
        isRequired={isRequired(definition)}
        isInvalid={error !== undefined}
        isDisabled={isBusy}
        onChange={answer}
        onBlur={() => leave(name)}
        onPress={() => press(name)}
      />
    </FieldFrame>
  )
}
