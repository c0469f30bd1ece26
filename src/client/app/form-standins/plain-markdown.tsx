import type { ReactNode } from 'react'

/** Stands in for the Markdown library of the form package: a text is shown as it is. */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children
}
