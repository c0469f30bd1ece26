import type { AnswerValue, FieldDefinition } from '#schemas'

/** What the renderer of a kind of field is given. It knows no field's name and no brand. */
export interface FieldProps {
  readonly definition: FieldDefinition
  readonly value: AnswerValue | undefined
  /** Id of the element that takes the focus when the field is at fault. */
  readonly controlId: string
  /** Id of the label, for a control made of several elements. */
  readonly labelId: string
  /** Ids of help or error, and of further explanations. */
  readonly describedBy: string
  readonly isRequired: boolean
  readonly isInvalid: boolean
  readonly isDisabled: boolean
  readonly onChange: (value: AnswerValue) => void
  /** The field has been left. */
  readonly onBlur: () => void
  /** A button of the form has been pressed. */
  readonly onPress: () => void
}

/** How a kind is laid out in the form: a label above one control; a label above a group of controls; a control that
 *  carries its own label; or a part of the form that asks nothing. */
export type FieldFrameKind = 'labelled' | 'group' | 'self-labelled' | 'bare'

/** Attributes that every native control of a field carries (A11Y-2). */
export function controlAttributes(props: FieldProps) {
  const { definition, controlId, describedBy, isRequired, isInvalid, isDisabled } = props
  return {
    id: controlId,
    name: definition.name ?? definition.id,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    required: isRequired,
    disabled: isDisabled || definition.disabled === true,
  }
}

/** The text of an answer; empty for one that is no text. */
export function answerText(value: AnswerValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
