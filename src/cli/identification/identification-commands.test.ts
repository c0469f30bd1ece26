import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isDatabaseErrorOutput as isErrorOutput,
  isIdentificationListOutput as isListOutput,
  isIdentificationShowOutput as isShowOutput,
} from '#schemas/generated/validators/cli.js'
import { readKeyRing } from '#server/account/secrets/secret-key.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { storableJson } from '#server/db/storable.ts'
import { createFolderStore } from '#server/protection/document-store.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { createIdentity, type Identity } from '#server/wiring/account/identity.wiring.ts'
import { commands } from '../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-desk-'))
const brandsDir = fileURLToPath(new URL('../../../brands', import.meta.url))
const PDF = Buffer.from('%PDF-1.7\nsome\n%%EOF\n')
let database: OpenDatabase
let identity: Identity
let account = 0

/** A server holds the data all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  database = await openDatabase({ dataDir, log: silentLog })
  const environment = { LIVERY_MODE: 'development' } as const
  identity = createIdentity({
    database,
    brands: createBrandStore({ brandsDir, now: () => performance.now(), log: silentLog }),
    log: silentLog,
    clock: () => new Date(),
    keepsSecrets: false,
    keyRing: readKeyRing({ environment, dataDir }),
    documents: createFolderStore(join(dataDir, 'documents')),
  })
  account = await forBrand(database.db, 'aurora').transaction(async (tx) => {
    const now = new Date()
    const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
    const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
    const address = {
      account_id: id,
      kind: 'email',
      value: 'anna@mail.example',
      created_at: now,
      verified_at: now,
    } as const
    await tx.insert('identifier', address).execute()
    const known = { fields: storableJson({ name: 'Anna' }), birthday: '1990-05-17', consents: storableJson({}) }
    const profile = { account_id: id, country: 'de', language: 'en', updated_at: now, ...known }
    await tx.insert('profile', profile).execute()
    return id
  })
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(line: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: tmpdir() }
  const places = { LIVERY_DATA: dataDir, LIVERY_BRANDS: brandsDir, ...env }
  const code = await commands(['identification', ...line, '--json'], { ...io, env: places, stdin: async () => '' })
  return { code, json: JSON.parse(out.join('')), stderr: err.join('') }
}

function onAccount(verb: string, ...more: readonly string[]) {
  return run([verb, '--brand', 'aurora', '--account', String(account), ...more])
}

test('SEC-7: an operator asks for documents, reads, exports and judges them; the player is told by mail', async () => {
  expect((await onAccount('request', '--reason', 'Before you withdraw.')).json).toMatchObject({ state: 'requested' })
  const visitor = { brandId: 'aurora', language: 'en', country: 'de', address: '::1', device: '', origin: '' }
  const player = { visitor, accountId: account }
  const file = new File([PDF], 'passport.pdf')
  await identity.identification.upload(player, 'passport', [file])
  await identity.identification.sendUploaded(player)
  const waiting = await run(['list', '--brand', 'aurora'])
  expect(isListOutput(waiting.json)).toBe(true)
  expect(waiting.json.identifications).toMatchObject([{ accountId: account, state: 'checking' }])
  const exported = await onAccount('export', '--to', join(dataDir, 'export'))
  expect(isShowOutput(exported.json)).toBe(true)
  expect(readFileSync(exported.json.files[0]).equals(PDF)).toBe(true)
  const again = await onAccount('export', '--to', join(dataDir, 'export'))
  expect([again.code, again.json.error.code]).toEqual([2, 'folder_taken'])
  expect((await onAccount('reject', '--reason', 'Too dark.')).json.steps.at(-1)).toMatchObject({ reason: 'Too dark.' })
  const verified = await onAccount('verify', '--reason', 'Seen at the desk.')
  expect([verified.code, verified.json.state, isShowOutput(verified.json)]).toEqual([0, 'verified', true])
  // A passport says the surname too, but the profile does not.
  expect(verified.json.verified).toEqual(['birthday', 'name'])
  const told = (await identity.delivery.listMessages('aurora')).map(({ template }) => template)
  expect(told.reverse()).toEqual(['identification_requested', 'identification_rejected', 'identification_verified'])
  expect((await run(['list', '--brand', 'aurora'])).json.identifications).toEqual([])
})

test('what the state forbids exits 1, what cannot be done 2, each with what, where and how', async () => {
  const cases: readonly [readonly string[], number, string, string | null][] = [
    [['verify', '--brand', 'aurora', '--account', String(account), '--reason', 'Again.'], 1, 'not_open', '--account'],
    [['verify', '--brand', 'aurora', '--account', String(account)], 2, 'usage', '--reason'],
    [['show', '--brand', 'aurora', '--account', 'me'], 2, 'usage', '--account'],
    [['request', '--brand', 'aurora', '--account', '7', '--reason', 'x'], 2, 'account_unknown', '--account'],
    [['list', '--brand', 'aurora', '--state', 'lost'], 2, 'usage', '--state'],
    [['list', '--brnd', 'aurora'], 2, 'usage', null],
  ]
  for (const [line, exit, code, path] of cases) {
    const refused = await run(line)
    expect(isErrorOutput(refused.json)).toBe(true)
    expect({ exit: refused.code, ...refused.json.error }).toMatchObject({ exit, code, path })
    expect(refused.stderr).toContain('livery identification: ')
  }
  const nowhere = await run(['list', '--brand', 'aurora'], { LIVERY_DATA: join(dataDir, 'none') })
  expect(nowhere.json.error.code).toBe('database_absent')
})
