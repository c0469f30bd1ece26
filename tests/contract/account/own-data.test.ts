import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnDataAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPending, newPlayer, newVisitor, PASSWORD } from '../scenes/test-visitor.ts'
import { playerWithTwoFactor } from '../scenes/two-factor-scene.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const CLOSE = '/web-api/user/close'
const EXPORT = '/web-api/user/export'
const post = (body: object) => ({ method: 'POST' as const, body })
const proof = (password: string, code?: string) => post({ password: encoded(password), ...(code ? { code } : {}) })
const signIn = (login: string | number, password: string) =>
  newVisitor(server).send('/web-api/account/login', post({ login: String(login), password }))

describe('closing an account', () => {
  test('ends every session, frees the address, lets nobody in any more, and keeps what the law wants', async () => {
    const { player, email } = await provedPlayer(server)
    const other = newVisitor(server)
    await other.send('/web-api/account/login', post({ login: email, password: PASSWORD }))
    const { data } = (await player.send('/web-api/v1/user-information')).json<{ data: { id: string } }>()
    const answer = await player.send(CLOSE, proof(PASSWORD))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(player.session()).toBeUndefined()
    await expectError(await other.send('/web-api/v1/user-information'), 'access.denied')
    await expectError(await signIn(email, PASSWORD), 'sign_in.wrong_credentials')
    await expectError(await signIn(data.id, PASSWORD), 'sign_in.wrong_credentials')
    const mails = await server.identity.delivery.listMessages('pier')
    expect(mails.some(({ recipient, template }) => recipient === email && template === 'account_closed')).toBe(true)

    const accountId = Number(data.id)
    const kept = await forBrand(server.database.db, 'pier').transaction(async (tx) => ({
      account: await tx.select('account').selectAll().where('account_id', '=', accountId).executeTakeFirst(),
      profile: await tx.select('profile').selectAll().where('account_id', '=', accountId).executeTakeFirst(),
      events: await tx.select('security_event').select('kind').where('account_id', '=', accountId).execute(),
      identifiers: await tx.select('identifier').selectAll().where('account_id', '=', accountId).execute(),
    }))
    expect(kept.account).toMatchObject({ state: 'closed', closed_at: server.now() })
    expect(kept.profile?.fields).toMatchObject({ name: 'Anna' })
    expect(JSON.stringify(kept.profile)).not.toContain(email)
    expect(kept.identifiers).toEqual([])
    expect(kept.events.map(({ kind }) => kind)).toContain('account.closed')

    const again = newVisitor(server)
    const { token } = await newPending(server, again, email)
    const body = { data: { attributes: { token } } }
    expect((await again.send('/web-api/api/internal/v1/user/activate', post(body))).statusCode).toBe(200)
  })

  test('asks for the password, and for a code where the second factor is on', async () => {
    const player = await playerWithTwoFactor(server)
    await expectError(await player.send(CLOSE, proof('not it')), 'password.wrong')
    await expectError(await player.send(CLOSE, proof(player.password)), 'two_factor.wrong')
    await expectError(await player.send(CLOSE, proof(player.password, '000000')), 'two_factor.wrong')
    expect((await player.send(CLOSE, proof(player.password, player.appCode()))).statusCode).toBe(200)
  })

  test('is refused while there is money on it, and leaves everything as it was', async () => {
    const player = await newPlayer(server)
    const now = server.now()
    await forBrand(server.database.db, 'pier').transaction(async (tx) => {
      const own = await tx
        .select('currency_account')
        .select('currency_account_id as id')
        .where('account_id', '=', player.userId)
        .executeTakeFirstOrThrow()
      const house = await tx
        .insert('currency_account', {
          account_id: null,
          currency: 'EUR',
          kind: 'house',
          is_active: false,
          created_at: now,
        })
        .returning('currency_account_id as id')
        .executeTakeFirstOrThrow()
      const entries = [
        { currencyAccountId: house.id, currency: 'EUR', amountMinor: -1 },
        { currencyAccountId: own.id, currency: 'EUR', amountMinor: 1 },
      ]
      await postTransfer(tx, { kind: 'test', reference: 'a-cent', entries, now })
    })
    await expectError(await player.send(CLOSE, proof(player.password)), 'account_closure.not_empty')
    expect((await signIn(player.userId, player.password)).statusCode).toBe(200)
  })
})

describe('the export of a player’s data', () => {
  test('is a file with every table that has rows of the player, and none of somebody else', async () => {
    const { player, email } = await provedPlayer(server)
    const stranger = await provedPlayer(server)
    const answer = await player.send(EXPORT, proof(PASSWORD))
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="pier-\d+\.json"$/)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const { tables } = answer.json<OwnDataAnswer>()
    expect(tables.identifier).toEqual([expect.objectContaining({ kind: 'email', value: email })])
    expect(tables.profile?.[0]).toMatchObject({ fields: expect.objectContaining({ name: 'Anna' }) as unknown })
    expect(tables.session?.length).toBeGreaterThan(0)
    expect(tables.security_event?.some(({ kind }) => kind === 'account.activated')).toBe(true)
    expect(Object.keys(tables)).toContain('ledger_entry')
    expect(answer.body).not.toContain(stranger.email)
  })

  test('holds no hash, no secret and no token', async () => {
    const player = await playerWithTwoFactor(server)
    const answer = await player.send(EXPORT, proof(player.password))
    expect(answer.statusCode).toBe(200)
    const columns = Object.values(answer.json<OwnDataAnswer>().tables).flatMap((rows) => rows.flatMap(Object.keys))
    expect(columns.filter((column) => /hash|secret|token|proof/.test(column))).toEqual([])
    expect(answer.body).not.toContain('$argon2id$')
    for (const secret of [player.session() ?? '', player.password, ...player.recoveryCodes])
      expect(answer.body).not.toContain(secret)
  })

  test('is given to nobody but who knows the password, and a few times a day', async () => {
    const player = await newPlayer(server)
    await expectError(await player.send(EXPORT, proof('not it')), 'password.wrong')
    for (let times = 0; times < 3; times += 1)
      expect((await player.send(EXPORT, proof(player.password))).statusCode).toBe(200)
    await expectError(await player.send(EXPORT, proof(player.password)), 'rate.limited')
  })
})
