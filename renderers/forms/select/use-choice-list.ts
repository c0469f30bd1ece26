import { type KeyboardEvent, useMemo, useState } from 'react'
import {
  activate,
  type ChoiceList,
  CLOSED_LIST,
  loadMore,
  openList,
  searchList,
} from '#machines/forms/kinds/choice-list.rules.ts'
import { searchOptions } from '#machines/forms/kinds/options.rules.ts'
import type { FieldOption } from '#schemas'
import { activeAfterKey } from './combobox.selectors.ts'

/** An open or closed list with its search, as a combobox needs it. */
export interface ChoiceListControl {
  readonly list: ChoiceList
  readonly isOpen: boolean
  readonly found: readonly FieldOption[]
  readonly open: (active?: number) => void
  readonly close: () => void
  readonly search: (text: string) => void
  readonly activate: (index: number) => void
  readonly loadMore: () => void
  /** Does what a key does to the list; false when the key means nothing to it. */
  readonly pressKey: (event: KeyboardEvent<HTMLInputElement>) => boolean
}

/** Keeps a list of options for a combobox: what is searched for, what is active and how much is loaded.
 *  @param choose is called with the option that Enter is pressed upon
 *  @param activeAtOpening place of the option at which a key opens the list */
export function useChoiceList(
  options: readonly FieldOption[],
  choose: (option: FieldOption) => void,
  activeAtOpening: () => number,
): ChoiceListControl {
  const [list, setList] = useState(CLOSED_LIST)
  const { search, active } = list
  const isOpen = search !== null
  const found = useMemo(() => (search === null ? [] : searchOptions(options, search)), [options, search])
  const close = () => setList(CLOSED_LIST)
  const open = (index = activeAtOpening()) => setList(openList(Math.max(0, index)))

  function pressOpenKey({ key, altKey }: KeyboardEvent): boolean {
    const option = found[active]
    if (key === 'Enter') {
      if (option !== undefined) choose(option)
      return true
    }
    if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      close()
      return true
    }
    const next = activeAfterKey(key, active, found.length)
    if (next === null) return false
    setList(activate(list, next))
    return true
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>): boolean {
    if (event.nativeEvent.isComposing) return false
    const isOpening = !isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    if (isOpening) open()
    const isTaken = isOpening || (isOpen && pressOpenKey(event))
    if (isTaken) {
      event.preventDefault()
      event.stopPropagation()
    }
    return isTaken
  }

  return {
    list,
    isOpen,
    found,
    open,
    close,
    search: (text) => setList(searchList(text)),
    activate: (index) => setList((current) => (current.active === index ? current : activate(current, index))),
    loadMore: () => setList((current) => loadMore(current, found.length)),
    pressKey,
  }
}
