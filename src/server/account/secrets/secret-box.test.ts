import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyRing, keyRingText, newKeyRing, newSecretKey, parseKeyRing } from './key-ring.ts'
import { createSecretBox } from './secret-box.ts'
import { KEY_FILE, keepKeyRing, readKeyRing } from './secret-key.ts'

const SECRET = Buffer.from('twenty bytes secret!')
const dataDir = () => mkdtempSync(join(tmpdir(), 'livery-secret-key-'))

test('what was sealed is opened by the same key for the same use, and looks different each time', () => {
  const key = newKeyRing()
  const sealed = createSecretBox(key).seal('two-factor:pier:1', SECRET)
  expect(createSecretBox(key).open('two-factor:pier:1', sealed)).toEqual(SECRET)
  expect(createSecretBox(key).seal('two-factor:pier:1', SECRET)).not.toBe(sealed)
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes(SECRET)).toBe(false)
})

test('another key, another use, and altered bytes open nothing, and the message says what to do', () => {
  const box = createSecretBox(newKeyRing())
  const sealed = box.seal('two-factor:pier:1', SECRET)
  const [, id = '', content = ''] = sealed.split('.')
  const bytes = Buffer.from(content, 'base64url')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  const altered = `v2.${id}.${bytes.toString('base64url')}`
  expect(() => createSecretBox(newKeyRing()).open('two-factor:pier:1', sealed)).toThrow('LIVERY_SECRET_KEY')
  expect(() => box.open('two-factor:pier:2', sealed)).toThrow('LIVERY_SECRET_KEY')
  for (const broken of [
    altered,
    'v1.',
    '',
    'v2.AAAA',
    `v2.00000000.${content}`,
    `v3.${id}.${content}`,
    sealed.slice(0, -4),
  ]) {
    expect(() => box.open('two-factor:pier:1', broken)).toThrow('cannot be opened')
  }
  expect(() => keyRing(new Uint8Array(16))).toThrow('32 bytes')
})

test('a server without a key makes one, for its owner alone, and finds it again', () => {
  const folder = dataDir()
  const environment = { LIVERY_MODE: 'development' } as const
  const key = readKeyRing({ environment, dataDir: folder })
  expect(key.map((one) => one.key.length)).toEqual([32])
  expect(readKeyRing({ environment, dataDir: folder })).toEqual(key)
  expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, KEY_FILE), 'utf8')).toBe(keyRingText(key))
  writeFileSync(join(folder, KEY_FILE), 'short')
  expect(() => readKeyRing({ environment, dataDir: folder })).toThrow('Put the former file back')
})

test('the key of the environment wins; servers in production that share a database are refused without one', () => {
  const key = newSecretKey()
  const shared = { LIVERY_MODE: 'production', DATABASE_URL: 'postgres://livery@localhost/livery' } as const
  const given = { ...shared, LIVERY_SECRET_KEY: key.toString('base64url') }
  expect(readKeyRing({ environment: given, dataDir: '/nowhere' })).toEqual(keyRing(key))
  expect(() => readKeyRing({ environment: shared, dataDir: dataDir() })).toThrow('LIVERY_SECRET_KEY is not set')
})

test('a key is known by an id that follows from it; one that is there twice, or none, is refused', () => {
  const [former, newest] = [newSecretKey(), newSecretKey()]
  const ring = keyRing(newest, former)
  expect(ring.map(({ id }) => id)).toEqual([newest, former].map((key) => keyRing(key)[0].id))
  expect(ring[0].id).toMatch(/^[0-9a-f]{8}$/)
  expect(parseKeyRing(keyRingText(ring))).toEqual(ring)
  expect(() => keyRing(former, newest, former)).toThrow('twice')
  for (const none of ['', ',', `${former.toString('base64url')},`]) expect(() => parseKeyRing(none)).toThrow('32 bytes')
})

test('the newest key seals and says so; former ones open what they have sealed, with an id or from the time before there were any', () => {
  const [former, newest] = [newSecretKey(), newSecretKey()]
  const before = createSecretBox(keyRing(former))
  const sealed = before.seal('two-factor:pier:1', SECRET)
  const unnamed = `v1.${sealed.split('.')[2]}`
  const after = createSecretBox(keyRing(newest, former))
  expect([sealed, unnamed].map((text) => Buffer.from(after.open('two-factor:pier:1', text)))).toEqual([SECRET, SECRET])
  const ids = [sealed, unnamed, after.seal('two-factor:pier:1', SECRET)].map((text) =>
    after.keyOf('two-factor:pier:1', text),
  )
  expect(ids).toEqual([keyRing(former)[0].id, keyRing(former)[0].id, keyRing(newest)[0].id])
  const alone = createSecretBox(keyRing(newest))
  for (const text of [sealed, unnamed]) expect(() => alone.open('two-factor:pier:1', text)).toThrow('cannot be opened')
})

test('what the data folder keeps is replaced whole, for its owner alone', () => {
  const folder = dataDir()
  const environment = { LIVERY_MODE: 'development' } as const
  const [first] = readKeyRing({ environment, dataDir: folder })
  const ring = keyRing(newSecretKey(), first.key)
  keepKeyRing(folder, ring)
  expect(readKeyRing({ environment, dataDir: folder })).toEqual(ring)
  expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual([KEY_FILE])
})
