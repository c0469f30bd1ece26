import { describe, expect, test } from 'vitest'
import type { RegistrationCheckOutput } from '#schemas'
import {
  isRegistrationErrorOutput as isErrorOutput,
  isRegistrationCheckOutput as isOutput,
} from '#schemas/generated/validators/cli.js'
import { commands } from '../commands.ts'

const NOW = '2026-05-01'
const GOOD = {
  email: 'player@mail.com',
  password: 'Harbour-42-night',
  password_again: 'Harbour-42-night',
  name: 'Ada',
  surname: 'Okoye',
  birthday: '1990-02-03',
  country_id: 56,
  currency_id: 978,
  'agree-policy': true,
}

async function run(answers: unknown, ...args: string[]) {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await commands(['registration', 'check', ...args], {
    stdin: async () => (typeof answers === 'string' ? answers : JSON.stringify(answers)),
    stdout: (part) => void stdout.push(part),
    stderr: (part) => void stderr.push(part),
    cwd: process.cwd(),
    env: {},
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

async function verdict(answers: unknown, ...args: string[]): Promise<RegistrationCheckOutput & { code: number }> {
  const { code, stdout, stderr } = await run(answers, 'aurora', 'full_reg', '--now', NOW, '--country', 'de', ...args)
  const output: unknown = JSON.parse(stdout)
  if (!isOutput(output)) throw new Error(`no verdict: ${stdout}${stderr}`)
  return { code, ...(output as RegistrationCheckOutput) }
}

async function refusal(answers: unknown, ...args: string[]) {
  const { code, stdout, stderr } = await run(answers, ...args)
  const output: unknown = JSON.parse(stdout)
  if (!isErrorOutput(output)) throw new Error(`no refusal: ${stdout}`)
  return { exit: code, stderr, ...(output as { error: { code: string; message: string; path: string | null } }).error }
}

describe('livery registration check', () => {
  test('answers that would be sent exit 0, with the secrets masked in the payload', async () => {
    const { code, valid, errors, payload } = await verdict(GOOD)
    expect({ code, valid, errors }).toEqual({ code: 0, valid: true, errors: {} })
    expect(payload).toMatchObject({ email: GOOD.email, password: '***', password_again: '***' })
    expect(JSON.stringify(payload)).not.toContain(GOOD.password)
  })

  test('RULE-19: each field reports its first broken rule, and the command exits 1', async () => {
    const { email: _email, ...rest } = GOOD
    const { code, valid, errors } = await verdict({
      ...rest,
      name: 'Ada 7',
      password_again: 'other',
      birthday: '2015-01-01',
    })
    expect([code, valid]).toEqual([1, false])
    expect(Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, error.code]))).toEqual({
      email: 'required',
      name: 'name.available_symbols',
      password_again: 'compare',
      birthday: 'age.below_minimum',
    })
  })

  test('DATE-5: --now is the day that ages are counted by', async () => {
    const young = { ...GOOD, birthday: '2008-04-30' }
    expect((await verdict(young)).valid).toBe(true)
    expect((await verdict(young, '--now', '2026-04-29')).errors.birthday?.code).toBe('age.below_minimum')
  })

  test('EMAIL-13: a suggestion stops the form, and --accept-email stands by the address', async () => {
    const typo = { ...GOOD, email: 'player@gmial.com' }
    const { errors } = await verdict(typo)
    expect(errors.email).toMatchObject({ code: 'email.did_you_mean', params: { suggestion: 'player@gmail.com' } })
    expect((await verdict(typo, '--accept-email')).valid).toBe(true)
  })

  test('an answer to a field that the form does not have is an error at its id', async () => {
    expect((await verdict({ ...GOOD, shoe_size: 44 })).errors.shoe_size?.code).toBe('field.unknown')
  })

  test('REG-19, REG-20: --country brings the fields of that country, and a number that is not asked is left out', async () => {
    const withDocument = { ...GOOD, document_type_id: 1, passport: 'AB123456' }
    expect((await verdict(withDocument, '--country', 'kz')).payload).toHaveProperty('document_type_id')
    expect((await verdict(GOOD, '--country', 'kz')).errors.document_type_id?.code).toBe('required')
    expect((await verdict({ ...GOOD, country_id: 126 })).errors).not.toHaveProperty('document_type_id')
    expect((await verdict(withDocument)).payload).not.toHaveProperty('document_type_id')
  })

  test.each<[string, string[], string]>([
    ['an unknown brand', ['aurorra', 'full_reg'], 'brand_unknown'],
    ['an unknown type', ['aurora', 'ful_reg'], 'type_unknown'],
    ['no type', ['aurora'], 'usage'],
    ['an unknown option', ['aurora', 'full_reg', '--cuontry', 'kz'], 'usage'],
    ['a country that is none', ['aurora', 'full_reg', '--country', 'Kazakhstan'], 'usage'],
    ['a time that is none', ['aurora', 'full_reg', '--now', 'yesterday'], 'usage'],
    ['a language that the brand has not', ['aurora', 'full_reg', '--lng', 'xx'], 'usage'],
  ])('%s exits 2 and says why', async (_name, args, expected) => {
    const { exit, code, message, stderr } = await refusal(GOOD, ...args)
    expect([exit, code]).toEqual([2, expected])
    expect(stderr).toContain(message)
  })

  test.each<[string, unknown, string]>([
    ['no JSON', '{"email": ', 'not JSON'],
    ['a list', [], 'object'],
    ['an answer of no known shape', { ...GOOD, name: { first: 'Ada' } }, '/name'],
  ])('answers that are %s exit 2 and say where', async (_name, answers, expected) => {
    const { exit, code, message } = await refusal(answers, 'aurora', 'full_reg')
    expect([exit, code]).toEqual([2, 'answers_unreadable'])
    expect(message).toContain(expected)
  })
})
