import { type PatternCost, patternCost } from './pattern-cost.rules.ts'

/** Longest pattern that is run. */
const PATTERN_MAX_LENGTH = 300
/** Most steps that one match may take: about a tenth of a second. */
const STEPS_MAX = 20_000_000
/** Longest text that any pattern is run upon, and the shortest limit that is still of use. */
const TEXT_MAX_LENGTH = 2000
const TEXT_LEAST_LIMIT = 128

/** A pattern that may be run, with the longest text that it is run upon. */
interface SafePattern {
  readonly expression: RegExp
  readonly textMaxLength: number
}

const cache = new Map<string, SafePattern | string>()
const CACHE_SIZE = 200

/** Whether a text matches a regular expression that came from outside, or null when it is not run (see
 *  {@link patternProblem}). It is compiled once, with the `u` flag. A longer text than is looked at does not match. */
export function matchesPattern(text: string, pattern: string): boolean | null {
  const judged = judgePattern(pattern)
  if (typeof judged === 'string') return null
  return text.length <= judged.textMaxLength && judged.expression.test(text)
}

/** Why a regular expression is not run, or null when it takes no more than a moment whatever the text: it is not valid, too
 *  long, or its time could explode. `(a+)+$` → `a repetition stands inside a repetition, …` */
export function patternProblem(pattern: string): string | null {
  const judged = judgePattern(pattern)
  return typeof judged === 'string' ? judged : null
}

function judgePattern(pattern: string): SafePattern | string {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  if (cache.size >= CACHE_SIZE) cache.clear()
  const judged = judgeAnew(pattern)
  cache.set(pattern, judged)
  return judged
}

function judgeAnew(pattern: string): SafePattern | string {
  if (pattern.length > PATTERN_MAX_LENGTH) return `it is longer than ${PATTERN_MAX_LENGTH} characters`
  const expression = compile(pattern)
  if (expression === null) return 'it is not a valid regular expression'
  const plain = pattern.replaceAll('\\\\', '')
  if (/\\(?:[1-9]|k<)/.test(plain)) return 'it refers back to a group'
  if (/\(\?[ims-]+:/.test(plain)) return 'it changes its flags inside'
  const cost = patternCost(pattern)
  if (typeof cost === 'string') return cost
  const textMaxLength = textLimit(cost)
  return textMaxLength < TEXT_LEAST_LIMIT
    ? 'its repetitions can share a text in too many ways'
    : { expression, textMaxLength }
}

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return null
  }
}

/** Longest text for a cost: from every place a match runs on once for each way, and once more for each endless repetition
 *  that can end in several places. */
function textLimit({ ways, degree }: PatternCost): number {
  return Math.min(TEXT_MAX_LENGTH, Math.floor((STEPS_MAX / ways) ** (1 / (degree + 2))))
}
