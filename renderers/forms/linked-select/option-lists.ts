import type { LinkedList } from '#machines/forms/kinds/linked-options.rules.ts'
import type { FieldOption } from '#schemas'
import { Watchers } from '../watchers.ts'
import type { OptionPort } from './option-port.ts'

/** How far a list is. The same object as long as nothing has changed. */
export type OptionList =
  | { readonly state: 'unasked' | 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly options: readonly FieldOption[] }

const UNASKED: OptionList = { state: 'unasked' }
const LOADING: OptionList = { state: 'loading' }
const FAILED: OptionList = { state: 'failed' }

/** The lists that a form has asked for, each under the answer that it belongs to: one that comes late is never taken for that of
 *  another answer, and none is asked for twice. */
export class OptionLists {
  readonly #port: OptionPort
  readonly #lists = new Map<string, OptionList>()
  readonly #watchers = new Watchers<string>()

  constructor(port: OptionPort) {
    this.#port = port
  }

  /** How far a list is now. */
  readonly now = (list: LinkedList): OptionList => this.#lists.get(keyOf(list)) ?? UNASKED

  /** Calls back when a list gets further; gives the way to stop that. */
  readonly watch = (list: LinkedList, callback: () => void): (() => void) => this.#watchers.add(keyOf(list), callback)

  /** Asks for a list, unless it is here or on its way; one that failed is asked for again. */
  async ask(list: LinkedList): Promise<void> {
    const { state } = this.now(list)
    if (state === 'loading' || state === 'ready') return
    this.#settle(list, LOADING)
    const options = await this.#port(list).catch(() => null)
    this.#settle(list, options === null ? FAILED : { state: 'ready', options })
  }

  #settle(list: LinkedList, now: OptionList): void {
    const key = keyOf(list)
    this.#lists.set(key, now)
    this.#watchers.call(key)
  }
}

const keyOf = ({ source, of }: LinkedList) => `${source} ${of}`

const listsOfPorts = new WeakMap<OptionPort, OptionLists>()

/** The lists that have come by a port. */
export function listsOf(port: OptionPort): OptionLists {
  const known = listsOfPorts.get(port) ?? new OptionLists(port)
  listsOfPorts.set(port, known)
  return known
}
