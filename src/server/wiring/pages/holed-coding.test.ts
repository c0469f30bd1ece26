import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fillHoles, type HoledBytes, holesOf, newMarks } from './holed-bytes.ts'
import { CODINGS, codeOnce, codeWithHoles, fillCoded } from './holed-coding.ts'

const valuesOf = (seed: number) => ({
  nonce: Buffer.alloc(18, seed).toString('base64'),
  requestId: String(seed).padStart(21, 'x'),
})
const decode = { br: brotliDecompressSync, gzip: gunzipSync }

/** A page with nonces at its start and at its end, and that many bytes without repetitions between them. */
function pageWith(bytesBetween: number, marks = newMarks()): HoledBytes {
  const links = Array.from({ length: 30 }, (_, index) => {
    return `<link rel="modulepreload" nonce="${marks.nonce}" href="/assets/chunk-${index * 7919}.js">`
  })
  const body = randomBytes(bytesBetween / 2).toString('hex')
  const html = `<!doctype html>${links.join('')}{"requestId":"${marks.requestId}","text":"Ставка — العربية"}${body}<p>${marks.requestId}</p><script nonce="${marks.nonce}"></script>`
  return holesOf(Buffer.from(html), marks)
}

describe.each(CODINGS)('a page in %s', (coding) => {
  test.each([2000, 40_000, 400_000])('is coded once and filled for each answer, %i bytes long', async (length) => {
    const page = pageWith(length)
    expect(page.holes.length).toBe(33)
    const coded = await codeWithHoles(coding, page)
    if (!coded) throw new Error('it was not coded')
    for (const seed of [1, 2, 77, 255]) {
      const html = fillHoles(page, valuesOf(seed))
      const answer = fillCoded(coding, coded, valuesOf(seed), html)
      expect(decode[coding](answer).equals(html)).toBe(true)
      expect(html.includes('\x7f')).toBe(false)
    }
  })

  test('is hardly larger than one that is coded for its answer', async () => {
    const page = pageWith(40_000)
    const once = await codeOnce(coding, fillHoles(page, valuesOf(3)))
    const coded = await codeWithHoles(coding, page)
    expect(coded?.bytes.length).toBeLessThan(once.length * 1.02)
  })

  test('comes out right or is not coded for many, also where the coder does not look closely', async () => {
    const marks = newMarks()
    const id = marks.requestId
    for (let length = 0; length < 1000; length += 90) {
      const between = randomBytes(length / 2).toString('hex')
      const page = holesOf(Buffer.from(`<p>"${id}","text":"x"}${between}<p>${id}</p>`), marks)
      const coded = await codeWithHoles(coding, page)
      const html = fillHoles(page, valuesOf(9))
      if (coded) expect(decode[coding](fillCoded(coding, coded, valuesOf(9), html)).toString()).toBe(html.toString())
    }
  })
})

test('a value that is longer or shorter than its hole is refused', () => {
  const page = pageWith(200)
  for (const nonce of ['short', 'x'.repeat(25)])
    expect(() => fillHoles(page, { ...valuesOf(1), nonce })).toThrow('the nonce is not 24 bytes long')
})

test('no two pages have the same marks', () => {
  const marks = Array.from({ length: 200 }, () => newMarks().nonce)
  expect(new Set(marks).size).toBe(marks.length)
})
