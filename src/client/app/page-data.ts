import type { HydrationState } from 'react-router'
import type { PageState, PublicSite } from '#schemas'
import type { ShownScreen } from '../page/screen.ts'

/** The JSON block of a page: the configuration once, the state of the page, and the loaders' answers. */
export interface PageData {
  readonly site: PublicSite
  readonly state: PageState
  readonly hydration: HydrationState
  readonly styles: readonly string[]
  /** The screen of the address, also where an error is shown in its place; left out at an address without one. */
  readonly screen?: ShownScreen
}

/** The id of the script element that holds the block. */
export const PAGE_DATA_ID = 'livery-page'

/** JSON text that can stand inside a script element: nothing in it can end the element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
