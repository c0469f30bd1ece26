import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addStudioPasskey,
  changeStudioPassword,
  forgetStudioPassword,
  getStudioSession,
  inviteToStudio,
  listStudioActs,
  listStudioPasskeys,
  removeStudioPasskey,
  resetStudioPassword,
  signInByStudioPasskey,
  signInToStudio,
  startStudioPasskey,
  startStudioPasskeySignIn,
} from '#calls/studio/studio-access.calls.ts'
import { discardStudioDraft, editStudioDraft, getStudioCatalogue } from '#calls/studio/studio-draft.calls.ts'
import { publishDraft, restoreRevision } from '#calls/studio/studio-life.calls.ts'
import type {
  PasskeyCreationAnswer,
  PasskeyRequestAnswer,
  StudioAct,
  StudioActsAnswer,
  StudioEdit,
  StudioInvitationAnswer,
} from '#schemas'
import { newAuthenticator } from '#server/account/passkeys/authenticator.test-support.ts'
import { headerOf, type MailServer, partsOf, startMailServer } from '#server/delivery/mail-server.test-support.ts'
import { proveChain } from '#server/studio/access/act-export.ts'
import { faultsOf } from '../scenes/answer-checks.ts'
import {
  claimedStudio,
  expectStudioError,
  joinedColleague,
  STUDIO_HOST,
  STUDIO_PASSWORD,
  type StudioVisitor,
  startStudioServer,
  studioVisitor,
} from '../scenes/studio-scene.ts'
import type { TestServer } from '../scenes/test-server.ts'

const PIER = { segments: ['pier'] }
const NEW_PASSWORD = 'eleven grey herons wade'

let mailServer: MailServer
let server: TestServer
let owner: StudioVisitor
beforeAll(async () => {
  mailServer = await startMailServer([], { authOptional: true, disabledCommands: ['STARTTLS'] })
  server = await startStudioServer({
    environment: {
      LIVERY_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      LIVERY_STUDIO_SENDER: 'desk@operator.example',
    },
  })
  owner = await claimedStudio(server)
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
})

const linkIn = (mail = '') => /https?:\/\/\S+#[\w-]{43}/.exec(partsOf(mail)['text/plain'] ?? '')?.[0] ?? ''

test('an invitation is sent by mail, and the link in it is the one that is shown', async () => {
  const grants = [{ role: 'viewer', scope: 'pier' }]
  const answer = await owner.call(inviteToStudio, { email: 'cleo@operator.example', grants })
  expect(await faultsOf('studio/invitation-answer', answer.json())).toEqual([])
  const { link, isSent } = answer.json<StudioInvitationAnswer>()
  expect(isSent).toBe(true)
  const mail = mailServer.mails.at(-1) ?? ''
  expect(linkIn(mail)).toBe(link)
  expect(headerOf(mail, 'To')).toContain('cleo@operator.example')
  expect(headerOf(mail, 'From')).toContain('desk@operator.example')
  expect(headerOf(mail, 'Subject')).toBe('Anna Lind invites you to Livery Studio')
  expect(server.log()).not.toContain(link.split('#')[1])
})

test('a forgotten password is replaced by a mailed link; the answer is the same for an address without an account', async () => {
  const dana = await joinedColleague(server, owner, 'dana', [{ role: 'viewer', scope: 'pier' }])
  expect((await dana.call(getStudioSession)).json()).toMatchObject({ sendsMail: true })
  const before = mailServer.mails.length
  const guest = studioVisitor(server)
  const asked = await guest.call(forgetStudioPassword, { email: 'dana@operator.example' })
  const unknown = await guest.call(forgetStudioPassword, { email: 'nobody@operator.example' })
  expect([asked.statusCode, asked.body]).toEqual([unknown.statusCode, unknown.body])
  await expect.poll(() => mailServer.mails.length).toBe(before + 1)
  const token = linkIn(mailServer.mails.at(-1)).split('#')[1]
  expect((await guest.call(resetStudioPassword, { token, password: NEW_PASSWORD })).json()).toEqual({ isDone: true })
  await expectStudioError(await guest.call(resetStudioPassword, { token, password: NEW_PASSWORD }), 'access.link_used')
  await expectStudioError(await dana.call(listStudioPasskeys), 'access.denied')
  const signedIn = await guest.call(signInToStudio, { email: 'dana@operator.example', password: NEW_PASSWORD })
  expect(signedIn.json()).toMatchObject({ status: 'signed-in' })
  const changed = await guest.call(changeStudioPassword, { current: NEW_PASSWORD, password: STUDIO_PASSWORD })
  expect(changed.json()).toEqual({ isDone: true })
})

