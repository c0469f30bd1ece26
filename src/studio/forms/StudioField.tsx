import type { FieldProps } from '@rjsf/utils'
import type { ComponentType } from 'react'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { AssetControl } from './controls/AssetControl.tsx'
import { ChoiceControl } from './controls/ChoiceControl.tsx'
import { ColourControl } from './controls/ColourControl.tsx'
import type { ControlProps } from './controls/control-props.ts'
import { DurationControl } from './controls/DurationControl.tsx'
import { JsonControl } from './controls/JsonControl.tsx'
import { LineControl } from './controls/LineControl.tsx'
import { ListControl } from './controls/ListControl.tsx'
import { MomentControl } from './controls/MomentControl.tsx'
import { MoneyControl } from './controls/MoneyControl.tsx'
import { NumberControl } from './controls/NumberControl.tsx'
import { PickControl } from './controls/PickControl.tsx'
import { ToggleControl } from './controls/ToggleControl.tsx'
import { TokenColourControl, TokenControl } from './controls/TokenControls.tsx'
import { UnionControl } from './controls/UnionControl.tsx'
import type { FieldSpec } from './field-specs.ts'
import { useFormPlace } from './form-place.ts'
import type { FieldKind } from './schema/field-kind.ts'
import { labelOf } from './schema/field-words.ts'

const CONTROLS: Readonly<Record<FieldKind, ComponentType<ControlProps>>> = {
  asset: AssetControl,
  choice: ChoiceControl,
  colour: ColourControl,
  country: PickControl,
  currency: PickControl,
  date: MomentControl,
  duration: DurationControl,
  icon: PickControl,
  json: JsonControl,
  language: PickControl,
  list: ListControl,
  'long-text': LineControl,
  moment: MomentControl,
  money: MoneyControl,
  number: NumberControl,
  page: PickControl,
  route: PickControl,
  sport: PickControl,
  text: LineControl,
  'text-key': PickControl,
  time: MomentControl,
  toggle: ToggleControl,
  token: TokenControl,
  'token-colour': TokenColourControl,
  union: UnionControl,
}

/** The field of rjsf for every value: chooses the control by the kind of the field. */
export function StudioField(props: FieldProps) {
  const { fieldPathId, formData, onChange, rawErrors = [], uiSchema } = props
  const place = useFormPlace()
  const field = fieldOf(uiSchema)
  const Control = CONTROLS[field.kind]
  const id = fieldPathId.$id
  return (
    <Control
      id={id}
      label={field.isEntry ? field.key : labelOf(field.key, field.node)}
      field={field}
      value={formData as unknown}
      isDisabled={place.isReadOnly}
      describedBy={`${id}-about`}
      isFaulty={rawErrors.length > 0}
      onChange={(value) => onChange(value, fieldPathId.path)}
      onFocus={() => place.focus(`${place.pointer}/${pointerStep(field.key)}`)}
    />
  )
}

/** The field that a part of a `uiSchema` is for. @throws Error when it is for none of ours */
export function fieldOf(uiSchema: FieldProps['uiSchema']): FieldSpec {
  const field = uiSchema?.['ui:options']?.spec as FieldSpec | undefined
  if (!field) throw new Error('a part of the form has no field of the studio')
  return field
}
