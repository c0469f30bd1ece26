import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { judgeAsset } from './asset-check.rules.ts'

const ASSETS = join(import.meta.dirname, '../../../../brands/_base/assets')
const text = (value: string) => new TextEncoder().encode(value)

/** A PNG whose header says a size; its picture is a few bytes. */
function png(widthPx: number, heightPx: number): Uint8Array {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', Buffer.from([1, 2, 3])), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]))
}

const reasonOf = (path: string, bytes: Uint8Array) => {
  const verdict = judgeAsset(path, bytes)
  return verdict.isFine ? '' : verdict.reason
}

test('a picture is taken with the size that its bytes say', () => {
  expect(judgeAsset('promo/cup.png', png(640, 320))).toEqual({ isFine: true, size: { widthPx: 640, heightPx: 320 } })
  expect(judgeAsset('mark.svg', new Uint8Array(readFileSync(join(ASSETS, 'favicon.svg'))))).toEqual({
    isFine: true,
    size: null,
  })
})

test('no name leads out of the folder of assets or hides there', () => {
  for (const path of [
    '../brand.png',
    'a/../../brand.png',
    '/etc/x.png',
    'a//b.png',
    '.x.png',
    'a/.x.png',
    'A.png',
    'a\\b.png',
  ])
    expect(reasonOf(path, png(1, 1)), path).toContain('is not the name of a picture or a font')
  expect(reasonOf('page.html', text('<p>'))).toContain('is not the name')
})

test('the bytes count, not the name: a page called PNG and a PNG called JPEG are refused', () => {
  expect(reasonOf('cup.png', text('<!doctype html><script>alert(1)</script>'))).toContain('is not a PNG picture')
  expect(reasonOf('cup.jpg', png(4, 4))).toContain('Name it cup.png')
  expect(reasonOf('cup.png', png(4, 4).subarray(0, 40))).toContain('broken')
})

test('a picture of few bytes that unpacks to billions of pixels is refused, and so are fonts of that kind', () => {
  expect(reasonOf('cup.png', png(60_000, 60_000))).toContain('60000 × 60000 px')
  expect(reasonOf('cup.png', png(8000, 8000))).toContain('24 million')
  const font = Buffer.alloc(64)
  font.write('wOFF', 'latin1')
  font.writeUInt32BE(64, 8)
  font.writeUInt32BE(1_000_000_000, 16)
  expect(reasonOf('text.woff', font)).toContain('once it is unpacked')
  expect(reasonOf('big.png', new Uint8Array(5 * 1024 * 1024))).toContain('at most 4.0 MB')
})

test.each([
  ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  [
    'a javascript link',
    '<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:alert(1)"><path d="M0 0"/></a></svg>',
  ],
  ['foreign content', '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><p/></foreignObject></svg>'],
  ['something fetched', '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://evil.example/x.png"/></svg>'],
  ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'],
  ['an animated handler', '<svg xmlns="http://www.w3.org/2000/svg"><set attributeName="onclick" to="alert(1)"/></svg>'],
])('an SVG with %s is refused, and the line is named', (_what, svg) => {
  expect(reasonOf('mark.svg', text(svg))).toMatch(/^Line 1: /)
})

test('an SVG in another encoding, in which something could hide, is refused', () => {
  expect(
    reasonOf('mark.svg', text('<?xml version="1.0" encoding="utf-7"?><svg xmlns="http://www.w3.org/2000/svg"/>')),
  ).toContain('not UTF-8')
})
