/** Longest pattern that is run. */
const PATTERN_MAX_LENGTH = 300
/** Longest text by the count of endless repetitions in the pattern: the time grows with a power of the length. */
const TEXT_MAX_LENGTHS = [2000, 2000, 300, 128] as const

/** A pattern that may be run, with the longest text that it is run upon. */
interface SafePattern {
  readonly expression: RegExp
  readonly textMaxLength: number
}

const cache = new Map<string, SafePattern | null>()
const CACHE_SIZE = 200

/** Whether a text matches a regular expression that came from outside, or null when it is not run: invalid, too long, or
 *  able to run for ever. It is compiled once, with the `u` flag. A longer text than is looked at does not match. */
export function matchesPattern(text: string, pattern: string): boolean | null {
  const safe = safePattern(pattern)
  return safe === null ? null : text.length <= safe.textMaxLength && safe.expression.test(text)
}

/** Whether a regular expression is valid and takes no more than a moment, whatever the text. */
export function isUsablePattern(pattern: string): boolean {
  return safePattern(pattern) !== null
}

/** Whether a pattern is short, refers back to no group, repeats no group that holds a repetition or a choice, and has few
 *  endless repetitions. */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > PATTERN_MAX_LENGTH) return false
  if (/\\(?:[1-9]|k<)/.test(pattern.replaceAll('\\\\', ''))) return false
  return endlessRepetitions(pattern) < TEXT_MAX_LENGTHS.length && !repeatsRepetition(bare(pattern))
}

function safePattern(pattern: string): SafePattern | null {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  if (cache.size >= CACHE_SIZE) cache.clear()
  const safe = isSafePattern(pattern) ? tryCompile(pattern) : null
  cache.set(pattern, safe)
  return safe
}

function tryCompile(pattern: string): SafePattern | null {
  const textMaxLength = TEXT_MAX_LENGTHS[endlessRepetitions(pattern)]
  if (textMaxLength === undefined) return null
  try {
    return { expression: new RegExp(pattern, 'u'), textMaxLength }
  } catch {
    return null
  }
}

function endlessRepetitions(pattern: string): number {
  return bare(pattern).match(/[*+]|\{\d+,(?:\d{3,})?\}/g)?.length ?? 0
}

/** The pattern with `x` for every escape and class, so that what is left of `+`, `*` and brackets means itself. */
function bare(pattern: string): string {
  return pattern.replace(/\\[\s\S]/g, 'x').replace(/\[[^\]]*\]/g, 'x')
}

/** Groups are taken out from the inside; a group that is or holds a repetition may not be repeated itself. */
function repeatsRepetition(source: string): boolean {
  let rest = source
  for (;;) {
    const group = /\((?:\?(?:<?[=!]|:|<[^>]*>))?([^()]*)\)([*+?]|\{\d+(?:,\d*)?\})?/.exec(rest)
    if (group === null) return false
    const [whole, inner = '', repetition = ''] = group
    const isRepeated = repetition !== '' && repetition !== '?'
    const hasRepetition = /[*+|]|\{\d+,/.test(inner)
    if (hasRepetition && isRepeated) return true
    const left = hasRepetition || isRepeated ? 'x+' : 'x'
    rest = rest.slice(0, group.index) + left + rest.slice(group.index + whole.length)
  }
}
