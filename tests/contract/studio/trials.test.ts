import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkStudioRegistration,
  editStudioDraft,
  getStudioCatalogue,
  getStudioDocument,
  previewStudioMail,
} from '#calls/studio/studio-draft.calls.ts'
import type { StudioEdit, StudioMailAnswer, StudioRegistrationCheckAnswer } from '#schemas'
import { mailNames } from '../../../src/studio/mails/mail-names.ts'
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

describe('a mail of a draft that is looked at', () => {
  const look = (template: string, language: string, who = owner) =>
    who.call(previewStudioMail, undefined, { ...PIER, query: { template, language } })

  test('OPS-15: has the words and colours of the draft, and shows as HTML in a frame without rights', async () => {
    await edit(
      { path: 'locales/en/delivery.json', pointer: '/delivery.activation_subject', value: '{{code}} opens {{brand}}' },
      { path: 'theme.tokens.json', pointer: '/color/light/accent/$value', value: '#0b5f3d' },
    )
    const answer = await look('activation', 'en')
    expect(await faultsOf('studio/mail-answer', answer.json())).toEqual([])
    const { subject, text, html } = answer.json<StudioMailAnswer>()
    expect(subject).toMatch(/^482913 opens /)
    expect(text).not.toContain('{{')
    const page = await owner.send(html)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect(page.body).toContain('background:#0b5f3d')
    expect(page.body).toContain('482913')
  })

  test('leaves no place unfilled in any mail of any language', async () => {
    const { languages, texts } = await mailTexts()
    for (const language of languages) {
      for (const template of texts) {
        const { subject, text, sms = '' } = (await look(template, language)).json<StudioMailAnswer>()
        expect(subject + text + sms, `${template} ${language}`).not.toContain('{{')
      }
    }
  })

  test('is looked at by those who may read the brand, and only where it is written', async () => {
    const stranger = await joinedColleague(server, owner, 'eve', [{ role: 'viewer', scope: 'elsewhere' }])
    await expectStudioError(await look('activation', 'en', stranger), 'brand.unknown')
    expect((await stranger.send('/studio-api/mail-page/pier/en/activation')).statusCode).toBe(404)
    await expectStudioError(await look('no_such_mail', 'en'), 'document.unknown')
    await expectStudioError(await look('activation', 'xx'), 'document.unknown')
  })
})

async function mailTexts() {
  const query = { path: 'locales/en/delivery.json' }
  const { resolved } = (await owner.call(getStudioDocument, undefined, { ...PIER, query })).json<{ resolved: object }>()
  const { languages } = (await owner.call(getStudioCatalogue, undefined, PIER)).json<{ languages: string[] }>()
  return { languages, texts: mailNames(resolved as Record<string, unknown>).map(({ template }) => template) }
}
