import fastify from 'fastify'
import { expect, test } from 'vitest'
import { signInActors } from '#calls/actors/sign-in.actors.ts'
import { AppError } from '#calls/app-error.ts'
import type { HttpError } from '#calls/http/http-error.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import type { HttpActor } from './http-machine.ts'
import { type HttpStage, playOverHttp } from './http-player.ts'
import { openBrowser, type Way } from './scenario-browser.ts'

/** A server without a single route. */
const NOBODY = fastify()

/** A world of one actor that notes when it is asked, by which way, and for what. */
function world(machine: string, actor: string, made: HttpActor) {
  const contract = scenarioMachines[machine]
  if (!contract) throw new Error(`there is no ${machine}`)
  const asked: { readonly at: number; readonly way: Way; readonly input: unknown }[] = []
  let at = -1
  let way: Way = 'open'
  const stage: HttpStage = {
    contract,
    machine: {
      actors: {
        [actor]: {
          ...made,
          send: (scope, input) => {
            asked.push({ at, way, input })
            return made.send(scope, input)
          },
        },
      },
    },
    setTime: (nowMs) => {
      at = nowMs
    },
    scopeBy: (asWished) => {
      way = asWished
      return {
        call: openBrowser(NOBODY, 'nobody.localhost', 1).callBy(asWished),
        input: {},
        sentCode: async () => undefined,
        latestCode: async () => undefined,
        resetToken: async () => undefined,
        standIns: new Map(),
        now: () => new Date(0),
        browserNow: () => new Date(0),
      }
    },
  }
  return {
    asked,
    play: (steps: readonly ScenarioStep[], more: Partial<Scenario> = {}) =>
      playOverHttp(story(machine, steps, more), stage),
  }
}

function story(machine: string, steps: readonly ScenarioStep[], more: Partial<Scenario>): Scenario {
  return { format: 'scn/1', machine, source: 'authored', req: [], input: {}, ...more, steps: [...steps] }
}

const SUBMIT: readonly ScenarioStep[] = [
  { at: 0, do: 'send', actor: 'root', event: { type: 'login.changed', login: 'ann@example.org' } },
  { at: 10, do: 'send', actor: 'root', event: { type: 'password.changed', password: 'quiet harbour' } },
  { at: 20, do: 'send', actor: 'root', event: { type: 'form.submitted' } },
]
const signInEnding = (step: Pick<ScenarioStep, 'do' | 'value'>): readonly ScenarioStep[] => [
  ...SUBMIT,
  { at: 900, actor: 'root/signIn#1', ...step },
]
const refusing = (code: ConstructorParameters<typeof AppError>[0]): HttpActor => ({
  send: () => Promise.reject(new AppError(code, { requestId: 'random' })),
})

test('a call is made at the moment its actor starts, with its input, whenever the next step is', async () => {
  const { asked, play } = world('shell/timer-updater', 'update', { send: async () => 1 })
  const { divergence, served, injected } = await play(
    [
      { at: 10_000, do: 'ok', actor: 'root/update#1', value: 1 },
      { at: 20_000, do: 'advance' },
    ],
    { input: { periodMs: 3000 } },
  )
  expect(divergence).toBeUndefined()
  expect([served, injected]).toEqual([2, 0])
  expect(asked.map(({ at, input }) => [at, input])).toEqual([
    [3000, { isForced: false }],
    [13_000, { isForced: false }],
  ])
})

test.each<[NonNullable<ScenarioStep['value']>, ConstructorParameters<typeof AppError>[0], unknown, number]>([
  [{ code: 'sign_in.wrong_credentials' }, 'sign_in.wrong_credentials', 'open', 0],
  [{ code: 'request.offline' }, 'request.offline', { kind: 'refused' }, 1],
  ['not even an error', 'main_error_server', expect.objectContaining({ kind: 'answered', status: 502 }), 1],
])('%j comes by the way that it needs', async (value, code, way, injected) => {
  const { asked, play } = world('account/sign-in', 'signIn', refusing(code))
  const played = await play(signInEnding({ do: 'err', value }))
  expect(played).toMatchObject({ served: 1 - injected, injected })
  expect(played.divergence).toBeUndefined()
  expect(asked).toEqual([expect.objectContaining({ at: 20, way })])
})

const LIMITED = { code: 'rate.limited', params: { left: 0 }, retryAfterSeconds: 3 }
const WRONG_FIELD = { code: 'profile.invalid', fields: { name: { code: 'value.refused', params: { max: 3 } } } }
const injecting: Partial<Scenario> = { given: { injected: ['root/signIn#1'] } }
interface Misreading {
  readonly code?: ConstructorParameters<typeof AppError>[0]
  readonly wait?: number
  readonly params?: AppError['params']
  readonly fields?: NonNullable<AppError['fields']>
}
const signing: HttpActor = {
  send: ({ call }) => signInActors.signIn(call, { login: 'ann@example.org', kind: 'email', password: 'quiet harbour' }),
}

