import { valueAt } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { resolveTokens, type ThemeProblem } from '#machines/site/theme.rules.ts'
import { type ContrastProblem, checkContrast } from '#machines/site/theme-contrast.rules.ts'
import type { BrandProblem, ThemeTokens } from '#schemas'
import { type BrandLevel, levelsOf, locateFault, writerOf } from './brand-level.ts'
import { quoted, shown } from './problem-words.ts'
import type { DocumentFault } from './value-faults.ts'

export const THEME_FILE = 'theme.tokens.json'

/** Aliases that lead nowhere, and pairs of colours that are too close (OPS-9). */
export function checkTheme(level: BrandLevel): readonly BrandProblem[] {
  const document = level.documents.get(THEME_FILE)
  if (!document) return []
  const tokens = document.value as unknown as ThemeTokens
  const { problems, contrasts } = judged(tokens)
  const faults = [
    ...problems.map((problem) => tokenFault(problem, tokens)),
    ...contrasts.map((problem) => contrastFault(level, tokens, problem)),
  ]
  return faults.flatMap((fault) => locateFault(level, THEME_FILE, fault))
}

interface Judgement {
  readonly problems: readonly ThemeProblem[]
  readonly contrasts: readonly ContrastProblem[]
}

const judgements = new WeakMap<ThemeTokens, Judgement>()

/** What is wrong with a theme; found once for all brands that share it. */
function judged(tokens: ThemeTokens): Judgement {
  const known = judgements.get(tokens)
  if (known) return known
  const { theme, problems } = resolveTokens(tokens)
  const judgement = { problems, contrasts: checkContrast(theme) }
  judgements.set(tokens, judgement)
  return judgement
}

function tokenFault({ code, pointer, params }: ThemeProblem, tokens: ThemeTokens): DocumentFault {
  const found = shown(valueAt(tokens, pointer))
  const token = params.token ?? ''
  switch (code) {
    case 'theme.alias_unknown': {
      const suggestion = nearest(params.alias ?? '', tokenNames(tokens))
      const fix = suggestion === null ? 'Name a token of the theme.' : `Did you mean {${suggestion}}?`
      const message = `${token} refers to {${params.alias}}, but there is no such token. ${fix}`
      return {
        pointer,
        found,
        expected: 'the name of a token in braces',
        suggestion: suggestion && `{${suggestion}}`,
        message,
      }
    }
    case 'theme.alias_cycle':
      return plain(
        pointer,
        found,
        'an alias that ends at a value',
        `${token} refers to itself by way of ${params.chain}. Give one of them a value.`,
      )
    case 'theme.alias_type':
      return plain(
        pointer,
        found,
        `a token of type ${params.expected}`,
        `${token} needs a ${params.expected}, but {${params.alias}} is a ${params.actual}. Refer to another token.`,
      )
    case 'theme.hex_differs':
      return plain(
        pointer,
        found,
        String(params.actual),
        `hex of ${token} is ${params.hex}, but its components are ${params.actual}; tools would disagree. Leave hex out, or write ${params.actual}.`,
      )
    case 'theme.colour_transparent':
      return plain(
        pointer,
        found,
        'a colour without transparency',
        `${token} is transparent, so what stands under it would decide whether it can be read. Write an opaque colour.`,
      )
  }
}

function plain(pointer: string, found: string, expected: string, message: string): DocumentFault {
  return { pointer, found, expected, suggestion: null, message }
}

function contrastFault(
  level: BrandLevel,
  tokens: ThemeTokens,
  { pair, ratio, required }: ContrastProblem,
): DocumentFault {
  const [foreground, background] = pair
  const expected = `a contrast of at least ${required}:1`
  const message = `${foreground} upon ${background} has a contrast of ${ratio}:1, so many people could not read it; ${expected} is needed. Make one of them lighter or darker.`
  const pointer = latestWritten(level, [...aliasChain(tokens, foreground), ...aliasChain(tokens, background)])
  return plain(pointer, `${ratio}:1 between ${quoted(foreground)} and ${quoted(background)}`, expected, message)
}

/** Pointers of a token's value and of all that it refers to. */
function aliasChain(tokens: ThemeTokens, name: string, seen: readonly string[] = []): readonly string[] {
  if (seen.includes(name)) return []
  const pointer = `/${name.replaceAll('.', '/')}/$value`
  const alias = /^\{(.+)\}$/.exec(String(valueAt(tokens, pointer)))?.[1]
  return [pointer, ...(alias ? aliasChain(tokens, alias, [...seen, name]) : [])]
}

/** Of several values that together are wrong, the one that the youngest folder wrote: there it can be put right. */
function latestWritten(level: BrandLevel, pointers: readonly string[]): string {
  const ranks = levelsOf(level).map(({ layer }) => layer)
  const rank = (pointer: string) => {
    const writer = writerOf(level, THEME_FILE, pointer)
    return writer?.pointer === pointer ? ranks.indexOf(writer.layer) : -1
  }
  return pointers.reduce((best, pointer) => (rank(pointer) > rank(best) ? pointer : best))
}

function tokenNames(node: unknown, name = ''): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  if ('$value' in node) return [name]
  return Object.entries(node).flatMap(([key, child]) =>
    key.startsWith('$') ? [] : tokenNames(child, name ? `${name}.${key}` : key),
  )
}
