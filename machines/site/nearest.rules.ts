/** Fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other (optimal string
 *  alignment, the restricted Damerau-Levenshtein distance). Counts UTF-16 units. */
export function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
      )
      if (isSwap(left, right, row, column)) cost = Math.min(cost, at(beforePrevious, column - 2) + 1)
      current.push(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return at(previous, right.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}

function isSwap(left: string, right: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
}

/** Of shorter words nearly any other is one slip away. */
const SHORTEST_WORD = 3
/** Longest word that is compared; anything longer is no slip of the finger, and its cost would grow with the square. */
const LONGEST_WORD = 128

/** The candidate that a mistyped word most likely meant, or null when none is near: at most a third of the word's length
 *  may differ, and at most three characters. Case alone costs nothing. Of equally near ones the first wins. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length < SHORTEST_WORD || word.length > LONGEST_WORD) return null
  const limit = Math.min(3, Math.floor(word.length / 3))
  const folded = word.toLowerCase()
  let best: string | null = null
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit || candidate === word) continue
    const distance = editDistance(folded, candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}
