import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { baseSection } from '#server/site/base-section.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { serveProvider } from '../providers/provider-server.test-support.ts'
import type { SignedEvents } from '../providers/signed-events.ts'
import { SIMULATED_ACTS, type SimulatedAct } from '../providers/simulated/simulated-acts.ts'
import { createSimulatedProvider } from '../providers/simulated/simulated-provider.ts'
import { builtInTarget } from './built-in-target.ts'
import { judgeProvider } from './conformance-run.ts'
import type { ConformanceTarget } from './conformance-target.ts'
import { httpTarget } from './http-target.ts'

const SECRET = 'a secret of the adapter'
const BRAND = 'adapter'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase({ dataDir: null, log: silentLog })
})
afterAll(() => database.close())

const payments = baseSection('payments')
const bounds = { minimumMinor: 1, maximumMinor: 1_000_000 }
const card = payments.methods.card
const sections = {
  global: baseSection('global'),
  payments: {
    ...payments,
    methods: card
      ? {
          judged: {
            ...card,
            provider: 'judged',
            isClosedLoop: false,
            amounts: { deposit: bounds, withdrawal: bounds },
          },
        }
      : {},
    approval: { ...payments.approval, velocityCount: 0, velocityMinor: 0 },
  },
}

async function judge(target: ConformanceTarget) {
  const { cases } = await judgeProvider({ db: database.db, sections, newId: () => crypto.randomUUID() }, target)
  return cases.flatMap(({ id, isOk, found }) => (isOk ? [] : [`${id}: ${found}`]))
}

/** The built-in provider with something about it changed. */
function spoilt(change: (provider: PaymentProvider) => Partial<PaymentProvider>): ConformanceTarget {
  const target = builtInTarget(database.db)
  return { ...target, provider: { ...target.provider, ...change(target.provider) } }
}

describe('the conformance suite of payment providers', () => {
  test('PAY-15: the built-in provider conforms', async () => {
    expect(await judge(builtInTarget(database.db))).toEqual([])
  })

  test('PAY-15: an adapter at an address conforms, and each of its answers goes over HTTP', {
    timeout: 60_000,
  }, async () => {
    const simulated = createSimulatedProvider({
      ...{ db: database.db, clock: () => new Date(), dials: async () => ({}), secretOf: () => SECRET },
      holdsPayouts: true,
    })
    const served = await serveProvider({
      provider: simulated.of(BRAND),
      apiKey: 'key',
      act: async (reference, act) =>
        SIMULATED_ACTS.some((known) => known === act) &&
        (await simulated.act(BRAND, reference, act as SimulatedAct)) !== undefined,
      due: async () => {
        const events: SignedEvents[] = []
        await simulated.deliver(BRAND, async (signed) => void events.push(signed))
        return events
      },
    })
    const { target, close } = await httpTarget({ url: served.url, apiKey: 'key', webhookSecret: SECRET, fetch })
    expect(await judge(target)).toEqual([])
    await close()
    await served.close()
  })

  test.each([
    [
      'gives each call another reference',
      ['P1'],
      () => {
        let calls = 0
        return spoilt((provider) => ({
          start: async (order) => ({ ...(await provider.start(order)), reference: `new-${++calls}` }),
        }))
      },
    ],
    [
      'takes every webhook for signed',
      ['P13', 'P14', 'P15'],
      () =>
        spoilt(() => ({
          readWebhook: ({ body }) =>
            JSON.parse(new TextDecoder().decode(body)).events.map((event: { at: string }) => ({
              ...event,
              at: new Date(event.at),
            })),
        })),
    ],
    [
      'calls money that arrived failed when it is asked',
      ['P4', 'P17'],
      () =>
        spoilt((provider) => ({
          status: async (payment) => ({ ...(await provider.status(payment)), state: 'failed' }),
        })),
    ],
    [
      'names no refund',
      ['P18'],
      () =>
        spoilt((provider) => ({
          refund: async (refund) => ({ ...(await provider.refund(refund)), state: 'refund_failed' }),
        })),
    ],
  ] as const)('PAY-15: a provider that %s is found out', async (_, wrong, make) => {
    const found = await judge(make())
    expect(found.map((line) => line.split(':')[0])).toEqual(expect.arrayContaining([...wrong]))
  })
})
