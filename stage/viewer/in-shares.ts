/**
 * Does long work in shares, between which the page answers the person.
 * @param work continues until it is enough, and returns whether all is done
 * @returns ends it before
 */
export function inShares(shareMs: number, work: (isEnough: () => boolean) => boolean): () => void {
  let timer = setTimeout(share, 0)
  function share(): void {
    const until = performance.now() + shareMs
    if (!work(() => performance.now() >= until)) timer = setTimeout(share, 0)
  }
  return () => clearTimeout(timer)
}
