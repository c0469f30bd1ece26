import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PushAnswer } from '#schemas'
import { type KeyRing, keyRing, newSecretKey } from '#server/account/secrets/key-ring.ts'
import { createSecretBox } from '#server/account/secrets/secret-box.ts'
import { TOTP_STEP_MS } from '#server/account/two-factor/totp.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { type ThrowAwayDatabase, throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { createMemoryStore } from '#server/protection/document-store.ts'
import { documentUse } from '#server/protection/documents.ts'
import { fieldsUse } from '#server/protection/identification.service.ts'
import { countSealed, resealAll } from '#server/wiring/app/sealed-values.ts'
import { fakePushService } from './push/push-scene.ts'
import { FORM_PARTS, pictures, playerWithDocuments, sendForm } from './scenes/identification-scene.ts'
import { messageTo } from './scenes/office-scene.ts'
import { startTestServer, type TestServer } from './scenes/test-server.ts'
import { newPlayer } from './scenes/test-visitor.ts'
import { asBearer, serviceToken } from './scenes/token-scene.ts'
import { atSecondStep, type PlayerWithTwoFactor, playerWithTwoFactor } from './scenes/two-factor-scene.ts'

const place = await throwAwayDatabase()
const WITH_START_MS = 60_000
const PUSH = '/web-api/user/push'
const [former, newest] = [newSecretKey(), newSecretKey()]
const FORMER = keyRing(former)[0].id
const NEWEST = keyRing(newest)[0].id

