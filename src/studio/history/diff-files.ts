import type { BrandChange, BrandDiff } from '#schemas'

/** The changes of one file. */
export interface ChangedFile {
  readonly path: string
  readonly changes: readonly BrandChange[]
}

/** The changes by file, files and keys in their order. */
export function changedFiles({ changes }: Pick<BrandDiff, 'changes'>): readonly ChangedFile[] {
  const paths = [...new Set(changes.map(({ path }) => path))].sort()
  return paths.map((path) => ({ path, changes: changes.filter((change) => change.path === path) }))
}

/** A line of a text that was compared. */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Above this many lines two texts are not compared line by line. */
const MOST_LINES = 600

/** Two texts line by line: what is in both, in the former only, and in the new one only (longest common subsequence). */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  if (left.length > MOST_LINES || right.length > MOST_LINES) {
    return [
      ...left.map((text) => ({ kind: 'gone' as const, text })),
      ...right.map((text) => ({ kind: 'new' as const, text })),
    ]
  }
  const common = commonLengths(left, right)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push({ kind: 'same', text: left[i++] as string })
      j++
    } else if (i < left.length && (j >= right.length || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ kind: 'gone', text: left[i++] as string })
    } else lines.push({ kind: 'new', text: right[j++] as string })
  }
  return lines
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0
}

/** How many lines the rests of two texts have in common, from each pair of places on. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly (readonly number[])[] {
  const table: number[][] = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  for (let i = left.length - 1; i >= 0; i--) {
    const row = table[i] as number[]
    for (let j = right.length - 1; j >= 0; j--) {
      row[j] = left[i] === right[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}
