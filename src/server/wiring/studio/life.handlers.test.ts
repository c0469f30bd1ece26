import { expect, test } from 'vitest'
import type { StudioRole } from '#schemas'
import type { BrandLife } from '../../studio/life/brand-life.ts'
import type { StudioScope } from '../../studio/studio-scope.ts'
import { lifeHandlers } from './life.handlers.ts'
import { createScheduleRounds } from './schedule-rounds.ts'

/** A life that tells which of its functions was called, and with what. */
function toldLife() {
  const told: unknown[][] = []
  const life = new Proxy({} as BrandLife, {
    get:
      (_target, name) =>
      async (...given: unknown[]) =>
        void told.push([name, ...given]),
  })
  return { told, life }
}

function scopeOf(role: StudioRole): StudioScope {
  const operator = { accountId: 1, name: 'Anna', email: 'a@x.example', grants: [{ role, scope: 'harbour' }] }
  const request = { address: '', device: '', origin: '', requestId: '', token: undefined, setSession: () => undefined }
  return { operator, ...request }
}

const segments = { brand: 'harbour' }
const CALLS = [
  ['listRevisions', 'viewer', { segments }, ['history', 'harbour']],
  [
    'publishDraft',
    'publisher',
    { segments, body: { message: 'Why' } },
    ['publishDraft', 'harbour', { author: 'Anna', message: 'Why' }],
  ],
  [
    'publishDraft',
    'publisher',
    { segments, body: { message: 'Why', at: '2026-12-01T08:00:00Z' } },
    ['plan', 'harbour', { author: 'Anna', message: 'Why', at: new Date('2026-12-01T08:00:00Z') }],
  ],
  ['withdrawPublication', 'publisher', { segments, body: { id: 4 } }, ['withdraw', 'harbour', 4, 'Anna']],
  [
    'rollBackBrand',
    'publisher',
    { segments, body: { number: 2 } },
    ['rollBack', 'harbour', 2, { author: 'Anna', message: undefined }],
  ],
  ['restoreRevision', 'editor', { segments, body: { number: 2 } }, ['restore', 'harbour', 2, 'Anna']],
  ['diffBrand', 'viewer', { segments, query: { from: '2', to: 'draft' } }, ['diff', 'harbour', 2, 'draft']],
] as const

const BELOW = { viewer: null, editor: 'viewer', publisher: 'editor' } as const

test.each(CALLS)('%s asks for the role of a %s and hands its input on', async (id, role, input, asked) => {
  const { told, life } = toldLife()
  const handler = lifeHandlers(life).find(({ call }) => call.id === id)
  const handle = (scope: StudioScope) => handler?.handle(input as never, scope)
  await handle(scopeOf(role))
  expect(told).toEqual([asked])
  const below = BELOW[role]
  if (below) await expect(handle(scopeOf(below))).rejects.toMatchObject({ code: 'access.forbidden' })
  const stranger = { ...scopeOf(role), operator: null }
  await expect(handle(stranger)).rejects.toMatchObject({ code: 'access.denied' })
  const elsewhere = scopeOf(role)
  elsewhere.operator?.grants.map((grant) => Object.assign(grant, { scope: 'meadow' }))
  await expect(handle(elsewhere)).rejects.toMatchObject({ code: 'brand.unknown' })
  expect(told).toHaveLength(1)
})

test('a round settles and publishes; one that fails is logged and does not end the rounds', async () => {
  const errors: string[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => void errors.push(text),
  }
  const calls: string[] = []
  const life = {
    settle: async () => void calls.push('settle'),
    runDue: async () => {
      calls.push('runDue')
      if (calls.length < 3) throw new Error('no database')
      return 0
    },
  }
  const rounds = createScheduleRounds({ life, log: log as never, everyMs: 1 })
  rounds.start()
  await expect.poll(() => calls.length).toBeGreaterThan(5)
  await rounds.stop()
  expect(calls.slice(0, 4)).toEqual(['settle', 'runDue', 'settle', 'runDue'])
  expect(errors).toHaveLength(1)
})