test.each([
  [LIMITED, 429],
  [WRONG_FIELD, 422],
])(
  'QA-13: an injected %j is an answer as the server writes it, and what the client reads in it',
  async (value, status) => {
    const { asked, play } = world('account/sign-in', 'signIn', signing)
    const { divergence, served, injected } = await play(signInEnding({ do: 'err', value }), injecting)
    expect([divergence, served, injected]).toEqual([undefined, 0, 1])
    expect(asked[0]?.way).toMatchObject({ kind: 'answered', status, type: 'application/json' })
    const unasked = await play(signInEnding({ do: 'err', value }))
    expect(unasked.divergence).toMatchObject({ pointer: '/steps/3/value', actual: { code: 'route.not_found' } })
  },
)

test.each([
  ['another code', { code: 'access.denied' }],
  ['another wait', { wait: 4 }],
  ['a value more', { params: { left: 0, most: 5 } }],
  ['a value less', { params: {} }],
  ['a field', { fields: { login: { code: 'value.refused', params: {} } } }],
])('QA-13: an injected failure in which the client reads %s is a divergence', async (_what, read) => {
  const { code = 'rate.limited', wait = 3, params = { left: 0 }, fields = {} } = read as Misreading
  const misreading: HttpActor = {
    send: () => Promise.reject(new AppError(code, params, { fields, retryAfterSeconds: wait })),
  }
  const { play } = world('account/sign-in', 'signIn', misreading)
  const { divergence } = await play(signInEnding({ do: 'err', value: LIMITED }), injecting)
  expect(divergence).toMatchObject({ step: 4, pointer: '/steps/3/value', expected: { code: 'rate.limited' } })
})

test('QA-13: an injected failure has the status that the scenario names', async () => {
  const steps = (httpStatus: number) => signInEnding({ do: 'err', value: { code: 'origin.refused', httpStatus } })
  const telling: HttpActor = {
    send: (scope, input) =>
      signing.send(scope, input).catch((error: HttpError) => {
        throw Object.assign(error, { httpStatus: error.statusCode })
      }),
  }
  const { play } = world('account/sign-in', 'signIn', telling)
  expect((await play(steps(403), injecting)).divergence).toBeUndefined()
  expect((await play(steps(401), injecting)).divergence).toMatchObject({ pointer: '/steps/3/value' })
})

test('a success is no answer to an injected failure', async () => {
  const { play } = world('account/sign-in', 'signIn', { send: async () => ({ userId: 1 }) })
  const { divergence } = await play(signInEnding({ do: 'err', value: LIMITED }), injecting)
  expect(divergence).toMatchObject({ pointer: '/steps/3/do', actual: { ok: { userId: 1 } } })
})

test('what never answers and what is the doing of the page is not sent, and does not count as played', async () => {
  const byPage = { ...refusing('access.denied'), isOfPage: (code: string) => code === 'captcha.dismissed' }
  for (const code of ['request.timeout', 'captcha.dismissed']) {
    const { asked, play } = world('account/sign-in', 'signIn', byPage)
    const { divergence, served, injected } = await play(signInEnding({ do: 'err', value: { code } }))
    expect([divergence, served, injected, asked]).toEqual([undefined, 0, 0, []])
  }
})

test('an end of the other kind, another output and a random id in a failure', async () => {
  const failing = world('account/sign-in', 'signIn', refusing('access.denied'))
  expect((await failing.play(signInEnding({ do: 'ok', value: { userId: 1 } }))).divergence).toEqual({
    step: 4,
    at: 900,
    pointer: '/steps/3/do',
    expected: { ok: { userId: 1 } },
    actual: { err: { code: 'access.denied', params: {}, fields: {}, retryAfterSeconds: 0 } },
  })
  const answering = world('account/sign-in', 'signIn', { send: async () => ({ userId: 2, more: [1] }) })
  expect((await answering.play(signInEnding({ do: 'ok', value: { userId: 2 } }))).divergence).toBeUndefined()
  const { divergence } = await answering.play(signInEnding({ do: 'ok', value: { userId: 1 } }))
  expect(divergence).toMatchObject({
    pointer: '/steps/3/value',
    expected: { userId: 1 },
    actual: { userId: 2, more: [1] },
  })
})

test('a call that nobody waits for must be one that the server understands', async () => {
  const understood = world('account/sign-in', 'signIn', refusing('sign_in.wrong_credentials'))
  expect((await understood.play(SUBMIT)).divergence).toBeUndefined()
  const misunderstood = world('account/sign-in', 'signIn', refusing('request.invalid'))
  expect((await misunderstood.play(SUBMIT)).divergence).toMatchObject({
    pointer: '/steps/2',
    actual: { 'root/signIn#1': { code: 'request.invalid' } },
  })
})

test('a fault of the driver itself is no outcome', async () => {
  const broken = world('account/sign-in', 'signIn', { send: () => Promise.reject(new TypeError('a slip')) })
  await expect(broken.play(SUBMIT)).rejects.toThrow('a slip')
})
