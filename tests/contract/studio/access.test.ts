import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#calls/call.ts'
import {
  changeStudioGrants,
  changeStudioTotp,
  claimStudio,
  getStudioSession,
  inviteToStudio,
  joinStudio,
  listStudioAccounts,
  listStudioActs,
  signInToStudio,
  signOutOfStudio,
  startStudioTotp,
} from '#calls/studio/studio-access.calls.ts'
import { editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import { listRevisions, publishDraft } from '#calls/studio/studio-life.calls.ts'
import type { StudioAccountsAnswer, StudioActsAnswer, StudioGrant, StudioTotpAnswer } from '#schemas'
import { answerStudio, requireRole } from '#server/studio/studio-scope.ts'
import { appCodeAt } from '#server/wiring/http/app-code.ts'
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
import { HOST, setCookies, type TestServer } from '../scenes/test-server.ts'

/** Calls of other parts, each with the role that it asks for, so that roles can be tried on all kinds of calls. */
const handlers = [
  answerStudio(listRevisions, async ({ segments }, scope) => {
    requireRole(scope, 'viewer', segments.brand)
    return { revisions: [], scheduled: [], isFolderEdited: false }
  }),
  answerStudio(editStudioDraft, async ({ segments, body }, scope) => {
    requireRole(scope, 'editor', segments.brand)
    return {
      sequence: body.edits.length,
      edits: body.edits.map((edit) => ({
        sequence: 1,
        edit,
        editor: body.editor,
        author: 'Anna',
        at: '2026-03-01T12:00:00.000Z',
      })),
    } as never
  }),
  answerStudio(publishDraft, async ({ segments }, scope) => {
    requireRole(scope, 'publisher', segments.brand)
    return { isDone: true } as never
  }),
]

let server: TestServer
let owner: StudioVisitor
beforeAll(async () => {
  server = await startStudioServer({ studioHandlers: handlers })
  const guest = studioVisitor(server)
  expect((await guest.call(getStudioSession)).json()).toEqual({ isClaimed: false })
  owner = await claimedStudio(server)
})
afterAll(() => server.close())

const EDITOR: readonly StudioGrant[] = [{ role: 'editor', scope: 'pier' }]

test('an owner claims the studio, invites, and takes what was given away', async () => {
  const session = await owner.call(getStudioSession)
  expect(await faultsOf('studio/session-answer', session.json())).toEqual([])
  expect(session.json()).toMatchObject({ isClaimed: true, account: { name: 'Anna Lind' } })
  const ben = await joinedColleague(server, owner, 'ben', EDITOR)
  const listed = await owner.call(listStudioAccounts)
  expect(await faultsOf('studio/accounts-answer', listed.json())).toEqual([])
  const { id = 0 } = listed.json<StudioAccountsAnswer>().accounts.find(({ name }) => name === 'ben') ?? {}
  const edit = () => ben.call(listRevisions, undefined, { segments: ['pier'] })
  expect((await edit()).statusCode).toBe(200)
  const locked = await owner.call(changeStudioGrants, { accountId: id, grants: [] })
  expect(await faultsOf('studio/accounts-answer', locked.json())).toEqual([])
  await expectStudioError(await edit(), 'access.denied')
  const signIn = { email: 'ben@operator.example', password: STUDIO_PASSWORD }
  await expectStudioError(await ben.call(signInToStudio, signIn), 'access.wrong_password')
  const acts = await owner.call(listStudioActs)
  expect(await faultsOf('studio/acts-answer', acts.json())).toEqual([])
  const { acts: told, isWhole } = acts.json<StudioActsAnswer>()
  expect(isWhole).toBe(true)
  expect(told.map(({ act }) => act).slice(0, 3)).toEqual(['account.locked', 'account.joined', 'account.invited'])
})

test('the link of the start is in the log and nowhere else, and works once', async () => {
  const link = /https:\/\/studio\.operator\.example\/claim#[\w-]{43}/.exec(server.log())?.[0]
  const body = { token: link?.split('#')[1], name: 'Eve', email: 'eve@x.example', password: STUDIO_PASSWORD }
  await expectStudioError(await studioVisitor(server).call(claimStudio, body), 'access.link_used')
  const lines = server.log().length
  await server.studio?.announce(443)
  expect(server.log().slice(lines)).not.toContain('#')
})

describe('the session', () => {
  const body = { email: 'anna@operator.example', password: STUDIO_PASSWORD }

  test('is in a cookie that scripts cannot read and other sites do not send', async () => {
    const answer = await studioVisitor(server).call(signInToStudio, body)
    expect(await faultsOf('studio/sign-in-answer', answer.json())).toEqual([])
    const { '__Host-studio': line = '' } = setCookies(answer)
    const [value, ...flags] = line.split('; ')
    expect(value).toMatch(/^__Host-studio=[\w-]{43}$/)
    expect(flags.sort()).toEqual([
      expect.stringMatching(/^Expires=/),
      'HttpOnly',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(Object.keys(setCookies(answer))).toEqual(['__Host-studio'])
    expect(server.log()).not.toContain(value?.split('=')[1])
    expect(server.log()).not.toContain(STUDIO_PASSWORD)
  })

  test('ends by signing out, which removes the cookie', async () => {
    const visitor = studioVisitor(server)
    const signedIn = setCookies(await visitor.call(signInToStudio, body))['__Host-studio'] ?? ''
    const answer = await visitor.call(signOutOfStudio)
    expect(answer.json()).toEqual({ isDone: true })
    expect(setCookies(answer)['__Host-studio']).toMatch(/^__Host-studio=; .*Path=\//)
    const headers = { cookie: signedIn.split(';')[0] ?? '' }
    await expectStudioError(await visitor.send(listStudioAccounts.path, { headers }), 'access.denied')
  })

  test('asks for a code of the authenticator app, which counts once', async () => {
    const eve = await joinedColleague(server, owner, 'eve', EDITOR)
    const started = await eve.call(startStudioTotp)
    expect(await faultsOf('studio/totp-answer', started.json())).toEqual([])
    const { secret } = started.json<StudioTotpAnswer>()
    const on = await eve.call(changeStudioTotp, { code: appCodeAt(secret, server.now()) })
    expect(on.json()).toMatchObject({ account: { hasSecondFactor: true } })
    server.wait(60_000)
    const visitor = studioVisitor(server)
    const eves = { email: 'eve@operator.example', password: STUDIO_PASSWORD }
    expect((await visitor.call(signInToStudio, eves)).json()).toEqual({ status: 'code-needed' })
    const code = appCodeAt(secret, server.now())
    const signedIn = await visitor.call(signInToStudio, { ...eves, code })
    expect(signedIn.json()).toMatchObject({ status: 'signed-in', account: { name: 'eve' } })
    await expectStudioError(await visitor.call(signInToStudio, { ...eves, code }), 'access.wrong_code')
    const off = await visitor.call(changeStudioTotp, { password: STUDIO_PASSWORD })
    expect(off.json()).toMatchObject({ account: { hasSecondFactor: false } })
  })

  test('is refused with a time to wait after ten wrong passwords', async () => {
    const address = '10.9.9.9'
    const wrong = { email: 'nobody@operator.example', password: 'wrong' }
    const visitor = studioVisitor(server)
    for (let times = 0; times < 10; times++)
      await expectStudioError(await visitor.call(signInToStudio, wrong, { address }), 'access.wrong_password')
    const answer = await visitor.call(signInToStudio, wrong, { address })
    await expectStudioError(answer, 'access.too_many')
    expect(answer.headers['retry-after']).toBe('900')
  })
})

describe('who may do what', () => {
  const reading = { name: 'read', call: listRevisions, body: undefined }
  const editing = {
    name: 'edit',
    call: editStudioDraft,
    body: { edits: [{ path: 'brand.json', pointer: '/name', value: 'Pier' }], editor: 'abcdef' },
  }
  const publishing = { name: 'publish', call: publishDraft, body: { message: 'Why' } }
  const deeds: readonly { name: string; call: Call; body: object | undefined }[] = [reading, editing, publishing]
  const ROWS: readonly { grant: StudioGrant; own: string; other: string; isOwner?: boolean }[] = [
    { grant: { role: 'viewer', scope: 'pier' }, own: 'read', other: '' },
    { grant: { role: 'editor', scope: 'pier' }, own: 'read edit', other: '' },
    { grant: { role: 'publisher', scope: 'pier' }, own: 'read edit publish', other: '' },
    { grant: { role: 'cashier', scope: 'pier' }, own: 'read', other: '' },
    { grant: { role: 'support', scope: 'pier' }, own: 'read', other: '' },
    { grant: { role: 'risk', scope: 'pier' }, own: 'read', other: '' },
    { grant: { role: 'owner', scope: 'pier' }, own: 'read edit publish', other: '' },
    { grant: { role: 'viewer', scope: '*' }, own: 'read', other: 'read' },
    { grant: { role: 'publisher', scope: '*' }, own: 'read edit publish', other: 'read edit publish' },
    { grant: { role: 'owner', scope: '*' }, own: 'read edit publish', other: 'read edit publish', isOwner: true },
  ]

  test.each(ROWS.map((row, index) => ({ ...row, index, title: `${row.grant.role} in ${row.grant.scope}` })))(
    '$title',
    async ({ grant, own, other, isOwner = false, index }) => {
      const colleague = await joinedColleague(server, owner, `colleague${index}`, [grant])
      for (const [brand, allowed] of [
        ['pier', own],
        ['quay', other],
      ] as const) {
        const may: string[] = []
        for (const { name, call, body } of deeds) {
          const answer = await colleague.call(call, body, { segments: [brand] })
          if (answer.statusCode === 200) may.push(name)
          // A brand of which nothing may be seen is as unknown as one that is not there.
          else await expectStudioError(answer, allowed === '' ? 'brand.unknown' : 'access.forbidden')
        }
        expect(may.join(' ')).toBe(allowed)
      }
      const invitation = { email: `guest${index}@operator.example`, grants: [grant] }
      const ofOwners = [
        await colleague.call(listStudioAccounts),
        await colleague.call(inviteToStudio, invitation),
        await colleague.call(changeStudioGrants, { accountId: 999_999, grants: [] }),
      ]
      for (const [at, answer] of ofOwners.entries()) {
        if (!isOwner) await expectStudioError(answer, 'access.forbidden')
        else expect(answer.statusCode).toBe(at === 2 ? 400 : 200)
      }
      const { acts } = (await colleague.call(listStudioActs)).json<StudioActsAnswer>()
      expect(acts.some(({ brand }) => brand === undefined)).toBe(isOwner)
    },
  )

  test('nothing is done for strangers', async () => {
    const stranger = studioVisitor(server)
    const further: readonly Call[] = [listStudioAccounts, startStudioTotp, listStudioActs, signOutOfStudio]
    for (const { call, body } of [...deeds, ...further.map((call) => ({ call, body: undefined }))]) {
      const segments = call.segments ? ['pier'] : []
      await expectStudioError(await stranger.call(call, body, { segments }), 'access.denied')
    }
    for (const cookie of ['forged', 'A'.repeat(43), ''])
      await expectStudioError(
        await stranger.send(listStudioAccounts.path, { headers: { cookie: `__Host-studio=${cookie}` } }),
        'access.denied',
      )
  })

  test('a brand is named by its id and by nothing else', async () => {
    for (const brand of ['..%2fpier', '%2e%2e%2fpier', '_base', 'Pier', 'studio'])
      await expectStudioError(await owner.send(`${listRevisions.path}/${brand}`), 'brand.unknown')
  })
})

describe('invitations', () => {
  test('end after 72 hours', async () => {
    const answer = await owner.call(inviteToStudio, { email: 'late@operator.example', grants: EDITOR })
    expect(await faultsOf('studio/invitation-answer', answer.json())).toEqual([])
    const { link } = answer.json<{ link: string }>()
    expect(link).toMatch(/^http:\/\/studio\.operator\.example\/join#/)
    server.wait(72 * 3_600_000)
    const body = { token: link.split('#')[1], name: 'Late', password: STUDIO_PASSWORD }
    await expectStudioError(await studioVisitor(server).call(joinStudio, body), 'access.link_used')
    await expectStudioError(await owner.call(listStudioAccounts), 'access.denied')
    await owner.call(signInToStudio, { email: 'anna@operator.example', password: STUDIO_PASSWORD })
  })
})

test('the calls of the studio are known under its host alone', async () => {
  const unknown = await server.send(getStudioSession.path, { host: HOST })
  expect(unknown.statusCode).toBe(404)
  for (const host of [HOST, 'nobody.example', 'studio.localhost', `x.${STUDIO_HOST}`])
    expect((await owner.call(signOutOfStudio, undefined, { host })).statusCode).toBe(404)
  expect((await owner.call(getStudioSession)).json()).toMatchObject({ account: { name: 'Anna Lind' } })
})
