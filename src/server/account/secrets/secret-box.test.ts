import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSecretBox, newSecretKey } from './secret-box.ts'
import { KEY_FILE, readSecretKey } from './secret-key.ts'

const SECRET = Buffer.from('twenty bytes secret!')
const dataDir = () => mkdtempSync(join(tmpdir(), 'livery-secret-key-'))

test('what was sealed is opened by the same key for the same use, and looks different each time', () => {
  const key = newSecretKey()
  const sealed = createSecretBox(key).seal('two-factor:pier:1', SECRET)
  expect(createSecretBox(key).open('two-factor:pier:1', sealed)).toEqual(SECRET)
  expect(createSecretBox(key).seal('two-factor:pier:1', SECRET)).not.toBe(sealed)
  expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').includes(SECRET)).toBe(false)
})

test('another key, another use, and altered bytes open nothing, and the message says what to do', () => {
  const key = newSecretKey()
  const box = createSecretBox(key)
  const sealed = box.seal('two-factor:pier:1', SECRET)
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  bytes[20] = (bytes[20] ?? 0) ^ 1
  const altered = `v1.${bytes.toString('base64url')}`
  expect(() => createSecretBox(newSecretKey()).open('two-factor:pier:1', sealed)).toThrow('LIVERY_SECRET_KEY')
  expect(() => box.open('two-factor:pier:2', sealed)).toThrow('LIVERY_SECRET_KEY')
  for (const broken of [altered, 'v1.', '', 'v2.AAAA', sealed.slice(0, -4)]) {
    expect(() => box.open('two-factor:pier:1', broken)).toThrow('cannot be opened')
  }
  expect(() => createSecretBox(new Uint8Array(16))).toThrow('32 bytes')
})

test('a server without a key makes one, for its owner alone, and finds it again', () => {
  const folder = dataDir()
  const environment = { LIVERY_MODE: 'development' } as const
  const key = readSecretKey({ environment, dataDir: folder })
  expect(key).toHaveLength(32)
  expect(readSecretKey({ environment, dataDir: folder })).toEqual(key)
  expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, KEY_FILE), 'utf8')).toBe(key.toString('base64url'))
  writeFileSync(join(folder, KEY_FILE), 'short')
  expect(() => readSecretKey({ environment, dataDir: folder })).toThrow('Put the former file back')
})

test('the key of the environment wins; servers in production that share a database are refused without one', () => {
  const key = newSecretKey()
  const shared = { LIVERY_MODE: 'production', DATABASE_URL: 'postgres://livery@localhost/livery' } as const
  const given = { ...shared, LIVERY_SECRET_KEY: key.toString('base64url') }
  expect(readSecretKey({ environment: given, dataDir: '/nowhere' })).toEqual(key)
  expect(() => readSecretKey({ environment: shared, dataDir: dataDir() })).toThrow('LIVERY_SECRET_KEY is not set')
})
