import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { Fragment } from 'react'

/** A field as it is: label, help and error are drawn by our own frame. */
export function PlainFieldTemplate({ children }: FieldTemplateProps) {
  return children
}

/** The fields in one column, in their order. */
export function ColumnTemplate({ properties }: ObjectFieldTemplateProps) {
  return properties.map(({ name, content }) => <Fragment key={name}>{content}</Fragment>)
}

/** Errors are told at their fields, not in a list above the form. */
export function NoErrorList() {
  return null
}
