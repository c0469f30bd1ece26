import { useCallback, useContext, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { fieldLabel } from '#machines/forms/field-kind.rules.ts'
import { answerKey, isOffered, type LinkedList, linkedList } from '#machines/forms/kinds/linked-options.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldDefinition, FieldOption } from '#schemas'
import type { FieldProps } from '../field-contract.ts'
import { useFieldState, useFormScope } from '../form-scope.ts'
import { StandIn } from '../StandIn.tsx'
import { SelectField } from '../select/SelectField.tsx'
import { listsOf, type OptionList, type OptionLists } from './option-lists.ts'
import { type OptionPort, OptionPortContext } from './option-port.ts'

const NOTHING: OptionPort = async () => []
const NONE: FieldOption[] = []

/** A select whose options belong to the answer of another field: the regions of a country, the cities of a region (OFF-25). It
 *  asks for them when there is such an answer. An answer that they do not have is taken away. */
export function LinkedSelect(props: FieldProps) {
  const { definition, controlId } = props
  const { parent, answer } = useParent(definition)
  const t = useText()
  const { source, of } = linkedList(definition, answer) ?? NO_LIST
  const lists = listsOf(useContext(OptionPortContext) ?? NOTHING)
  const asked = useMemo((): LinkedList => ({ source, of }), [source, of])
  const { list, place } = useOptionList(lists, asked, controlId)
  useForgetting(props, list, of)

  if (of === '' && parent !== undefined) {
    return <EmptySelect {...props} text={t('forms.choose_first', { label: fieldLabel(parent) })} />
  }
  const isEmpty = of === '' || (list.state === 'ready' && list.options.length === 0)
  if (isEmpty) return <EmptySelect {...props} text={t('forms.list_empty')} />
  if (list.state === 'ready') return <FilledSelect key={of} {...props} options={list.options} />
  const retry = { textKey: 'forms.list_failed', onRetry: () => void lists.ask(asked) }
  return (
    <StandIn place={place} controlId={controlId} shape="control" failure={list.state === 'failed' ? retry : null} />
  )
}

const NO_LIST: LinkedList = { source: 'regions', of: '' }

/** The field that the list hangs on, and its answer. */
function useParent({ options_of: id = '' }: FieldDefinition) {
  const { store } = useFormScope()
  const { value } = useFieldState(store, id)
  const parent = store.outline().definitions.find((definition) => definition.id === id)
  return { parent, answer: value === undefined ? {} : { [id]: value } }
}

/** How far the list is, which is asked for when there is an answer. Focus moves from the placeholder of the select to
 *  the control that replaces it. */
function useOptionList(lists: OptionLists, asked: LinkedList, controlId: string) {
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  const watch = useCallback(
    (callback: () => void) =>
      lists.watch(asked, () => {
        hadFocus.current = place.current?.contains(document.activeElement) === true
        callback()
      }),
    [lists, asked],
  )
  const now = () => lists.now(asked)
  const list = useSyncExternalStore(watch, now, now)
  const { state } = list

  useEffect(() => {
    if (asked.of !== '') void lists.ask(asked)
  }, [lists, asked])
  useEffect(() => {
    if (hadFocus.current && state !== 'failed') document.getElementById(controlId)?.focus()
    hadFocus.current = false
  }, [state, controlId])
  return { list, place }
}

/** Takes an answer away that is not offered any more: with the list that it was of, or when it cannot be known whether the
 *  new one has it. */
function useForgetting({ value, onChange }: FieldProps, list: OptionList, of: string): void {
  const [opened] = useState(of)
  const isGone =
    answerKey(value) !== '' &&
    (of === '' ||
      (list.state === 'ready' && !isOffered(list.options, value)) ||
      (list.state === 'failed' && of !== opened))
  useEffect(() => {
    if (isGone) onChange('')
  })
}

/** A select in which there is nothing to choose, and what it says instead. */
function EmptySelect({ text, ...props }: FieldProps & { readonly text: string }) {
  const definition = {
    ...props.definition,
    options: NONE,
    disabled: true,
    placeholder: text,
    important_placeholder: '',
  }
  return <SelectField {...props} definition={definition} />
}

function FilledSelect({ options, ...props }: FieldProps & { readonly options: readonly FieldOption[] }) {
  const { definition } = props
  const filled = useMemo(() => ({ ...definition, options: [...options] }), [definition, options])
  return <SelectField {...props} definition={filled} />
}
