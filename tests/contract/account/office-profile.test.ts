import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountDataAnswer } from '#schemas'
import { verifyFields } from '#server/account/office/profile-change.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { PROFILE } from '../scenes/office-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, type TestVisitor } from '../scenes/test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({})
})
afterAll(() => server.close())

const profileOf = async (player: TestVisitor) =>
  (await player.send('/web-api/getaccountdata')).json<AccountDataAnswer>().data.attributes

describe('the profile', () => {
  const save = (player: TestVisitor, fields: object) => player.send('/web-api/saveaccountfields', post({ fields }))

  test('OFF-21, OFF-22: the form comes with its answers, and what is saved is judged by the rules of the registration', async () => {
    const player = await newPlayer(server)
    const empty = await profileOf(player)
    expect(empty.fields.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['name', 'surname', 'birthday', 'gender', 'country_id', 'region_id', 'city_id']),
    )
    expect(empty.fields.find(({ id }) => id === 'country_id')).toMatchObject({ disabled: true })
    expect(empty.answers).toHaveProperty('country_id')
    const young = await expectError(await save(player, { ...PROFILE, birthday: '2015-01-01' }), 'profile.invalid')
    expect(Object.keys(young.validation_errors ?? {})).toEqual(['birthday'])
    expect((await save(player, { ...PROFILE, address: 'Quay 1' })).statusCode).toBe(200)
    expect((await profileOf(player)).answers).toMatchObject({ ...PROFILE, address: 'Quay 1' })
    await save(player, PROFILE)
    expect((await profileOf(player)).answers).not.toHaveProperty('address')
  })

  test('OFF-22: what is answered once or verified cannot be changed', async () => {
    const player = await newPlayer(server)
    await save(player, PROFILE)
    const older = await expectError(await save(player, { ...PROFILE, birthday: '1980-01-01' }), 'profile.invalid')
    expect(Object.keys(older.validation_errors ?? {})).toEqual(['birthday'])
    await forBrand(server.database.db, 'pier').transaction((tx) =>
      verifyFields(tx, { accountId: player.userId, fieldIds: ['name'], now: server.now() }),
    )
    expect((await profileOf(player)).fields.find(({ id }) => id === 'name')).toMatchObject({ disabled: true })
    await expectError(await save(player, { ...PROFILE, name: 'Eve' }), 'profile.invalid')
    const { birthday: _birthday, name: _name, ...rest } = PROFILE
    expect((await save(player, { ...rest, surname: 'Berg' })).statusCode).toBe(200)
    expect((await profileOf(player)).answers).toMatchObject({ name: 'Anna', surname: 'Berg', birthday: '1990-05-17' })
  })

  test('OFF-16, KYC-7: every document names what it lacks, and is complete when that is given', async () => {
    const player = await newPlayer(server)
    const lack = async () =>
      Object.fromEntries((await profileOf(player)).documents.map(({ type, missing }) => [type, missing]))
    expect(Object.keys(await lack())).toEqual(['passport', 'id_card', 'driving_licence', 'residence_permit'])
    await save(player, PROFILE)
    expect((await lack()).id_card).toEqual(['passport', 'passport_end_date'])
    const fields = { name: 'Anna', surname: 'Keller', passport: 'L01X00T47', passport_end_date: '2031-08-01' }
    const body = { document_type: 'id_card', fields }
    expect((await player.send('/web-api/saverequireddocuments', post(body))).statusCode).toBe(200)
    expect((await lack()).id_card).toEqual([])
    expect((await profileOf(player)).documentType).toBe('id_card')
    const foreign = { ...body, document_type: 'cpf' }
    await expectError(await player.send('/web-api/saverequireddocuments', post(foreign)), 'request.invalid')
  })
})
