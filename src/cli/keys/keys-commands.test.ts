import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeysListOutput, KeysRetireOutput, KeysRotateOutput } from '#schemas'
import {
  isDatabaseErrorOutput,
  isKeysListOutput,
  isKeysRetireOutput,
  isKeysRotateOutput,
} from '#schemas/generated/validators/cli.js'
import { type KeyRing, keyRing, keyRingText, newKeyRing, parseKeyRing } from '#server/account/secrets/key-ring.ts'
import { createSecretBox } from '#server/account/secrets/secret-box.ts'
import { KEY_FILE, readKeyRing } from '#server/account/secrets/secret-key.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { forStudio } from '#server/db/for-studio.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createFolderStore, DOCUMENTS_FOLDER } from '#server/protection/document-store.ts'
import { documentUse } from '#server/protection/documents.ts'
import { pushKeyUse } from '#server/push/push-devices.ts'
import { purposeOf } from '#server/studio/access/authenticator.ts'
import { resealAll } from '#server/wiring/app/sealed-values.ts'
import { commands } from '../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-keys-'))
const documents = createFolderStore(join(dataDir, DOCUMENTS_FOLDER))
const PAPER = Buffer.from('a passport')
let server: OpenDatabase

/** A server holds the database open all the while. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(line: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: tmpdir() }
  const code = await commands(['keys', ...line], {
    ...io,
    env: { LIVERY_DATA: dataDir, ...env },
    stdin: async () => '',
  })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

const keptRing = () => readKeyRing({ environment: { LIVERY_MODE: 'development' }, dataDir })

/** Seals a document and the key of push messages, as a server with a ring does. */
async function sealSome(ring: KeyRing): Promise<void> {
  const box = createSecretBox(ring)
  await documents.put('pier', 'paper', box.seal(documentUse('pier', 'paper'), PAPER))
  const private_key = box.seal(pushKeyUse('pier'), Buffer.from('private'))
  await forBrand(server.db, 'pier').transaction(async (tx) => {
    await tx.delete('push_key').execute()
    await tx.insert('push_key', { public_key: 'public', private_key, created_at: new Date() }).execute()
  })
}

const paperBy = async (ring: KeyRing) =>
  Buffer.from(createSecretBox(ring).open(documentUse('pier', 'paper'), await documents.get('pier', 'paper')))

test('the keys of the data folder are listed, rotated and retired beside a server; no output shows a key', async () => {
  const [former] = keptRing()
  await sealSome(keyRing(former.key))
  const rotated = JSON.parse((await run(['rotate', '--json'])).stdout) as KeysRotateOutput
  expect(isKeysRotateOutput(rotated)).toBe(true)
  expect(rotated).toMatchObject({ former: [former.id], value: null })
  const [newest] = keptRing()
  expect([newest.id, keptRing().length]).toEqual([rotated.id, 2])
  const listed = JSON.parse((await run(['list', '--json'])).stdout) as KeysListOutput
  expect(isKeysListOutput(listed)).toBe(true)
  expect(listed).toEqual({
    keys: [
      { id: newest.id, isNewest: true, sealed: 0 },
      { id: former.id, isNewest: false, sealed: 2 },
    ],
    sealedWithoutId: 0,
    lost: [],
  })
  expect((await run(['retire', '--key', newest.id])).code).toBe(2)
  const wrong = await run(['retire', '--key', '00000000', '--json'])
  expect([wrong.code, isDatabaseErrorOutput(JSON.parse(wrong.stdout))]).toEqual([2, true])
  const retired = await run(['retire', '--key', former.id, '--json'])
  const output = JSON.parse(retired.stdout) as KeysRetireOutput
  expect(isKeysRetireOutput(output)).toBe(true)
  expect([retired.code, output]).toEqual([0, { id: former.id, resealed: 2, value: null }])
  expect(keptRing().map(({ id }) => id)).toEqual([newest.id])
  expect(await paperBy(keptRing())).toEqual(PAPER)
  expect(readFileSync(join(dataDir, KEY_FILE), 'utf8')).not.toContain(keyRingText([former]))
  expect((await run(['list'])).stdout).toBe(`${newest.id}  newest: seals and signs; 2 values\n`)
})

