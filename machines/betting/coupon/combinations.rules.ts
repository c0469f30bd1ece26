import { add, multiply, ONE, type Rational, ZERO } from '#machines/odds/rational.rules.ts'

/** How many combinations of `size` there are of `count`: `(20, 10)` → 184756. */
export function combinationCount(count: number, size: number): number {
  if (size < 0 || size > count) return 0
  let combinations = 1
  for (let taken = 1; taken <= size; taken += 1) combinations = (combinations * (count - size + taken)) / taken
  return combinations
}

/** The elementary symmetric polynomials: at place k the sum of the products of all combinations of k factors, for k from 0
 *  to `largest` (MATH-5). No combination is ever formed. */
export function symmetricSums(factors: readonly Rational[], largest = factors.length): readonly Rational[] {
  const sums: Rational[] = [ONE, ...Array.from({ length: largest }, () => ZERO)]
  for (const factor of factors) {
    for (let size = largest; size > 0; size -= 1) {
      sums[size] = add(sums[size] ?? ZERO, multiply(sums[size - 1] ?? ZERO, factor))
    }
  }
  return sums
}

/** The sum of the products of the first `count` combinations of `size` factors, in lexicographic order of their indices.
 *  All that begin with one factor are summed as a block, so that the work grows with factors and sizes alone. */
export function firstProductsSum(factors: readonly Rational[], size: number, count: number): Rational {
  let sum = ZERO
  let chosen = ONE
  let left = count
  let open = size
  for (const [index, factor] of factors.entries()) {
    if (left === 0) return sum
    const rest = factors.slice(index + 1)
    const block = combinationCount(rest.length, open - 1)
    if (left < block) {
      chosen = multiply(chosen, factor)
      open -= 1
    } else {
      const products = symmetricSums(rest, open - 1)[open - 1] ?? ZERO
      sum = add(sum, multiply(chosen, multiply(factor, products)))
      left -= block
    }
  }
  return sum
}
