import type { Kysely } from 'kysely'
import type { PaymentWay, StartPaymentBody } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { baseSection } from '#server/site/base-section.ts'
import { balanceOfKind } from './payment-balances.ts'
import type { PaymentPorts, PaymentSections } from './payment-ports.ts'
import { provePayments } from './payment-proof.ts'
import type { PaymentProvider, ProviderEvent } from './payment-provider.ts'
import type { PaymentRow } from './payment-rows.ts'
import { createPayments } from './payments.service.ts'
import { signEvents } from './providers/signed-events.ts'
import type { SimulatedAct } from './providers/simulated/simulated-acts.ts'
import type { SimulatedDials } from './providers/simulated/simulated-dials.ts'
import { createSimulatedProvider } from './providers/simulated/simulated-provider.ts'

/** When the tests begin; the clock moves by hand. */
export const START = new Date('2026-03-01T12:00:00Z')
const SECRET = 'secret of the tests'
const PLACE = { country: 'de', language: 'en', origin: 'http://brand.example' }

/** A cashier with the built-in provider, whose payouts wait for the test, and a clock that it moves by hand. */
export function createCashier(db: Kysely<Database>, brandId: string, changes: Partial<PaymentPorts> = {}) {
  let now = START
  let names = 0
  const sections = structuredClone({
    payments: baseSection('payments'),
    global: baseSection('global'),
  }) as { -readonly [Section in keyof PaymentSections]: PaymentSections[Section] }
  const dials: { -readonly [Dial in keyof SimulatedDials]: SimulatedDials[Dial] } = {}
  const simulated = createSimulatedProvider({
    ...{ db, clock: () => now, dials: async () => dials, secretOf: () => SECRET, holdsPayouts: true },
  })
  const guard: MoneyGuard = async () => null
  const provider = async (_: string, id: string): Promise<PaymentProvider | undefined> =>
    id === 'simulated' ? simulated.of(brandId) : undefined
  const ports: PaymentPorts = {
    ...{ db, clock: () => now, sections: async () => sections, provider, guard, log: silentLog },
    newId: () => `${brandId}-${++names}`,
    isWithdrawalFrozen: async () => false,
    ...changes,
  }
  const payments = createPayments(ports)
  const door = forBrand(db, brandId)
  const webhook = (events: readonly ProviderEvent[], secret = SECRET) =>
    payments.takeWebhook(brandId, 'simulated', {
      ...signEvents(events, { id: `msg-${++names}`, secret, now }),
      now,
    })

  return {
    ...{ brandId, ports, payments, simulated, sections, dials, door, webhook },
    now: () => now,
    wait: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },

    /** A player with so much cash in euros. */
    newPlayer: async (minor = 0): Promise<number> => {
      const id = await door.transaction(async (tx) => {
        const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
        const made = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
        await openFirstAccount(tx, { accountId: made.id, currency: 'EUR', now })
        return made.id
      })
      if (minor > 0)
        await door.transaction((tx) =>
          correctBalance(tx, {
            accountId: id,
            currency: 'EUR',
            amountMinor: minor,
            reference: `for ${id}`,
            reason: 'test',
            now,
          }),
        )
      return id
    },

    /** Begins a payment in euros. */
    begin: (accountId: number, direction: PaymentWay, more: Partial<StartPaymentBody> = {}): Promise<PaymentRow> =>
      payments.start(
        { brandId, accountId },
        direction,
        { guid: crypto.randomUUID(), methodId: 'card', currency: 'EUR', amount: 50, fields: {}, ...more },
        PLACE,
      ),

    /** Does something at the provider and delivers its events. */
    act: async ({ reference }: Pick<PaymentRow, 'reference'>, act: SimulatedAct): Promise<number> => {
      if (!(await simulated.act(brandId, reference ?? '', act))) throw new Error(`${act} cannot be done`)
      return deliver()
    },
    deliver,

    read: (paymentId: number): Promise<PaymentRow> =>
      door.transaction((tx) =>
        tx.select('payment').selectAll('payment').where('payment_id', '=', paymentId).executeTakeFirstOrThrow(),
      ),

    /** What the player's accounts in euros hold. */
    balances: (accountId: number) =>
      door.transaction(async (tx) => {
        const of = (kind: 'cash' | 'pending' | 'receivable') => balanceOfKind(tx, { accountId, currency: 'EUR', kind })
        return { cash: await of('cash'), pending: await of('pending'), receivable: await of('receivable') }
      }),

    /** Events that wait for review. */
    quarantine: () =>
      door.transaction((tx) =>
        tx.select('provider_event').select(['event_id as id', 'why']).where('verdict', '=', 'review').execute(),
      ),
    /** What cannot be in the books; nothing when they are right. */
    breaks: () =>
      door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await provePayments(tx)).breaks]),
  }

  function deliver(): Promise<number> {
    return simulated.deliver(brandId, async (signed) => {
      await payments.takeWebhook(brandId, 'simulated', { ...signed, now })
    })
  }
}
