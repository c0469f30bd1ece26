/** What the picture of a game says. */
export interface GamePictureWords {
  readonly brand: string
  readonly championship: string
  /** One side or two. */
  readonly sides: readonly string[]
  readonly start: string
  readonly direction: 'ltr' | 'rtl'
}

/** Colours of a picture, as `#0a1830`. */
export interface PictureColours {
  readonly canvas: string
  readonly surface: string
  readonly text: string
  readonly accent: string
}

const SIZE = { width: 1200, height: 630 }
const MARGIN = 80
const ARABIC = /[\p{Script=Arabic}]+(?:\s+[\p{Script=Arabic}]+)*/gu
/** What the faces of pictures have; a name with any other letter would show boxes. */
const WRITTEN =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{N}\p{P}\p{Sc}\p{M}\s+|=<>^`~]*$/u
const LONGEST = 44
/** Width of a letter of the faces as a share of its size, on the wide side. */
const LETTER_SHARE = 0.58
const SIDE_SIZE = { most: 92, least: 40 }

/** Whether the faces of pictures have every letter of it. */
export function isWritable({ brand, championship, sides, start }: GamePictureWords): boolean {
  return [brand, championship, start, ...sides].every((text) => WRITTEN.test(text))
}

/** The picture of a game as SVG: the brand above, the championship, the sides as large as they fit, and the start.
 *  @param icon the brand's sign as a data address; null without one */
export function gamePictureSvg(words: GamePictureWords, colours: PictureColours, icon: string | null): string {
  const { width, height } = SIZE
  const isRtl = words.direction === 'rtl'
  const edge = isRtl ? width - MARGIN : MARGIN
  const line = (text: string, y: number, size: number, colour: string, opacity = 1) =>
    `<text x="${edge}" y="${y}" font-size="${size}" fill="${colour}" fill-opacity="${opacity}"${isRtl ? ' text-anchor="end"' : ''} font-family="Inter">${runs(text)}</text>`
  const sides = words.sides.slice(0, 2).map((name) => cut(name))
  const size = sizeOf(sides)
  const first = sides.length > 1 ? 330 : 380
  const iconX = isRtl ? width - MARGIN - 72 : MARGIN
  const brandX = icon ? edge + (isRtl ? -92 : 92) : edge
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.canvas}"/>`,
    `<rect y="${height - 16}" width="${width}" height="16" fill="${colours.accent}"/>`,
    icon ? `<image x="${iconX}" y="64" width="72" height="72" href="${icon}"/>` : '',
    line(cut(words.brand), 114, 44, colours.text).replace(`x="${edge}"`, `x="${brandX}"`),
    line(cut(words.championship), 220, 34, colours.text, 0.72),
    ...sides.map((name, index) => line(name, first + index * Math.round(size * 1.24), size, colours.text)),
    line(words.start, height - 72, 34, colours.text, 0.72),
    '</svg>',
  ].join('')
}

/** The size at which the longest side fits into the width. */
function sizeOf(sides: readonly string[]): number {
  const letters = Math.max(1, ...sides.map((name) => [...name].length))
  const fitting = Math.floor((SIZE.width - 2 * MARGIN) / (letters * LETTER_SHARE))
  return Math.min(SIDE_SIZE.most, Math.max(SIDE_SIZE.least, fitting))
}

function cut(text: string): string {
  const letters = [...text]
  return letters.length <= LONGEST
    ? text
    : `${letters
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
}

/** A text in pieces of one face: the renderer asks the next face for no letter of Arabic by itself. */
function runs(text: string): string {
  let at = 0
  let svg = ''
  for (const { 0: word, index } of text.matchAll(ARABIC)) {
    svg += `${escaped(text.slice(at, index))}<tspan font-family="Vazirmatn">${escaped(word)}</tspan>`
    at = index + word.length
  }
  return svg + escaped(text.slice(at))
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u{fffe}\u{ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
