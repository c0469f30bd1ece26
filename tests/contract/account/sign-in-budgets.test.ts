import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BROWSER_COOKIE } from '#server/create-server.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { solvedToken } from '#server/guard/captcha.test-support.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { setCookies, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, PASSWORD, type TestPlayer, type TestVisitor } from '../scenes/test-visitor.ts'

const DAY_MS = 86_400_000
const LOGIN = '/web-api/account/login'
const RESET = '/web-api/api/internal/v1/user/passwordreset/request'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.wait(DAY_MS))
afterAll(() => server.close())

function tryPassword(visitor: TestVisitor, login: string | number, password: string, work?: string) {
  const headers = work === undefined ? {} : { 'x-work-token': work }
  return visitor.send(LOGIN, { method: 'POST', body: { login: String(login), password }, headers })
}

/** Tries wrong passwords, each from an address of its own. */
async function strangersTry(login: string | number, times: number): Promise<LightMyRequestResponse[]> {
  const answers: LightMyRequestResponse[] = []
  for (let n = 0; n < times; n += 1) answers.push(await tryPassword(newVisitor(server), login, `wrong ${n}`))
  return answers
}

const codeOf = (answer: LightMyRequestResponse) => answer.json<{ code?: string }>().code ?? 'let in'

/** The account number of a signed-in player. */
async function numberOf(player: TestVisitor): Promise<string> {
  return (await player.send('/web-api/v1/user-information')).json<{ data: { id: string } }>().data.id
}

/** Does the work that a browser is asked for. */
async function workOf(visitor: TestVisitor, times: number, action = 'sign_in'): Promise<string> {
  const body = { action, times }
  const answer = await visitor.send('/web-api/captcha/challenge', { method: 'POST', body })
  expect(answer.statusCode).toBe(200)
  return solvedToken(answer.json())
}

async function timesAsked(answer: LightMyRequestResponse): Promise<number> {
  return Number((await expectError(answer, 'captcha.work_required')).params?.times)
}

describe('SEC-13: one account has one budget, however its login is written', () => {
  const widened = (text: string) =>
    text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

  test('spellings of an address, and the number of the account', async () => {
    const { player, email } = await provedPlayer(server)
    const number = await numberOf(player)
    const [name = '', host = ''] = email.split('@')
    const spellings = [`${name}＠${host}`, widened(email), email.toUpperCase(), ` ${email} `, `00${number}`]
    for (const [n, login] of spellings.entries())
      await expectError(await tryPassword(newVisitor(server), login, `wrong ${n}`), 'sign_in.wrong_credentials')
    for (const login of [email, number, `0000${number}`, widened(number), `${name.toUpperCase()}＠${host}`])
      await expectError(await tryPassword(newVisitor(server), login, PASSWORD), 'captcha.work_required')
  })

  test('SEC-4: a login that nobody has is treated the same, spelling by spelling', async () => {
    const answers = await strangersTry('nobody.at.all@mail.example', 5)
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['sign_in.wrong_credentials']))
    for (const login of ['NOBODY.at.all@mail.example', 'nobody.at.all＠mail.example'])
      expect(await timesAsked(await tryPassword(newVisitor(server), login, 'wrong'))).toBe(1)
    await strangersTry('99999998', 5)
    expect(await timesAsked(await tryPassword(newVisitor(server), '0099999998', 'wrong'))).toBe(1)
  })

  test('mails to a player are counted together, by address and by number', async () => {
    const { player, email } = await provedPlayer(server)
    const number = await numberOf(player)
    server.wait(60_000)
    const ask = (login: string) => newVisitor(server).send(RESET, { method: 'POST', body: { login } })
    expect((await ask(number)).statusCode).toBe(200)
    for (const login of [email, `0${number}`, `000${number}`, email.toUpperCase()])
      await expectError(await ask(login), 'rate.limited')
    server.wait(60_000)
    expect((await ask(`0000${number}`)).statusCode).toBe(200)
  })

  test('IPv6 addresses of one network are one address', async () => {
    const attempt = (address: string, n: number) =>
      server.send(LOGIN, { method: 'POST', address, body: { login: `v6-${n}@mail.example`, password: 'wrong' } })
    for (let n = 0; n < 20; n += 1)
      await expectError(await attempt(`2001:db8:5:5::${n.toString(16)}`, n), 'sign_in.wrong_credentials')
    await expectError(await attempt('2001:db8:5:5:ffff::1', 20), 'rate.limited')
    await expectError(await attempt('2001:db8:5:6::1', 21), 'sign_in.wrong_credentials')
  })
})

