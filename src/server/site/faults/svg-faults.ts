import { placeAt } from '../brands/json-source.ts'
import type { TextFault } from '../check/text-fault.ts'
import { shown } from './problem-words.ts'

interface Danger {
  readonly pattern: RegExp
  readonly why: string
}

/** What a picture may not hold: whatever runs, or is fetched from elsewhere. */
const DANGERS: readonly Danger[] = [
  { pattern: /<\s*(?:[\w-]+:)?script\b/gi, why: 'a script' },
  { pattern: /<\s*(?:[\w-]+:)?(?:foreignObject|iframe|embed|object|handler|listener)\b/gi, why: 'foreign content' },
  { pattern: /\son[a-z]+\s*=/gi, why: 'an event handler' },
  {
    pattern:
      /\s(?:[\w-]+:)?(?:href|src)\s*=\s*["']?(?!#|["']?#|data:image\/(?:png|jpeg|webp|gif);|["']data:image\/(?:png|jpeg|webp|gif);)[^"'>\s]/gi,
    why: 'a reference to something outside the picture',
  },
  { pattern: /url\(\s*["']?(?!#)[^)\s"']/gi, why: 'a style that fetches something outside the picture' },
  {
    pattern: /\sattributeName\s*=\s*["']?\s*(?:(?:[\w-]+:)?href|on[a-z]+)/gi,
    why: 'an animation of an address or a handler',
  },
  { pattern: /@import\b/gi, why: 'a style that fetches something outside the picture' },
  { pattern: /<!(?:DOCTYPE|ENTITY)\b/gi, why: 'a document type with entities' },
  { pattern: /<\?(?!xml\s)/gi, why: 'a processing instruction' },
]

/** What makes an SVG unsafe to serve: an empty list for a plain picture. */
export function svgFaults(text: string): readonly TextFault[] {
  const faults = DANGERS.flatMap(({ pattern, why }) =>
    [...text.matchAll(pattern)].map((match) => ({
      offset: match.index + leadingSpace(match[0]),
      found: match[0].trim(),
      why,
    })),
  )
  if (!/<\s*svg\b/i.test(text)) faults.push({ offset: 0, found: text.slice(0, 20), why: 'no <svg> element' })
  return faults
    .sort((left, right) => left.offset - right.offset)
    .map(({ offset, found, why }) => ({
      place: placeAt(text, offset),
      found: shown(found),
      expected: 'a picture that runs nothing and fetches nothing',
      message: `The picture holds ${why} (${shown(found)}), which could act in the name of the player. Remove it, or export the picture as plain SVG.`,
    }))
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length
}