describe.skipIf(!place)('keys are changed under signed-in players', () => {
  const { url = '', create, drop } = (place ?? {}) as Partial<ThrowAwayDatabase>
  const documents = createMemoryStore(() => new Date())
  const service = fakePushService()
  let running: TestServer
  /** The site as its visitors see it, whichever server answers. */
  let site: TestServer
  let withFactor: PlayerWithTwoFactor
  let withDocument: Awaited<ReturnType<typeof playerWithDocuments>>
  let publicKey: string

  const start = (ring: KeyRing) =>
    startTestServer({ databaseUrl: url, keyRing: ring, documents, pushService: service.fetch })
  /** Visitors who came before a restart are answered by the server that runs now. */
  const siteOf = (server: TestServer): TestServer => ({
    ...server,
    send: (...given) => running.send(...given),
    wait: (ms) => running.wait(ms),
    now: () => running.now(),
  })
  async function restart(ring: KeyRing): Promise<void> {
    const until = running.now()
    await running.close()
    running = await start(ring)
    running.wait(until.getTime() - running.now().getTime())
    site = siteOf(running)
  }
  const places = () => ({ db: running.database.db, documents })

  beforeAll(async () => {
    await create?.()
    running = await start(keyRing(former))
    site = siteOf(running)
    withFactor = await playerWithTwoFactor(site)
    withDocument = await playerWithDocuments(site)
    await withDocument.send(`${PUSH}/device`, { method: 'POST', body: service.subscribe() })
    const choice = { games: true, bets: true, messages: true, isQuiet: false }
    await withDocument.send(`${PUSH}/choice`, { method: 'POST', body: choice })
    publicKey = (await withDocument.send(PUSH)).json<PushAnswer>().publicKey
  }, WITH_START_MS)
  afterAll(async () => {
    await running.close()
    await drop?.()
  })

  /** Everything that needs a key: sessions, an authenticator app, a document, and the key and the devices of push messages. */
  async function expectAllToWork(ring: KeyRing): Promise<void> {
    for (const player of [withFactor, withDocument])
      expect((await player.send('/web-api/v1/user-information')).statusCode).toBe(200)
    const { visitor, authId } = await atSecondStep(site, withFactor)
    const body = { auth_id: authId, code: withFactor.appCode() }
    expect((await visitor.send('/web-api/user/twoauth/', { method: 'POST', body })).statusCode).toBe(200)
    running.wait(TOTP_STEP_MS)
    const [file] = await documents.list('pier')
    const fileName = file?.name ?? ''
    const bytes = createSecretBox(ring).open(documentUse('pier', fileName), await documents.get('pier', fileName))
    expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe('PNG')
    const sent = service.taken.length
    await messageTo(site, withDocument.userId)
    await running.push.rounds.run()
    expect(service.taken.slice(sent).map(({ signed }) => signed?.key)).toEqual([publicKey])
  }

  test(
    'a new key signs nobody out, and all that a former one has sealed and signed is read; retired, that one is not needed',
    async () => {
      const both = keyRing(newest, former)
      expect(await countSealed(places())).toEqual(new Map([[FORMER, 4]]))
      await expectAllToWork(keyRing(former))
      const before = await serviceToken(withDocument)

      await restart(both)
      // A player who is known is answered, also that there is no bet of this name.
      const asked = '/web-api/LiveBet/Secure/GetBetByGuid?betGuid=3f0c8a52-6f0e-4c63-9a7e-000000000000'
      const statusFor = async (token: string) => (await asBearer(token, withDocument).send(asked)).statusCode
      expect(await statusFor('no.such.bearer')).toBe(401)
      expect(await statusFor(before)).toBe(200)
      await expectAllToWork(both)
      await playerWithTwoFactor(site)
      const mixed = await countSealed(places())
      expect([mixed.get(FORMER), mixed.get(NEWEST)]).toEqual([4, 1])

      expect(await resealAll(places(), createSecretBox(both), FORMER)).toBe(4)
      expect(await countSealed(places())).toEqual(new Map([[NEWEST, 5]]))
      const after = await serviceToken(withDocument)
      await restart(keyRing(newest))
      await expectAllToWork(keyRing(newest))
      expect(await statusFor(after)).toBe(200)
      // What was signed by the retired key lives a quarter of an hour, and is asked for again.
      expect(await statusFor(before)).toBe(401)
    },
    3 * WITH_START_MS,
  )

  test('REG-28: the answers of an identification form are sealed again too, and are what they were', async () => {
    const player = await newPlayer(site)
    const sent = await sendForm(player, '/web-api/identification/data', [...FORM_PARTS, ...pictures(1)])
    expect(sent.statusCode).toBe(200)
    const answers = (ring: KeyRing) =>
      forBrand(running.database.db, 'pier').transaction(async (tx) => {
        const { fields } = await tx
          .select('identification')
          .select('fields')
          .where('account_id', '=', player.userId)
          .executeTakeFirstOrThrow()
        const opened = createSecretBox(ring).open(fieldsUse('pier', player.userId), fields ?? '')
        return JSON.parse(Buffer.from(opened).toString()) as object
      })
    const form = JSON.parse(FORM_PARTS.flatMap((part) => ('text' in part ? part.text : []))[0] ?? '') as object
    expect(await answers(keyRing(newest))).toEqual(form)
    const before = (await countSealed(places())).get(NEWEST) ?? 0
    const next = newSecretKey()
    expect(await resealAll(places(), createSecretBox(keyRing(next, newest)), NEWEST)).toBe(before)
    await expect(answers(keyRing(newest))).rejects.toThrow('cannot be opened')
    expect(await answers(keyRing(next))).toEqual(form)
    // The other tests need the key that the server has.
    expect(await resealAll(places(), createSecretBox(keyRing(newest, next)), keyRing(next)[0].id)).toBe(before)
  })

  test('values from the time before keys had ids are sealed again too', async () => {
    const ring = keyRing(newSecretKey(), newest)
    const [file] = await documents.list('pier')
    const fileName = file?.name ?? ''
    await documents.put('pier', fileName, (await documents.get('pier', fileName)).replace(/^v2\.[0-9a-f]+\./, 'v1.'))
    expect((await countSealed(places())).get('')).toBe(1)
    const all = await countSealed(places())
    const count = (all.get('') ?? 0) + (all.get(NEWEST) ?? 0)
    expect(await resealAll(places(), createSecretBox(ring), NEWEST)).toBe(count)
    expect(await countSealed(places())).toEqual(new Map([[ring[0].id, count]]))
  })
})
