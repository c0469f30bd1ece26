import { expect, test } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import type { HttpActor } from './http-machine.ts'
import { type HttpStage, playOverHttp } from './http-player.ts'
import type { Way } from './scenario-browser.ts'

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
        call: () => Promise.reject(new Error('nothing is sent here')),
        input: {},
        sentCode: async () => undefined,
        latestCode: async () => undefined,
        standIns: new Map(),
        now: () => new Date(0),
      }
    },
  }
  return {
    asked,
    play: (steps: readonly ScenarioStep[], input = {}) => playOverHttp(story(machine, steps, input), stage),
  }
}

function story(machine: string, steps: readonly ScenarioStep[], input: Record<string, unknown>): Scenario {
  return { format: 'scn/1', machine, source: 'authored', req: [], input, steps: [...steps] }
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
  const { divergence, calls } = await play(
    [
      { at: 10_000, do: 'ok', actor: 'root/update#1', value: 1 },
      { at: 20_000, do: 'advance' },
    ],
    { periodMs: 3000 },
  )
  expect(divergence).toBeUndefined()
  expect(calls).toBe(2)
  expect(asked.map(({ at, input }) => [at, input])).toEqual([
    [3000, { isForced: false }],
    [13_000, { isForced: false }],
  ])
})

test.each<[NonNullable<ScenarioStep['value']>, ConstructorParameters<typeof AppError>[0], Way]>([
  [{ code: 'sign_in.wrong_credentials' }, 'sign_in.wrong_credentials', 'open'],
  [{ code: 'request.offline' }, 'request.offline', 'refused'],
  ['not even an error', 'main_error_server', 'garbled'],
])('%j comes by the way that is %s', async (value, code, way) => {
  const { asked, play } = world('account/sign-in', 'signIn', refusing(code))
  expect((await play(signInEnding({ do: 'err', value }))).divergence).toBeUndefined()
  expect(asked).toEqual([expect.objectContaining({ at: 20, way })])
})

test('what never answers and what is the doing of the page is not sent, and does not count as played', async () => {
  const byPage = { ...refusing('access.denied'), isOfPage: (code: string) => code === 'captcha.dismissed' }
  for (const code of ['request.timeout', 'captcha.dismissed']) {
    const { asked, play } = world('account/sign-in', 'signIn', byPage)
    const { divergence, calls } = await play(signInEnding({ do: 'err', value: { code } }))
    expect([divergence, calls, asked]).toEqual([undefined, 0, []])
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
