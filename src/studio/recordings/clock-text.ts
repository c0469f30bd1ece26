/** A length of time as players of films write it: 61000 ms gives `1:01`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The last of some moments that is not after a time: `[0, 500, 900]` at 600 gives 500; 0 before the first.
 *  @param moments in their order, ms */
export function lastBefore(moments: readonly number[], atMs: number): number {
  return moments.findLast((moment) => moment <= atMs) ?? 0
}
