import type { ThirdPartyConfig } from '#schemas'

/** A part of the site whose texts a brand may let recordings show. */
export type ShownArea = ThirdPartyConfig['recordingShows'][number]

/** The attribute that marks what recordings show, and what they do not: an area, `mask` for what is private within one, or `block`. */
export const RECORDING_ATTRIBUTE = 'data-recording'

/** Marks an element as a part that a brand may let be shown. Only elements whose texts are the same for everybody may be marked, and what is
 *  private within them takes `data-recording="mask"`: `<nav {...shownArea('menu')}>`. */
export function shownArea(area: ShownArea): { readonly [RECORDING_ATTRIBUTE]: ShownArea } {
  return { [RECORDING_ATTRIBUTE]: area }
}

/** Whether a text may be seen: the mark nearest to it is an area that the brand lets be shown (REC-12). @param mark null where there is none */
export function isShownMark(mark: string | null, shows: readonly ShownArea[]): boolean {
  return shows.some((area) => area === mark)
}
