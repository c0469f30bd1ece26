import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LimitsAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { HOST, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, newVisitor, register } from '../scenes/test-visitor.ts'

const LIMITS = { limit_loss_month: '250', limit_session_day: '120' }
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      const requiredLimits = ['loss_month', 'session_day']
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/responsible.json', { requiredLimits, isLimitAskedAtRegistration: true })
      await write('quay/brand.json', {
        ...{ id: 'quay', name: 'Quay', extends: 'pier', hosts: ['quay.example'], schemaVersion: 3, revision: 1 },
      })
      await write('quay/config/responsible.json', {
        ...{ requiredLimits: ['deposit_week', 'deposit_month'], contactAboveMinor: 35_000, isContactFirst: true },
      })
    },
  })
})
afterAll(() => server.close())

interface Field {
  readonly id: string
  readonly title?: string
  readonly required?: boolean
  readonly unit?: string
  readonly unit_of?: string
}
const fieldsOf = async (type: string, host = HOST) => {
  const answer = await newVisitor(server).send(`/web-api/api/web/registration/v1/fields/${type}`, { host })
  return answer.json<{ data: { attributes: { fields: readonly Field[] } } }>().data.attributes.fields
}

test.each(['full_reg', 'fast_reg', 'phone_reg'])(
  'RG-14: every form asks for the limits that have to be set, before what is agreed to: %s',
  async (type) => {
    const fields = await fieldsOf(type)
    const ids = fields.map(({ id }) => id)
    const asked = fields.filter(({ id }) => id.startsWith('limit_'))
    expect(asked).toMatchObject([
      { id: 'limit_loss_month', title: 'Loss limit per month', required: true },
      { id: 'limit_session_day', title: 'Time limit per day (Minutes)', required: true },
    ])
    expect(ids.indexOf('limit_session_day')).toBeLessThan(ids.indexOf('agree-policy'))
  },
)

test('RG-14: they hold from the registration on, no account is made without them, and what the form does not ask for is refused', async () => {
  const visitor = newVisitor(server)
  await expectError(await register(visitor, 'fast_reg', FAST_ANSWERS), 'registration.invalid')
  for (const wrong of ['0', '-5', '12.5', '1e3', 'all', '10000000000'])
    await expectError(
      await register(visitor, 'fast_reg', { ...FAST_ANSWERS, ...LIMITS, limit_loss_month: wrong }),
      'registration.invalid',
    )
  const unasked = { ...FAST_ANSWERS, ...LIMITS, limit_stake_day: '5' }
  await expectError(await register(visitor, 'fast_reg', unasked), 'registration.invalid')
  const tooLong = { ...FAST_ANSWERS, ...LIMITS, limit_session_day: '1441' }
  await expectError(await register(visitor, 'fast_reg', tooLong), 'registration.invalid')
  const answer = await register(visitor, 'fast_reg', { ...FAST_ANSWERS, ...LIMITS })
  expect(answer.statusCode, answer.body).toBe(200)
  const { limits } = (await visitor.send('/limit-service-api/limits')).json<LimitsAnswer>()
  expect(limits).toMatchObject([
    { kind: 'loss', period: 'month', amount: 250, raise: null },
    { kind: 'session', period: 'day', amount: 120, currency: null },
  ])
})

test('RG-14: an amount has the currency that the form chooses beside it, and a time has none', async () => {
  const units = (fields: readonly Field[]) =>
    fields.flatMap(({ id, unit, unit_of }) => (id.startsWith('limit_') ? [[id, unit, unit_of]] : []))
  expect(units(await fieldsOf('full_reg'))).toEqual([
    ['limit_loss_month', 'EUR', 'currency_id'],
    ['limit_session_day', undefined, undefined],
  ])
})

test('RG-14: nobody registers with deposit limits above what the operator speaks about first, by the week neither', async () => {
  const { send, ...visitor } = newVisitor(server)
  const atQuay = { ...visitor, send: (url: string, request = {}) => send(url, { host: 'quay.example', ...request }) }
  const registerWith = (week: string, month: string) =>
    register(atQuay, 'fast_reg', { ...FAST_ANSWERS, limit_deposit_week: week, limit_deposit_month: month })
  for (const [week, month] of [
    ['351', '351'],
    ['81', '3000'],
  ] as const) {
    const refused = await expectError(await registerWith(week, month), 'registration.invalid')
    expect(Object.keys(refused.validation_errors ?? {})).toEqual(['limit_deposit_month', 'limit_deposit_week'])
    expect(refused.validation_errors?.limit_deposit_week).toMatchObject({
      code: 'protection.limit_above_talk',
      params: { limit: expect.stringMatching(/^350\.00 /) as string },
    })
  }
  // 80 a week are 348 a month.
  const made = await registerWith('80', '3000')
  expect(made.statusCode, made.body).toBe(200)
})
