import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** How two pictures differ. */
export interface PictureDifference {
  /** The later picture in grey, with what changed marked in colour, as a PNG. */
  readonly marked: Uint8Array
  /** How much of the larger picture changed, 0 to 1. */
  readonly share: number
}

/** How far colours may be apart and still count as the same, 0 to 1: less than what an eye sees, more than what rounding makes. */
const THRESHOLD = 0.1

/** The colour of what changed: red, green, blue. */
const MARK: [number, number, number] = [214, 0, 96]

/** Compares two pictures point by point. What only the taller one has is changed; smoothing of edges is not. */
export function comparePictures(before: Uint8Array, after: Uint8Array): PictureDifference {
  const [left, right] = [readPicture(before), readPicture(after)]
  const width = Math.max(left.width, right.width)
  const height = Math.max(left.height, right.height)
  const common = Math.min(left.height, right.height) * Math.min(left.width, right.width)
  const marks = new PNG({ width, height })
  const pictures = [left, right].map((picture) => onGround(picture, width, height)) as [PNG, PNG]
  const changed = pixelmatch(pictures[0].data, pictures[1].data, marks.data, width, height, {
    threshold: THRESHOLD,
    diffColor: MARK,
    // Edges of letters that moved have changed too; between two pictures that are the same there are none.
    aaColor: MARK,
  })
  // What one of them lacks is transparent there, and so it differs even where the other is white.
  const least = width * height - common
  return { marked: new Uint8Array(PNG.sync.write(marks)), share: Math.max(changed, least) / (width * height) }
}

function readPicture(bytes: Uint8Array): PNG {
  return PNG.sync.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** A picture at the start of a ground of this size, whose rest is transparent. */
function onGround(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture
  const ground = new PNG({ width, height })
  PNG.bitblt(picture, ground, 0, 0, picture.width, picture.height, 0, 0)
  return ground
}
