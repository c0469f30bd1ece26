import { roleOfPath } from '../../site/brands/brand-files.ts'
import { markupFaults } from '../../site/faults/markup-faults.ts'
import { mediaFaults } from '../../site/faults/media-faults.ts'
import { type PictureSize, pictureSize } from '../../site/faults/picture-size.ts'
import { svgFaults } from '../../site/faults/svg-faults.ts'

/** What a file that was uploaded is, or why it is not taken. */
export type AssetVerdict =
  | { readonly isFine: true; readonly size: PictureSize | null }
  /** What is wrong, with the way to mend it, for the operator. */
  | { readonly isFine: false; readonly reason: string }

/** Largest file, in bytes. */
export const MOST_ASSET_BYTES = 4 * 1024 * 1024
const MOST_SVG_BYTES = 512 * 1024
/** Most px of a side, and of the whole: a phone gives up on more, and a few bytes can name billions of them. */
const MOST_SIDE_PX = 8192
const MOST_AREA_PX = 24_000_000
/** Most bytes that a font may have once it is unpacked. */
const MOST_FONT_BYTES = 16 * 1024 * 1024

/** A path below `assets`: no step leads out of the folder, no name is hidden. */
const ASSET_PATH = /^[a-z0-9][a-z0-9_-]*(?:[/.][a-z0-9][a-z0-9_-]*)*$/

/** Judges a file by its name and its bytes, never by what the browser calls it: whether it is what its ending says, whole, small
 *  enough to be drawn, and, as an SVG, without anything that runs or is fetched.
 *  @param path below `assets`: `promo/summer.webp` */
export function judgeAsset(path: string, bytes: Uint8Array): AssetVerdict {
  const role = roleOfPath(`assets/${path}`, [])
  if (!ASSET_PATH.test(path) || role.kind !== 'asset') {
    const expected = role.kind === 'unknown' ? role.expected : 'an image or a font with a lower-case name'
    return refused(`${JSON.stringify(path)} is not the name of a picture or a font. Name it as ${expected}.`)
  }
  const isSvg = path.endsWith('.svg')
  const most = isSvg ? MOST_SVG_BYTES : MOST_ASSET_BYTES
  if (bytes.byteLength > most)
    return refused(
      `It has ${inMegabytes(bytes.byteLength)} MB, and at most ${inMegabytes(most)} MB are taken. Export it smaller.`,
    )
  const [fault] = mediaFaults(path, bytes)
  if (fault) return refused(fault.message)
  return isSvg ? judgedSvg(bytes) : (tooLarge(bytes) ?? { isFine: true, size: pictureSize(bytes) })
}

function judgedSvg(bytes: Uint8Array): AssetVerdict {
  const text = decoded(bytes)
  if (text === null) return refused('It is not UTF-8. Export it again as plain SVG.')
  const [fault] = [...svgFaults(text), ...markupFaults(text)]
  return fault ? refused(`Line ${fault.place.line}: ${fault.message}`) : { isFine: true, size: null }
}

/** Text in another encoding could hide from a check what a browser would read in it. */
function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^[^<]*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)/i.test(text) ? null : text
  } catch {
    return null
  }
}

function tooLarge(bytes: Uint8Array): AssetVerdict | null {
  const size = pictureSize(bytes)
  if (size) {
    const { widthPx, heightPx } = size
    const isSmall = Math.max(widthPx, heightPx) <= MOST_SIDE_PX && widthPx * heightPx <= MOST_AREA_PX
    return isSmall
      ? null
      : refused(
          `It is ${widthPx} × ${heightPx} px; at most ${MOST_SIDE_PX} px a side and ${MOST_AREA_PX / 1_000_000} million px in all are taken. Scale it down.`,
        )
  }
  const unpacked = unpackedFont(bytes)
  return unpacked > MOST_FONT_BYTES
    ? refused(
        `The font says it has ${inMegabytes(unpacked)} MB once it is unpacked; at most ${inMegabytes(MOST_FONT_BYTES)} MB are taken. Leave out letters that you do not need.`,
      )
    : null
}

/** Bytes of a WOFF or WOFF2 font once it is unpacked, as its header says (`totalSfntSize`); 0 of anything else. */
function unpackedFont(content: Uint8Array): number {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  return /^wOF[F2]/.test(bytes.toString('latin1', 0, 4)) && bytes.length >= 20 ? bytes.readUInt32BE(16) : 0
}

function inMegabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1)
}

function refused(reason: string): AssetVerdict {
  return { isFine: false, reason }
}