test('OPS-19: a passkey is made, signs in and is removed over HTTP', async () => {
  const eva = await joinedColleague(server, owner, 'eva', [{ role: 'editor', scope: 'pier' }])
  const key = newAuthenticator(`http://${STUDIO_HOST}`)
  const started = await eva.call(startStudioPasskey, { password: STUDIO_PASSWORD })
  expect(await faultsOf('account/passkey-creation-answer', started.json())).toEqual([])
  const made = key.make(started.json<PasskeyCreationAnswer>(), 'Laptop')
  const added = await eva.call(addStudioPasskey, made)
  expect(await faultsOf('studio/passkeys-answer', added.json())).toEqual([])
  const guest = studioVisitor(server)
  const asked = await guest.call(startStudioPasskeySignIn)
  expect(await faultsOf('account/passkey-request-answer', asked.json())).toEqual([])
  const signed = key.use(asked.json<PasskeyRequestAnswer>())
  const signedIn = await guest.call(signInByStudioPasskey, signed)
  expect(signedIn.json()).toMatchObject({ account: { name: 'eva', passkeys: 1 } })
  expect((await guest.call(listStudioPasskeys)).json()).toMatchObject({ passkeys: [{ name: 'Laptop' }] })
  await expectStudioError(await studioVisitor(server).call(signInByStudioPasskey, signed), 'passkey.wrong')
  const removed = await guest.call(removeStudioPasskey, { id: made.id, password: STUDIO_PASSWORD })
  expect(removed.json()).toEqual({ passkeys: [] })
})

test('OPS-19: an editor who is limited to parts edits these and nothing else, and neither publishes nor discards', async () => {
  const parts = ['locales/de', 'config/header.json#/menu'] as const
  const grants = [{ role: 'editor', scope: 'pier', parts: [...parts] as [string, ...string[]] }] as const
  const tom = await joinedColleague(server, owner, 'tom', grants)
  const catalogue = (await tom.call(getStudioCatalogue, undefined, PIER)).json()
  expect(await faultsOf('studio/catalogue-answer', catalogue)).toEqual([])
  expect(catalogue).toMatchObject({ mayEdit: false, mayPublish: false, editableParts: parts })
  const edit = (...edits: readonly StudioEdit[]) => tom.call(editStudioDraft, { edits, editor: 'tom001' }, PIER)
  const german: StudioEdit = { path: 'locales/de/brand.json', pointer: '/site.menu_live', value: 'Live' }
  const menu: StudioEdit = { path: 'config/header.json', pointer: '/menu/live/order', value: 7 }
  expect((await edit(german, menu)).statusCode).toBe(200)
  const others: readonly StudioEdit[] = [
    { path: 'locales/en/brand.json', pointer: '/site.menu_live', value: 'Live' },
    { path: 'config/header.json', pointer: '/maxVisibleItems', value: 3 },
    { path: 'config/header.json', pointer: '', value: {} },
    { path: 'brand.json', pointer: '/hosts', value: ['evil.example'] },
    { path: 'locales/de/../../brand.json', pointer: '/name', value: 'Evil' },
  ]
  for (const other of others) {
    await expectStudioError(await edit(other), 'access.part_forbidden')
    await expectStudioError(await edit(german, other), 'access.part_forbidden')
  }
  await expectStudioError(await tom.call(discardStudioDraft, undefined, PIER), 'access.forbidden')
  await expectStudioError(await tom.call(restoreRevision, { number: 1 }, PIER), 'access.forbidden')
  await expectStudioError(await tom.call(publishDraft, { message: 'Mine' }, PIER), 'access.forbidden')
  const limited = { email: 'x@operator.example', grants: [{ role: 'publisher', scope: 'pier', parts: ['locales'] }] }
  await expectStudioError(await owner.call(inviteToStudio, limited), 'request.invalid')
})

test('OPS-19: the log is exported whole by owners of everything alone, and proves itself', async () => {
  const ben = await joinedColleague(server, owner, 'ben', [{ role: 'owner', scope: 'pier' }])
  await expectStudioError(await ben.send('/studio-api/acts-file'), 'access.forbidden')
  const file = await owner.send('/studio-api/acts-file')
  expect(file.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="livery-studio-log.ndjson"',
    'cache-control': 'private, no-store',
  })
  const acts = file.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StudioAct)
  for (const act of acts) expect(await faultsOf('studio/act', act)).toEqual([])
  async function* exported() {
    yield* acts
  }
  expect(await proveChain(exported())).toMatchObject({ acts: acts.length, brokenAt: null })
  const { acts: shown } = (await owner.call(listStudioActs)).json<StudioActsAnswer>()
  expect(shown[0]).toMatchObject({ act: 'log.exported', hash: acts.at(-1)?.hash })
})
