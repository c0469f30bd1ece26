import { crc32 } from 'node:zlib'
import type { TextFault } from '../check/text-fault.ts'
import { woff2Damage } from './woff2-damage.ts'

/** Forms of pictures and fonts that browsers read, by the ending of their file. */
interface MediaForm {
  readonly endings: readonly string[]
  /** As a message names it. */
  readonly name: string
  /** Whether the bytes begin as a file of this form does. */
  readonly isMeant: (bytes: Buffer) => boolean
  /** What is broken in a file of this form; null when it is whole. */
  readonly damage: (bytes: Buffer) => string | null
}

const FORMS: readonly MediaForm[] = [
  { endings: ['png'], name: 'a PNG picture', isMeant: startsWith('\x89PNG\r\n\x1a\n'), damage: pngDamage },
  { endings: ['jpg', 'jpeg'], name: 'a JPEG picture', isMeant: startsWith('\xff\xd8\xff'), damage: jpegDamage },
  { endings: ['gif'], name: 'a GIF picture', isMeant: startsWith('GIF8'), damage: gifDamage },
  { endings: ['webp'], name: 'a WebP picture', isMeant: isWebp, damage: webpDamage },
  { endings: ['avif'], name: 'an AVIF picture', isMeant: isAvif, damage: avifDamage },
  { endings: ['ico'], name: 'an icon in the ICO form', isMeant: startsWith('\0\0\x01\0'), damage: icoDamage },
  { endings: ['woff2'], name: 'a WOFF2 font', isMeant: startsWith('wOF2'), damage: woff2Damage },
  { endings: ['woff'], name: 'a WOFF font', isMeant: startsWith('wOFF'), damage: woffDamage },
  { endings: ['ttf'], name: 'a TrueType font', isMeant: startsWith('\0\x01\0\0'), damage: fontDamage },
  { endings: ['otf'], name: 'an OpenType font', isMeant: startsWith('OTTO'), damage: fontDamage },
  { endings: ['svg'], name: 'an SVG picture', isMeant: isSvg, damage: () => null },
]

/** What is wrong with the bytes of a picture or a font: those of another form than its name says, or of a file that is cut off. The
 *  drawing of an SVG is judged elsewhere.
 *  @param path inside the brand folder, with an ending that a brand may use */
export function mediaFaults(path: string, content: Uint8Array): readonly TextFault[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const form = FORMS.find(({ endings }) => endings.includes(endingOf(path)))
  if (!form) return []
  if (bytes.length === 0)
    return [faultOf('an empty file', form.name, `${path} is empty. Export it again, or remove it.`)]
  // The two forms of fonts without compression may have either ending.
  const isFont =
    form.damage === fontDamage && FORMS.some((other) => other.damage === fontDamage && other.isMeant(bytes))
  if (!form.isMeant(bytes) && !isFont) return [otherForm(path, form, bytes)]
  const damage = form.damage(bytes)
  if (damage === null) return []
  return [
    faultOf(
      damage,
      form.name,
      `${path} is a broken file, of which browsers show a part or nothing: ${damage}. Export it again.`,
    ),
  ]
}

function otherForm(path: string, form: MediaForm, bytes: Buffer): TextFault {
  const actual = FORMS.find((other) => other.isMeant(bytes))
  const found = actual?.name ?? (isText(bytes) ? 'a text' : 'something else')
  const name = path.slice(path.lastIndexOf('/') + 1)
  const better = actual && `${name.slice(0, name.lastIndexOf('.'))}.${actual.endings[0]}`
  const fix = better
    ? `Name it ${better}, and so where it is named in the configuration, or save it as ${form.name}.`
    : `Put ${form.name} in its place.`
  const fault = faultOf(found, form.name, `${path} is not ${form.name}, as its name says, but ${found}. ${fix}`)
  return { ...fault, suggestion: better ?? null }
}

