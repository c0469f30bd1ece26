import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { comparePictures } from './picture-difference.rules.ts'

type Colour = readonly [number, number, number]
const WHITE: Colour = [255, 255, 255]

/** A picture of one colour, with some points of another. */
function picture(width: number, height: number, points: readonly (readonly [number, number])[] = []): Uint8Array {
  const png = new PNG({ width, height })
  for (let at = 0; at < width * height; at += 1) png.data.set([...WHITE, 255], at * 4)
  for (const [x, y] of points) png.data.set([20, 20, 20, 255], (y * width + x) * 4)
  return new Uint8Array(PNG.sync.write(png))
}

const readPng = (bytes: Uint8Array) => PNG.sync.read(Buffer.from(bytes))

describe('what changed between two pictures', () => {
  test('nothing between a picture and itself', () => {
    expect(comparePictures(picture(20, 20, [[3, 4]]), picture(20, 20, [[3, 4]])).share).toBe(0)
  })

  test('a block that is new is counted and marked, and nothing else is', () => {
    const block = Array.from({ length: 16 }, (_, at) => [4 + (at % 4), 8 + Math.floor(at / 4)] as const)
    const { share, marked } = comparePictures(picture(20, 20), picture(20, 20, block))
    expect(share).toBe(16 / 400)
    const { data, width } = readPng(marked)
    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
    expect(at(5, 9)).toEqual([214, 0, 96])
    expect(at(15, 2)).not.toEqual([214, 0, 96])
  })

  test('what only the taller picture has is changed, even where it is white', () => {
    const { share, marked } = comparePictures(picture(10, 10), picture(10, 15))
    expect(share).toBeCloseTo(1 / 3)
    expect(readPng(marked)).toMatchObject({ width: 10, height: 15 })
  })

  test('is as much from the later to the earlier as the other way round', () => {
    const points = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 30 })
    fc.assert(
      fc.property(points, points, (one, other) => {
        const [left, right] = [picture(12, 12, one), picture(12, 12, other)]
        expect(comparePictures(left, right).share).toBe(comparePictures(right, left).share)
      }),
      { numRuns: 50 },
    )
  })
})
