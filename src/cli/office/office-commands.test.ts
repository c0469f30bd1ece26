import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isSupportAnswerOutput as isAnswerOutput,
  isAccountAssessOutput as isAssessOutput,
  isDatabaseErrorOutput as isErrorOutput,
  isSupportListOutput as isListOutput,
  isSupportPinOutput as isPinOutput,
  isMessageSendOutput as isSendOutput,
  isAccountVerifyOutput as isVerifyOutput,
} from '#schemas/generated/validators/cli.js'
import { newPlayer, setUpAccounts } from '#server/account/account.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { keepAct } from '#server/protection/protection-acts.ts'
import { talksAtDesk } from '#server/protection/protection-talks.ts'
import { vulnerabilityRefusal } from '#server/protection/vulnerability/vulnerability-guard.ts'
import { baseSection } from '#server/site/base-section.ts'
import { commands } from '../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-office-'))
let server: OpenDatabase
let user = 0
let account: ReturnType<typeof setUpAccounts>

/** A server holds the database open all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
  account = setUpAccounts(server, { brandId: 'aurora' })
  user = (await account.accounts.registerAtOnce(account.visitor, newPlayer())).userId
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(...line: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const env = { LIVERY_DATA: dataDir }
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: tmpdir(), env }
  const code = await commands([...line, '--brand', 'aurora', '--json'], { ...io, stdin: async () => '' })
  return { code, output: JSON.parse(out.join('')), stderr: err.join('') }
}

const outbox = () =>
  forBrand(server.db, 'aurora').transaction((tx) =>
    tx.select('outbox').select(['kind', 'recipient', 'params']).execute(),
  )

test('OFF-7: the operator writes into the inbox, and out of it by the ways that the player has chosen', async () => {
  const message = ['--account', String(user), '--title', 'Cup final', '--text', 'On Sunday.'] as const
  const plain = await run('message', 'send', ...message)
  expect({ code: plain.code, isValid: isSendOutput(plain.output), copies: plain.output.copies }).toEqual({
    code: 0,
    isValid: true,
    copies: [],
  })
  expect(await account.accounts.readInbox('aurora', user)).toMatchObject([
    { words: { title: 'Cup final', text: 'On Sunday.' }, isRead: false },
  ])
  await forBrand(server.db, 'aurora').transaction((tx) => {
    const now = new Date()
    const row = {
      account_id: user,
      kind: 'email',
      value: 'anna@mail.example',
      created_at: now,
      verified_at: now,
    } as const
    return tx.insert('identifier', row).execute()
  })
  await account.accounts.saveSetting('aurora', user, 'mailing_news_email', 'on')
  await account.accounts.saveSetting('aurora', user, 'mailing_news_sms', 'on')
  expect((await run('message', 'send', ...message, '--topic', 'results')).output.copies).toEqual([])
  expect((await run('message', 'send', ...message, '--topic', 'news')).output.copies).toEqual(['mail'])
  expect(await outbox()).toMatchObject([
    { kind: 'mail', recipient: 'anna@mail.example', params: { title: 'Cup final', text: 'On Sunday.' } },
  ])
})

test('OFF-27: waiting conversations come first, and an answer is filed in its conversation with its name', async () => {
  await account.accounts.writeToSupport('aurora', user, { text: 'Where is my deposit?', queue: 'consultant' })
  const waiting = await run('support', 'list')
  expect(isListOutput(waiting.output)).toBe(true)
  expect(waiting.output.talks).toMatchObject([
    { accountId: user, waitingSince: expect.any(String), lines: [{ author: 'player' }] },
  ])
  const answered = await run('support', 'answer', '--account', String(user), '--name', 'Anna', '--text', 'It is there.')
  expect(isAnswerOutput(answered.output)).toBe(true)
  const [talk] = (await run('support', 'list')).output.talks
  expect(talk).not.toHaveProperty('waitingSince')
  expect(talk.lines.at(-1)).toMatchObject({ author: 'consultant', name: 'Anna', text: 'It is there.' })
})

test('ACC-30: a PIN given over the phone is checked, and the exit code gives the result', async () => {
  account.wait(Date.now() - Date.parse('2026-03-01T12:00:00Z'))
  const { pin } = await account.accounts.newPin(account.visitor, user)
  const right = await run('support', 'pin', '--account', String(user), '--pin', pin)
  expect({ ...right, isValid: isPinOutput(right.output) }).toMatchObject({
    code: 0,
    output: { isRight: true },
    isValid: true,
  })
  const wrong = await run('support', 'pin', '--account', String(user), '--pin', pin === '000000' ? '111111' : '000000')
  expect(wrong).toMatchObject({ code: 1, output: { isRight: false } })
})

test('OFF-22: verified fields add up', async () => {
  await run('account', 'verify', '--account', String(user), '--fields', 'surname')
  const { output } = await run('account', 'verify', '--account', String(user), '--fields', 'name, surname')
  expect(isVerifyOutput(output)).toBe(true)
  expect(output).toEqual({ verified: ['name', 'surname'] })
})

test('RG-14: after a talk a player who was found vulnerable deposits as before, or not until the next talk', async () => {
  const sections = {
    global: baseSection('global'),
    responsible: { vulnerabilityNetDepositMinor: 15_000, vulnerabilityDays: 30, vulnerabilityCheckMonths: 12 },
  }
  const door = forBrand(server.db, 'aurora')
  const deposit = { path: 'deposit', accountId: user, currency: 'EUR', amountMinor: 20_000 } as const
  const refusal = () => door.transaction((tx) => vulnerabilityRefusal(tx, { ...deposit, now: new Date() }, sections))
  const waiting = () => door.transaction((tx) => talksAtDesk(tx, { isDone: false, most: 10 }))
  const found = { accountId: user, kind: 'vulnerability_checked', detail: { outcome: 'vulnerable' } } as const
  await door.transaction((tx) => keepAct(tx, { ...found, configuration: 'c0ffee', now: new Date() }))
  expect([await refusal(), await waiting()]).toMatchObject([
    { reason: 'protection.vulnerability_found' },
    [{ account_id: user }],
  ])
  const assess = (finding: string) =>
    run(
      'account',
      'assess',
      '--account',
      String(user),
      '--finding',
      finding,
      '--operator',
      'Ines',
      '--reason',
      'A talk',
    )
  const first = await assess('clear')
  expect(isAssessOutput(first.output)).toBe(true)
  expect(first).toMatchObject({ code: 0, output: { finding: 'clear' } })
  expect([await refusal(), await waiting()]).toEqual([null, []])
  expect(await assess('vulnerable')).toMatchObject({ code: 0, output: { finding: 'vulnerable' } })
  expect(await refusal()).toEqual({ reason: 'protection.vulnerability_found' })
  const acts = await door.transaction((tx) =>
    tx.select('protection_act').select(['configuration', 'detail']).orderBy('act_id').execute(),
  )
  expect(acts.slice(1)).toEqual(
    ['clear', 'vulnerable'].map((outcome) => ({
      ...{ configuration: 'operator', detail: { outcome, operator: 'Ines', reason: 'A talk' } },
    })),
  )
})

test('what cannot be done exits 2, with what, where and how', async () => {
  const [assess, told] = [
    ['account', 'assess', '--account', String(user)],
    ['--operator', 'Ines', '--reason', 'A talk'],
  ]
  const cases: readonly [readonly string[], string, string | null][] = [
    [['message', 'send', '--account', String(user), '--title', 'x'], 'usage', '--text'],
    [['message', 'send', '--account', 'me', '--title', 'x', '--text', 'x'], 'usage', '--account'],
    [['message', 'send', '--account', '1', '--title', 'x', '--text', 'x'], 'account_unknown', '--account'],
    [['message', 'send', '--account', String(user), '--title', 'x', '--text', 'x', '--topic', 'y'], 'usage', '--topic'],
    [['support', 'answer', '--account', '1', '--name', 'Anna', '--text', 'x'], 'account_unknown', '--account'],
    [['support', 'list', '--brnd', 'aurora'], 'usage', null],
    [['account', 'verify', '--account', '1', '--fields', 'name'], 'account_unknown', '--account'],
    [['account', 'verify', '--account', String(user), '--fields', 'NAME!'], 'field_unknown', '--fields'],
    [[...assess, '--finding', 'fine', ...told], 'usage', '--finding'],
    [[...assess, ...told], 'usage', '--finding'],
    [[...assess, '--finding', 'clear', '--operator', 'Ines'], 'usage', '--reason'],
    [[...assess, '--finding', 'clear', '--operator', ' ', '--reason', 'x'], 'usage', '--operator'],
    [['account', 'assess', '--account', '1', '--finding', 'clear', ...told], 'account_unknown', '--account'],
    [['account', 'assess', '--account', '0x1', '--finding', 'clear', ...told], 'usage', '--account'],
  ]
  for (const [line, code, path] of cases) {
    const refused = await run(...line)
    expect(isErrorOutput(refused.output)).toBe(true)
    expect({ exit: refused.code, ...refused.output.error }).toMatchObject({ exit: 2, code, path })
    expect(refused.stderr).toContain(`livery ${line[0]}: `)
  }
})
