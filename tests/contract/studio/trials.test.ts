import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkStudioRegistration, editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import type { StudioEdit, StudioRegistrationCheckAnswer } from '#schemas'
import { faultsOf } from '../scenes/answer-checks.ts'
import {
  claimedStudio,
  expectStudioError,
  joinedColleague,
  type StudioVisitor,
  startStudioServer,
} from '../scenes/studio-scene.ts'
import type { TestServer } from '../scenes/test-server.ts'

const PIER = { segments: ['pier'] }
const FORM = 'registration/full_reg.json'

let server: TestServer
let owner: StudioVisitor
beforeAll(async () => {
  server = await startStudioServer()
  owner = await claimedStudio(server)
})
afterAll(() => server.close())

const edit = (...edits: readonly StudioEdit[]) => owner.call(editStudioDraft, { edits, editor: 'anna01' }, PIER)
const check = async (body: object = {}, who = owner) =>
  who.call(checkStudioRegistration, { type: 'full_reg', language: 'en', ...body }, PIER)
const checked = async (body: object = {}) => (await check(body)).json<StudioRegistrationCheckAnswer>()

describe('a registration form of a draft that is tried out', () => {
  test('is filled in with examples that its rules take, in each type and for each country with variants', async () => {
    for (const type of ['full_reg', 'phone_reg', 'fast_reg', 'soc_reg']) {
      for (const country of ['pt', 'kz']) {
        const answer = await check({ type, country })
        expect(answer.statusCode, `${type} ${answer.body}`).toBe(200)
        expect(await faultsOf('studio/registration-check-answer', answer.json())).toEqual([])
        const { fields, isValid } = answer.json<StudioRegistrationCheckAnswer>()
        expect(fields.length, type).toBeGreaterThan(3)
        // A provider has to confirm who begins with one: no example can do that.
        const refused = fields.filter(({ id, error }) => error !== undefined && id !== 'social_types_id')
        expect(refused, `${type} ${country}`).toEqual([])
        if (type !== 'soc_reg') expect(isValid).toBe(true)
      }
    }
  })

  test('OPS-15: runs by the rules as they are edited, and says in words what is refused', async () => {
    const rule = { path: FORM, pointer: '/fields/name/validation/minLength', value: { value: 30 } }
    await edit(rule)
    const { fields, isValid, answers } = await checked()
    const refused = fields.filter(({ error }) => error !== undefined)
    expect([isValid, refused.map(({ id }) => id)]).toEqual([false, ['name']])
    expect(refused[0]?.error).toContain('30')
    const longer = await checked({ answers: { ...answers, name: 'Wolfeschlegelsteinhausenbergerdorff' } })
    expect(longer.fields.find(({ id }) => id === 'name')?.error).toBeUndefined()
    await edit({ path: FORM, pointer: '/fields/name/validation' })
    expect((await checked()).isValid).toBe(true)
  })

  test('shows a field only for the answers of its condition, and sends no password', async () => {
    const on = { action: 'show', field_id: 'receive_news', condition: [true] }
    await edit({ path: FORM, pointer: '/fields/surname/depends_on', value: on })
    const shown = await checked()
    const isShown = ({ fields }: StudioRegistrationCheckAnswer) => fields.find(({ id }) => id === 'surname')?.isShown
    expect(isShown(shown)).toBe(true)
    expect(shown.payload).toMatchObject({ surname: 'Anna', password: '***' })
    const hidden = await checked({ answers: { ...shown.answers, receive_news: false } })
    expect(isShown(hidden)).toBe(false)
    expect(hidden.payload).not.toHaveProperty('surname')
    await edit({ path: FORM, pointer: '/fields/surname/depends_on' })
  })

  test('is tried by those who may read the brand, and only where there is such a form', async () => {
    const mole = await joinedColleague(server, owner, 'mole', [{ role: 'viewer', scope: 'elsewhere' }])
    await expectStudioError(await check({}, mole), 'brand.unknown')
    await expectStudioError(await check({ type: 'no_reg' }), 'document.unknown')
  })
})