function faultOf(found: string, expected: string, message: string): TextFault {
  return { place: { line: 1, column: 1 }, found, expected, message }
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function startsWith(text: string): (bytes: Buffer) => boolean {
  const head = Buffer.from(text, 'latin1')
  return (bytes) => bytes.subarray(0, head.length).equals(head)
}

function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 1024).some((byte) => byte < 9)
}

function isSvg(bytes: Buffer): boolean {
  return isText(bytes) && /<(?:[\w-]+:)?svg\b/i.test(bytes.toString('utf8'))
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}

function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  return /avi[fs]/.test(bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), bytes.length)))
}

const CUT_OFF = 'it breaks off before its end'
const NO_AREA = 'it is 0 px wide or high'
const NO_PICTURE = 'it holds no picture'

/** Chunks of a length, a name of four letters, their bytes and a checksum of name and bytes. */
function pngDamage(bytes: Buffer): string | null {
  let hasPicture = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length) return CUT_OFF
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return `the checksum of its part ${name} is wrong`
    if (at === 8) {
      if (name !== 'IHDR' || length !== 13) return 'it does not begin with its size'
      if (bytes.readUInt32BE(16) === 0 || bytes.readUInt32BE(20) === 0) return NO_AREA
    }
    if (name === 'IDAT') hasPicture = true
    if (name === 'IEND') return hasPicture ? null : NO_PICTURE
    at = end
  }
  return CUT_OFF
}

/** Segments of a marker and a length up to the scan, which an end marker closes. */
function jpegDamage(bytes: Buffer): string | null {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return 'its parts do not follow each other'
    const marker = bytes[at + 1] ?? 0
    const length = bytes.readUInt16BE(at + 2)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame && at + 9 <= bytes.length && bytes.readUInt16BE(at + 7) === 0) return NO_AREA
    if (marker === 0xda) return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? null : CUT_OFF
    at += marker === 0xff ? 1 : 2 + length
  }
  return CUT_OFF
}

function gifDamage(bytes: Buffer): string | null {
  if (bytes.length < 14) return CUT_OFF
  if (bytes.readUInt16LE(6) === 0 || bytes.readUInt16LE(8) === 0) return NO_AREA
  return bytes.at(-1) === 0x3b ? null : CUT_OFF
}

function webpDamage(bytes: Buffer): string | null {
  if (bytes.length < 20 || bytes.readUInt32LE(4) + 8 > bytes.length) return CUT_OFF
  return /^VP8[ LX]$/.test(bytes.toString('latin1', 12, 16)) ? null : NO_PICTURE
}

/** Boxes of a length and a name of four letters. */
function avifDamage(bytes: Buffer): string | null {
  const names: string[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) return CUT_OFF
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= bytes.length
    const length = short === 0 ? bytes.length - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short
    if (length < 8 || at + length > bytes.length) return CUT_OFF
    names.push(bytes.toString('latin1', at + 4, at + 8))
    at += length
  }
  const hasDots = names.includes('mdat') || bytes.includes('idat')
  return names.includes('meta') && hasDots ? null : NO_PICTURE
}

function icoDamage(bytes: Buffer): string | null {
  const count = bytes.length < 6 ? 0 : bytes.readUInt16LE(4)
  if (count === 0) return NO_PICTURE
  for (let at = 6; at < 6 + count * 16; at += 16) {
    if (at + 16 > bytes.length || bytes.readUInt32LE(at + 8) + bytes.readUInt32LE(at + 12) > bytes.length)
      return CUT_OFF
  }
  return null
}

function woffDamage(bytes: Buffer): string | null {
  return bytes.length < 44 || bytes.readUInt32BE(8) > bytes.length ? CUT_OFF : null
}

/** A directory of tables, each with its place and length. */
function fontDamage(bytes: Buffer): string | null {
  const count = bytes.length < 12 ? 0 : bytes.readUInt16BE(4)
  if (count === 0) return 'it holds no letters'
  for (let at = 12; at < 12 + count * 16; at += 16) {
    if (at + 16 > bytes.length || bytes.readUInt32BE(at + 8) + bytes.readUInt32BE(at + 12) > bytes.length)
      return CUT_OFF
  }
  return null
}
