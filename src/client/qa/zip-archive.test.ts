import { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { zipArchive } from './zip-archive.ts'

/** What the directory at the end of an archive says about its files, with their contents. */
function readArchive(archive: Buffer): { name: string; text: string; isWhole: boolean }[] {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  expect(at + archive.readUInt32LE(end + 12)).toBe(end)
  return Array.from({ length: count }, () => {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50)
    const [size, nameLength] = [archive.readUInt32LE(at + 24), archive.readUInt16LE(at + 28)]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    expect(archive.readUInt32LE(local)).toBe(0x04034b50)
    expect(archive.subarray(local + 4, local + 30)).toEqual(archive.subarray(at + 6, at + 32))
    const content = archive.subarray(local + 30 + nameLength, local + 30 + nameLength + size)
    const isWhole = crc32(content) === archive.readUInt32LE(at + 16)
    at += 46 + nameLength
    return { name, text: content.toString('utf8'), isWhole }
  })
}

test('an archive gives back its files, whatever script they are written in', () => {
  const files = [
    { name: 'forms-form-1-1.scn.json', text: '{ "name": "Анна ☂" }\n' },
    { name: 'ملف.json', text: '' },
    { name: 'long.json', text: 'x'.repeat(100_000) },
  ]
  const read = readArchive(Buffer.from(zipArchive(files)))
  expect(read).toEqual(files.map((file) => ({ ...file, isWhole: true })))
  expect(readArchive(Buffer.from(zipArchive([])))).toEqual([])
})
