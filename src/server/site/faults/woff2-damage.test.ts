import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { woff2Damage } from './woff2-damage.ts'

const fontOf = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}-wght-normal.woff2`))
const INTER = fontOf('inter/files/inter-latin')

/** A font of one table of names, packed as the format says. */
function smallFont(names: Buffer, { says = names.length } = {}): Buffer {
  const packed = brotliCompressSync(names)
  const header = Buffer.alloc(48)
  header.write('wOF2', 0, 'latin1')
  header.writeUInt32BE(0x00010000, 4)
  header.writeUInt16BE(1, 12)
  header.writeUInt32BE(packed.length, 20)
  const file = Buffer.concat([header, Buffer.from([5, says]), packed])
  file.writeUInt32BE(file.length, 8)
  return file
}

/** A table with one name. */
function namesOf(kind: number, text: string, { length = text.length } = {}): Buffer {
  const table = Buffer.alloc(18)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(18, 4)
  table.writeUInt16BE(kind, 12)
  table.writeUInt16BE(length, 14)
  return Buffer.concat([table, Buffer.from(text, 'latin1')])
}

describe('a WOFF2 file', () => {
  test.each(['inter/files/inter-latin', 'cairo/files/cairo-arabic', 'onest/files/onest-cyrillic'])(
    'of a foundry is whole: %s',
    (name) => {
      expect(woff2Damage(fontOf(name))).toBeNull()
    },
  )

  test('that names its family is whole, and one that does not is refused', () => {
    expect(woff2Damage(smallFont(namesOf(1, 'Harbour')))).toBeNull()
    expect(woff2Damage(smallFont(namesOf(16, 'Harbour')))).toBeNull()
    for (const names of [namesOf(2, 'Bold'), namesOf(1, ''), namesOf(1, 'Harbour', { length: 900 }), Buffer.alloc(3)])
      expect(woff2Damage(smallFont(names))).toBe('it has no name of a family')
  })

  test('that is cut off, padded or packed wrongly is refused', () => {
    expect(woff2Damage(INTER.subarray(0, -1))).toBe('it is cut off')
    expect(woff2Damage(Buffer.concat([INTER, Buffer.from('<script>')]))).toBe('it is cut off')
    expect(woff2Damage(smallFont(namesOf(1, 'Harbour'), { says: 90 }))).toMatch(/not as long/)
    const broken = Buffer.from(INTER)
    broken.fill(0xff, 300, 400)
    expect(woff2Damage(broken)).not.toBeNull()
  })

  test('that unpacks to more than a page can hold is refused without being unpacked', () => {
    const bomb = smallFont(Buffer.alloc(40 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(1000)
    expect(woff2Damage(bomb)).toBe('its tables cannot be unpacked')
  })

  test('of any bytes gets a verdict, and never an exception', () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((given) => {
      const file = Buffer.concat([Buffer.from('wOF2', 'latin1'), Buffer.from(given)])
      if (file.length >= 12) file.writeUInt32BE(file.length, 8)
      return file
    })
    fc.assert(
      fc.property(bytes, (file) => {
        expect(woff2Damage(file)).not.toBeNull()
      }),
      { numRuns: 500 },
    )
  })
})
