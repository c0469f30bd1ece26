/** What the address of the page says on which Sumsub checks the player: the server gives it the policies that this takes. */
export const SUMSUB_CHECK = 'check=sumsub'

/** Whether an address is that of the check. */
export function isSumsubCheck({ searchParams }: URL): boolean {
  return searchParams.get('check') === 'sumsub'
}