describe('SEC-14: a stranger cannot keep a player out', () => {
  const signedOut = async (player: TestPlayer) => {
    await player.send('/web-api/user/disconnect', { method: 'POST' })
    expect(player.session()).toBeUndefined()
    return player
  }

  test('wrong passwords of others count for nothing in the browser that the player has used', async () => {
    const player = await signedOut(await newPlayer(server))
    await strangersTry(player.userId, 12)
    expect((await tryPassword(player, player.userId, player.password)).statusCode).toBe(200)
  })

  test('nor does a flood from the address that the player shares', async () => {
    const flooded = await newPlayer(server)
    const address = '10.99.0.1'
    const attempt = (n: number) =>
      server.send(LOGIN, { method: 'POST', address, body: { login: `flood-${n}@mail.example`, password: 'wrong' } })
    for (let n = 0; n < 20; n += 1) await attempt(n)
    expect(codeOf(await attempt(20))).toBe('rate.limited')
    const own = { login: String(flooded.userId), password: flooded.password }
    expect((await flooded.send(LOGIN, { method: 'POST', address, body: own })).statusCode).toBe(200)
  })

  test('another browser gets in with the right password for some work, and without it is asked for it', async () => {
    const { userId, password } = await newPlayer(server)
    await strangersTry(userId, 5)
    const visitor = newVisitor(server)
    const times = await timesAsked(await tryPassword(visitor, userId, password))
    expect(times).toBe(1)
    const work = await workOf(visitor, times)
    await expectError(await tryPassword(newVisitor(server), userId, password, work), 'captcha.invalid')
    const answer = await tryPassword(visitor, userId, password, await workOf(visitor, times))
    expect(answer.statusCode).toBe(200)
    expect(visitor.session()).toBeDefined()
    await expectError(await tryPassword(newVisitor(server), userId, 'wrong'), 'captcha.work_required')
  })

  test('the work is good for one attempt of one action, and grows with the attempts', async () => {
    const { userId } = await newPlayer(server)
    await strangersTry(userId, 5)
    const visitor = newVisitor(server)
    const work = await workOf(visitor, 1)
    await expectError(await tryPassword(visitor, userId, 'wrong', work), 'sign_in.wrong_credentials')
    await expectError(await tryPassword(visitor, userId, 'wrong', work), 'captcha.spent')
    await expectError(
      await tryPassword(visitor, userId, 'wrong', await workOf(visitor, 1, 'registration')),
      'captcha.invalid',
    )
    const asked: number[] = []
    for (let n = 0; n < 25; n += 1) {
      const attacker = newVisitor(server)
      const times = await timesAsked(await tryPassword(attacker, userId, 'wrong'))
      asked.push(times)
      await expectError(
        await tryPassword(attacker, userId, 'wrong', await workOf(attacker, times)),
        'sign_in.wrong_credentials',
      )
    }
    expect(asked).toEqual([...Array(9).fill(1), ...Array(10).fill(2), ...Array(6).fill(4)])
    const cheap = newVisitor(server)
    expect(await timesAsked(await tryPassword(cheap, userId, 'wrong', await workOf(cheap, 1)))).toBe(4)
  })

  test('a hundred attempts at once without work let through no more than the budget', async () => {
    const { userId } = await newPlayer(server)
    const attempts = Array.from({ length: 100 }, (_, n) => tryPassword(newVisitor(server), userId, `wrong ${n}`))
    const codes = (await Promise.all(attempts)).map(codeOf)
    expect(codes.filter((code) => code === 'sign_in.wrong_credentials')).toHaveLength(5)
    expect(codes.filter((code) => code === 'captcha.work_required')).toHaveLength(95)
  })

  test('the player’s own browser is asked like any other once its own budget is spent', async () => {
    const player = await signedOut(await newPlayer(server))
    for (let n = 0; n < 5; n += 1)
      await expectError(await tryPassword(player, player.userId, 'mistyped'), 'sign_in.wrong_credentials')
    expect((await tryPassword(player, player.userId, player.password)).statusCode).toBe(200)
    await strangersTry(player.userId, 6)
    await signedOut(player)
    await expectError(await tryPassword(player, player.userId, player.password), 'captcha.work_required')
  })

  test('a browser is known until the player ends its sessions, changes to a new password there, or closes the account', async () => {
    const player = await newPlayer(server)
    const phone = newVisitor(server)
    expect((await tryPassword(phone, player.userId, player.password)).statusCode).toBe(200)
    await player.send('/web-api/disconnecteverywhere', { method: 'POST', body: { keep_current: true } })
    await strangersTry(player.userId, 5)
    await expectError(await tryPassword(phone, player.userId, player.password), 'captcha.work_required')
    await signedOut(player)
    expect((await tryPassword(player, player.userId, player.password)).statusCode).toBe(200)
    await player.send('/web-api/disconnecteverywhere', { method: 'POST' })
    await expectError(await tryPassword(player, player.userId, player.password), 'captcha.work_required')
  })

  test('a browser is known for 180 days, and then forgotten', async () => {
    const [kept, lapsed] = [await signedOut(await newPlayer(server)), await signedOut(await newPlayer(server))]
    server.wait(179 * DAY_MS)
    await strangersTry(kept.userId, 5)
    expect((await tryPassword(kept, kept.userId, kept.password)).statusCode).toBe(200)
    server.wait(2 * DAY_MS)
    await strangersTry(lapsed.userId, 5)
    await expectError(await tryPassword(lapsed, lapsed.userId, lapsed.password), 'captcha.work_required')
  })
})

describe('the cookie by which a browser is known', () => {
  test('is ours, random, for this host and the server alone; a sign-in lets it stay', async () => {
    const visitor = newVisitor(server)
    const first = setCookies(await tryPassword(visitor, '99999997', 'wrong'))[BROWSER_COOKIE] ?? ''
    expect(first).toMatch(/^__Host-browser=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(setCookies(await tryPassword(visitor, '99999997', 'wrong'))[BROWSER_COOKIE]).toBeUndefined()
    const { userId, password } = await newPlayer(server)
    const kept = setCookies(await tryPassword(visitor, userId, password))[BROWSER_COOKIE] ?? ''
    expect(kept.split('; ')[0]).toBe(first.split('; ')[0])
    expect(kept).toMatch(/Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('is kept as a hash, and the data that its player asks for lists it without the hash', async () => {
    const player = await newPlayer(server)
    const rows = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('known_browser').selectAll().where('account_id', '=', player.userId).execute(),
    )
    expect(rows).toEqual([expect.objectContaining({ browser_hash: expect.stringMatching(/^[\w-]{43}$/) })])
    const body = { password: encoded(player.password) }
    const data = await player.send('/web-api/user/export', { method: 'POST', body })
    expect(data.body).toContain('"known_browser"')
    expect(data.body).not.toContain(rows[0]?.browser_hash)
  })
})
