import type { PressName } from './counted-presses.ts'

/** The attribute of an element whose press is counted. */
export interface PressMark {
  readonly 'data-press': string
}

/** Marks an element whose press, or whose changed choice, is counted where the visitor agrees to it. An unknown name fails the build.
 *  @param detail what was pressed, by an id of the site: `slots`; never what somebody has typed
 *  @returns attributes for the element: `{ 'data-press': 'lobby_category_chosen slots' }` */
export function press(name: PressName, detail?: string | number): PressMark {
  return { 'data-press': detail === undefined ? name : `${name} ${detail}` }
}
