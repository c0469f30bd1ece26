import { createContext } from 'react'
import type { LinkedList } from '#machines/forms/kinds/linked-options.rules.ts'
import type { FieldOption } from '#schemas'

/** Fetches the options that belong to an answer, such as the cities of a region. The same function as long as its lists are the
 *  same; a rejection is a list that could not be had, and has been reported. */
export type OptionPort = (list: LinkedList) => Promise<readonly FieldOption[]>

/** The port of the form; without one there is nothing to choose from in a list that belongs to an answer. */
export const OptionPortContext = createContext<OptionPort | null>(null)
