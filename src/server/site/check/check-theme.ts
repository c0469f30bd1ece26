import { valueAt } from '#machines/site/merge-patch.rules.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import { proposedColour } from '#machines/site/theme/contrast-proposal.rules.ts'
import { resolveTokens, type ThemeProblem } from '#machines/site/theme/theme.rules.ts'
import { type ContrastProblem, checkContrast } from '#machines/site/theme/theme-contrast.rules.ts'
import { aliasChain } from '#machines/site/theme/token-contrasts.rules.ts'
import type { BrandProblem, ThemeTokens } from '#schemas'
import { type BrandLevel, levelsOf, locateFault, writerOf } from '../brands/brand-level.ts'
import { quoted, shown } from '../faults/problem-words.ts'
import type { DocumentFault } from '../faults/value-faults.ts'
import { boundFaults } from './theme-bounds.ts'

export const THEME_FILE = 'theme.tokens.json'

/** Aliases that lead nowhere, and pairs of colours that are too close (OPS-9). */
export function checkTheme(level: BrandLevel): readonly BrandProblem[] {
  const document = level.documents.get(THEME_FILE)
  if (!document) return []
  const tokens = document.value as unknown as ThemeTokens
  const { problems, contrasts } = judged(tokens)
  const faults = [
    ...boundFaults(tokens),
    ...fontFaults(level, tokens),
    ...problems.map((problem) => tokenFault(problem, tokens)),
    ...contrastFaults(level, tokens, contrasts),
  ]
  return faults.flatMap((fault) => locateFault(level, THEME_FILE, fault))
}

const FONT_TOKENS = ['text', 'display', 'arabic'] as const

/** Fonts of its own that the brand has no file of. */
function fontFaults(level: BrandLevel, { font }: ThemeTokens): readonly DocumentFault[] {
  const files = levelsOf(level).flatMap(({ layer }) => [...layer.files.keys()])
  return FONT_TOKENS.flatMap((name) => {
    const path = font[name].$value
    if (!path.endsWith('.woff2') || files.includes(`assets/${path}`)) return []
    const fonts = files.filter((file) => file.endsWith('.woff2')).map((file) => file.slice('assets/'.length))
    const meant = nearest(path, fonts)
    const fix = meant === null ? 'Put the file there, or name a family of the engine.' : `Did you mean ${meant}?`
    const message = `font.${name} names ${path}, but there is no such file below assets. ${fix}`
    return [
      {
        ...{ pointer: `/font/${name}/$value`, found: quoted(path), expected: 'a WOFF2 file below assets' },
        ...{ suggestion: meant, message },
      },
    ]
  })
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
        `${token} is transparent, so whatever is behind it would decide whether it can be read. Write an opaque colour.`,
      )
  }
}

function plain(pointer: string, found: string, expected: string, message: string): DocumentFault {
  return { pointer, found, expected, suggestion: null, message }
}

/** Pairs that are too close, reported together at the value that can put them right, with a colour that is far
 *  enough. */
function contrastFaults(
  level: BrandLevel,
  tokens: ThemeTokens,
  contrasts: readonly ContrastProblem[],
): readonly DocumentFault[] {
  const byPlace = Map.groupBy(contrasts, ({ pair: [foreground, background] }) =>
    latestWritten(level, [...aliasChain(tokens, foreground), ...aliasChain(tokens, background)]),
  )
  return [...byPlace].map(([pointer, problems]) => contrastFault(tokens, pointer, problems))
}

function contrastFault(tokens: ThemeTokens, pointer: string, problems: readonly ContrastProblem[]): DocumentFault {
  const worstFirst = problems.toSorted((left, right) => left.ratio / left.required - right.ratio / right.required)
  const told = worstFirst.map(
    ({ pair: [foreground, background], ratio, required }) =>
      `${foreground} upon ${background} has ${ratio}:1 and needs ${required}:1`,
  )
  const proposal = proposedColour(tokens, pointer, worstFirst)
  const suggestion = proposal?.colour ?? null
  const reach = proposal?.isEnough ? 'passes' : 'passes in the first; for the others change what it is drawn with'
  const fix =
    suggestion === null
      ? 'Make one of them lighter or darker.'
      : `${quoted(suggestion)} here, of the same hue, ${reach}.`
  const message = `Many people could not read this: ${told.join('; ')}. ${fix}`
  const [{ pair, ratio, required }] = worstFirst as [ContrastProblem]
  const found = `${ratio}:1 between ${quoted(pair[0])} and ${quoted(pair[1])}`
  const expected = suggestion === null ? `a contrast of at least ${required}:1` : quoted(suggestion)
  return { pointer, found, expected, suggestion, message }
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