test('the keys of the environment are shown as they are to be, and nothing is written', async () => {
  const ring = newKeyRing()
  await sealSome(ring)
  const env = { LIVERY_SECRET_KEY: keyRingText(ring) }
  const before = readFileSync(join(dataDir, KEY_FILE), 'utf8')
  const { value } = JSON.parse((await run(['rotate', '--json'], env)).stdout) as KeysRotateOutput
  const both = parseKeyRing(value ?? '')
  expect(both[1]).toEqual({ ...ring[0], key: Buffer.from(ring[0].key) })
  const retired = JSON.parse(
    (await run(['retire', '--key', ring[0].id, '--json'], { LIVERY_SECRET_KEY: value ?? '' })).stdout,
  )
  expect(retired).toEqual({ id: ring[0].id, resealed: 2, value: keyRingText([both[0]]) })
  expect(await paperBy(parseKeyRing(retired.value))).toEqual(PAPER)
  expect(readFileSync(join(dataDir, KEY_FILE), 'utf8')).toBe(before)
  const lost = await run(['list'], env)
  expect([lost.code, lost.stdout]).toEqual([
    1,
    `${ring[0].id}  newest: seals and signs; 0 values\n${both[0].id}  missing: 2 values cannot be read without it\n`,
  ])
})

test('secrets of operators are sealed again too', async () => {
  const [former, newest] = [newKeyRing()[0], newKeyRing()[0]]
  const secret = Buffer.from('an authenticator app')
  const account_id = await forStudio(server.db).transaction(async (tx) => {
    const operator = { name: 'Anna', email: 'anna@operator.example', password_hash: 'none', created_at: new Date() }
    const added = await tx
      .insertInto('studio.account')
      .values(operator)
      .returning('account_id')
      .executeTakeFirstOrThrow()
    const sealed = createSecretBox(keyRing(former.key)).seal(purposeOf(added.account_id), secret)
    const secrets = { totp_secret: sealed, totp_pending: sealed }
    await tx.updateTable('studio.account').set(secrets).where('account_id', '=', added.account_id).execute()
    return added.account_id
  })
  const box = createSecretBox(keyRing(newest.key, former.key))
  expect(await resealAll({ db: server.db, documents: createFolderStore(join(dataDir, 'none')) }, box, former.id)).toBe(
    2,
  )
  const row = await forStudio(server.db).transaction((tx) =>
    tx.selectFrom('studio.account').selectAll().where('account_id', '=', account_id).executeTakeFirstOrThrow(),
  )
  const alone = createSecretBox(keyRing(newest.key))
  for (const sealed of [row.totp_secret, row.totp_pending])
    expect(Buffer.from(alone.open(purposeOf(account_id), sealed ?? ''))).toEqual(secret)
  await forStudio(server.db).transaction((tx) => tx.deleteFrom('studio.account').execute())
})

test('a key that a server still seals by is not retired', async () => {
  const [former, newest] = [newKeyRing()[0], newKeyRing()[0]]
  const ring = keyRing(newest.key, former.key)
  await sealSome(keyRing(former.key))
  // A server without the newest key, which writes the same value whenever it was sealed again.
  const private_key = createSecretBox(keyRing(former.key)).seal(pushKeyUse('pier'), Buffer.from('private'))
  let isOver = false
  const sealing = (async () => {
    while (!isOver)
      await forBrand(server.db, 'pier').transaction((tx) => tx.update('push_key', { private_key }).execute())
  })()
  const refused = await run(['retire', '--key', former.id, '--json'], { LIVERY_SECRET_KEY: keyRingText(ring) })
  isOver = true
  await sealing
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([1, 'key_in_use'])
})

test('a key is not retired while something that it has sealed cannot be opened; all else is sealed again', async () => {
  const [former, newest] = [newKeyRing()[0], newKeyRing()[0]]
  const ring = keyRing(newest.key, former.key)
  await sealSome(keyRing(former.key))
  const sealed = await documents.get('pier', 'paper')
  await documents.put('pier', 'paper', `${sealed.slice(0, -4)}AAAA`)
  const line = ['retire', '--key', former.id, '--json']
  const refused = await run(line, { LIVERY_SECRET_KEY: keyRingText(ring) })
  expect([refused.code, isDatabaseErrorOutput(JSON.parse(refused.stdout))]).toEqual([1, true])
  const { code, message } = JSON.parse(refused.stdout).error
  expect(code).toBe('key_unreadable')
  expect(message).toContain(`1 value that it may have sealed cannot be opened, ${documentUse('pier', 'paper')}`)
  const listed = JSON.parse((await run(['list', '--json'], { LIVERY_SECRET_KEY: keyRingText(ring) })).stdout)
  expect(listed.keys.map(({ sealed: count }: { sealed: number }) => count)).toEqual([1, 1])
  await documents.put('pier', 'paper', sealed)
  const retired = await run(line, { LIVERY_SECRET_KEY: keyRingText(ring) })
  expect([retired.code, JSON.parse(retired.stdout)]).toMatchObject([0, { resealed: 1 }])
})
