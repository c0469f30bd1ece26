import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlayerBonusesAnswer, RegistrationFieldsAnswerNew, WelcomeBonusesAnswer } from '#schemas'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, newVisitor, register } from '../scenes/test-visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('quay/brand.json', {
        ...{ schemaVersion: 3, id: 'quay', name: 'Quay', extends: 'pier', hosts: ['quay.example'], revision: 1 },
      })
      await write('quay/config/boolean.json', { isBonusAllowed: false })
    },
  })
})
afterAll(() => server.close())

const FIELDS = '/web-api/api/web/registration/v1/fields/fast_reg'
const fieldsAt = async (host?: string) => {
  const answer = await newVisitor(server).send(FIELDS, host ? { host } : {})
  return answer.json<RegistrationFieldsAnswerNew>().data.attributes.fields
}

describe('the welcome bonus over HTTP', () => {
  test('the registration asks which of the bonuses that can be had, and the chosen one is the player’s', async () => {
    const field = (await fieldsAt()).find(({ id }) => id === 'bonus_choice')
    expect(field?.options).toMatchObject([{ value: 'welcome' }, { value: 'none' }])
    const visitor = newVisitor(server)
    const answer = await register(visitor, 'fast_reg', { ...FAST_ANSWERS, bonus_choice: 'welcome' })
    expect(answer.statusCode).toBe(200)
    const { bonuses, bonusMinor } = (await visitor.send('/web-api/promo/bonuses')).json<PlayerBonusesAnswer>()
    expect(bonuses).toMatchObject([{ promoId: 'welcome', state: 'active' }])
    expect(bonusMinor).toBe(bonuses[0]?.money)
  })

  test('PROMO-3: the welcome bonuses are the campaigns, each with its words', async () => {
    const answer = await newVisitor(server).send('/web-api/api/v3/bonuses/welcome-bonuses')
    const { data } = answer.json<WelcomeBonusesAnswer>()
    expect(data).toMatchObject([{ id: 'welcome', attributes: { payload: { bannerInfoText: expect.any(String) } } }])
  })

  test('who chooses none has none, and a brand without bonuses asks for none', async () => {
    const visitor = newVisitor(server)
    await register(visitor, 'fast_reg', FAST_ANSWERS)
    expect((await visitor.send('/web-api/promo/bonuses')).json<PlayerBonusesAnswer>().bonuses).toEqual([])
    expect((await fieldsAt('quay.example')).map(({ id }) => id)).not.toContain('bonus_choice')
  })
})
