import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markupFaults } from './markup-faults.ts'
import { mediaFaults } from './media-faults.ts'

function pngPart(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** One grey dot. */
function png(width = 1): Buffer {
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const parts = [
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.from([0, 128]))),
    pngPart('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffc0000b080001000101011100', 'hex'),
  Buffer.from('ffda0008010100003f00d2cf20ffd9', 'hex'),
])
const ICO = Buffer.concat([
  Buffer.from('0000010001000101000001002000', 'hex'),
  Buffer.from([png().length, 0, 0, 0, 22, 0, 0, 0]),
  png(),
])
const AVIF = Buffer.concat([
  Buffer.from('0000001c66747970', 'hex'),
  Buffer.from('avif\0\0\0\0avifmif1miaf', 'latin1'),
  Buffer.from('0000000c6d65746100000000', 'hex'),
  Buffer.from('0000000a6d6461740102', 'hex'),
])
const WOFF2 = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
)
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')

const whole: readonly [string, Buffer][] = [
  ['png', png()],
  ['gif', GIF],
  ['webp', WEBP],
  ['jpg', JPEG],
  ['ico', ICO],
  ['avif', AVIF],
  ['woff2', WOFF2],
  ['svg', SVG],
]

describe('a picture or a font', () => {
  test.each(whole)('OPS-8: a whole %s file has no fault', (ending, bytes) => {
    expect(mediaFaults(`assets/a.${ending}`, bytes)).toEqual([])
  })

  test.each(whole)('OPS-8: %s bytes under any other name are reported with the name that fits', (ending, bytes) => {
    for (const [other] of whole.filter(([name]) => name !== ending)) {
      const [fault] = mediaFaults(`assets/logo.${other}`, bytes)
      expect(fault).toMatchObject({ suggestion: `logo.${ending}` })
      expect(fault?.message).toContain(`Name it logo.${ending}`)
    }
  })

  test.each(whole.filter(([ending]) => ending !== 'svg'))(
    'OPS-8: a %s file that breaks off anywhere is reported',
    (ending, bytes) => {
      fc.assert(
        fc.property(fc.nat({ max: bytes.length - 1 }), (length) => {
          expect(mediaFaults(`assets/a.${ending}`, bytes.subarray(0, length))).toHaveLength(1)
        }),
      )
    },
  )

  test('OPS-8: a text, an empty file, a changed byte and a picture without area are reported', () => {
    const changed = png()
    changed.writeUInt8(1, 45)
    const found = [Buffer.from('I am no picture'), Buffer.alloc(0), changed, png(0)].map(
      (bytes) => mediaFaults('assets/a.png', bytes)[0]?.found,
    )
    expect(found).toEqual([
      'a text',
      'an empty file',
      'the checksum of its part IDAT is wrong',
      'it is 0 px wide or high',
    ])
  })
})

describe('the markup of an SVG', () => {
  test.each([
    ['<svg><path></svg>', 1, 12],
    ['<svg>\n<g></svg>', 2, 4],
    ['<svg><g/>', 1, 1],
    ['<svg width=4></svg>', 1, 1],
    ['<svg>a & b</svg>', 1, 8],
    ['<svg><text>1 < 2</text></svg>', 1, 14],
    ['<svg></svg><', 1, 12],
  ])('%s is reported where it breaks', (text, line, column) => {
    expect(markupFaults(text).map(({ place }) => place)).toEqual([{ line, column }])
  })

  test('comments, texts, instructions and characters by number are no faults', () => {
    const text =
      '<?xml version="1.0"?>\n<!-- < & --><svg a="1" b=\'x>y\'><![CDATA[ < & ]]><text>&amp;&#10;&#xA;</text><g /></svg>\n'
    expect(markupFaults(text)).toEqual([])
  })
})
