/** What an address of a betting page may say beside where it leads (SPORT-11). What is left out, or is not of its form, is undefined. */
export interface BettingParameters {
  /** Id of a draw of a lottery. */
  readonly drawId: number | undefined
  /** How many steps of a list are shown, from 1. */
  readonly page: number | undefined
  /** Number of an event in a printed list of games. */
  readonly rundownNumber: number | undefined
  /** Number of a coupon. */
  readonly couponNumber: number | undefined
  /** Status of the draws that are shown, a word. */
  readonly drawStatus: string | undefined
}

const NUMBER = /^[1-9][0-9]{0,14}$/
const WORD = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/

/** Reads the parameters of a betting page from the query of its address and from its path, which counts first:
 *  `('?page=2&couponNumber=x', { drawId: '7' })` → `{ drawId: 7, page: 2, … undefined }`. */
export function bettingParameters(
  query: { readonly get: (name: string) => string | null },
  path: Readonly<Record<string, string | undefined>> = {},
): BettingParameters {
  const given = (name: keyof BettingParameters): string => path[name] ?? query.get(name) ?? ''
  const number = (name: keyof BettingParameters) => (NUMBER.test(given(name)) ? Number(given(name)) : undefined)
  return {
    drawId: number('drawId'),
    page: number('page'),
    rundownNumber: number('rundownNumber'),
    couponNumber: number('couponNumber'),
    drawStatus: WORD.test(given('drawStatus')) ? given('drawStatus') : undefined,
  }
}
