import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LimitsAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, newVisitor, register } from '../scenes/test-visitor.ts'

const LIMITS = { limit_loss_month: '250', limit_session_day: '120' }
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      const requiredLimits = ['loss_month', 'session_day']
      await write('pier/config/responsible.json', { requiredLimits, isLimitAskedAtRegistration: true })
    },
  })
})
afterAll(() => server.close())

interface Field {
  readonly id: string
  readonly title?: string
  readonly required?: boolean
}
const fieldsOf = async (type: string) => {
  const answer = await newVisitor(server).send(`/web-api/api/web/registration/v1/fields/${type}`)
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
