import { type ReactNode, useState } from 'react'
import { isLinkedSource } from '#machines/forms/kinds/options.rules.ts'
import { type OptionPort, OptionPortContext } from '#renderers/forms/linked-select/option-port.ts'
import type { FieldDefinition } from '#schemas'
import { useApp } from '../page/app-context.ts'

/** Props of {@link OptionProvider}. */
export interface OptionProviderProps {
  readonly definitions: readonly FieldDefinition[]
  readonly children: ReactNode
}

/** Gives a form the lists that belong to its answers: regions and cities (OFF-25). A form without such a field is left alone. */
export function OptionProvider(props: OptionProviderProps) {
  const isLinked = props.definitions.some(({ options_from: source }) => isLinkedSource(source))
  return isLinked ? <WithLists>{props.children}</WithLists> : props.children
}

function WithLists({ children }: Pick<OptionProviderProps, 'children'>) {
  const app = useApp()
  const [port] = useState((): OptionPort => async (list) => (await import('./place-lists.ts')).loadPlaces(app, list))
  return <OptionPortContext value={port}>{children}</OptionPortContext>
}
