import type { Kysely } from 'kysely'
import type { PaymentWay } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { balanceOfKind } from '../payment-balances.ts'
import type { PaymentSections } from '../payment-ports.ts'
import { provePayments } from '../payment-proof.ts'
import { ProviderSilent, type RawWebhook } from '../payment-provider.ts'
import type { PaymentRow } from '../payment-rows.ts'
import { createPayments } from '../payments.service.ts'
import type { SimulatedAct } from '../providers/simulated/simulated-acts.ts'
import { type ConformanceTarget, demand } from './conformance-target.ts'

/** What the suite gives a cashier of its own. */
export interface ConformancePorts {
  readonly db: Kysely<Database>
  readonly sections: PaymentSections
  readonly newId: () => string
}

const BRAND = 'conformance'
const PLACE = { country: 'de', language: 'en', origin: 'https://brand.example' }
const ASKED_AGAIN_MS = 3_600_000
/** Of each payment, euros. */
const AMOUNT = 50

/** What changes while it runs. */
interface ConformanceCashierState {
  now: Date
  isSilent: boolean
  last: Pick<PaymentRow, 'reference'>
}

/** What the functions of `createConformanceCashier` share. */
interface ConformanceCashierParts {
  readonly payments: ReturnType<typeof createPayments>
  readonly target: ConformanceTarget
  readonly door: ReturnType<typeof forBrand>
  readonly state: ConformanceCashierState
  readonly ports: ConformancePorts
}

/** A cashier on books of its own, whose clock the suite moves: the provider is the one that is judged. */
export function createConformanceCashier(ports: ConformancePorts, target: ConformanceTarget) {
  const { db, sections, newId } = ports

  const state: ConformanceCashierState = { now: new Date(), isSilent: false, last: { reference: null } }
  const log = { error: () => undefined, warn: () => undefined }
  const { provider } = target
  const payments = createPayments({
    ...{ db, log, newId, clock: () => state.now, sections: async () => sections, guard: async () => null },
    provider: async () => ({
      ...provider,
      start: async (order) => {
        const started = await provider.start({ ...order, notifyUrl: target.notifyUrl })
        state.last = { reference: started.reference }
        if (state.isSilent) throw new ProviderSilent('the suite withholds the answer')
        return started
      },
    }),
    isWithdrawalFrozen: async () => false,
  })
  const door = forBrand(db, BRAND)
  const parts: ConformanceCashierParts = { payments, target, door, state, ports }

  return {
    ...{
      payments,
      provider,
      newPlayer: () => newPlayer(parts),
      begin: (accountId: number, direction: PaymentWay) => begin(parts, accountId, direction),
      read: (paymentId: number) => read(parts, paymentId),
      deliver: () => deliver(parts),
      take: (webhook: Omit<RawWebhook, 'now'>) => take(parts, webhook),
    },
    webhooks: target.webhooks,
    notifyUrl: target.notifyUrl,

    /** Withholds the provider's answers to what is begun. */
    silence: (isOn: boolean) => {
      state.isSilent = isOn
    },

    /** What the provider began last, also when its answer was withheld. */
    lastStarted: () => state.last,

    /** Asks the provider for everything that is open, as the rounds of the cashier do. */
    ask: async (): Promise<void> => {
      state.now = new Date(state.now.getTime() + ASKED_AGAIN_MS)
      await payments.reconcile(BRAND)
    },

    /** Gives a deposit back. */
    refund: (paymentId: number, amountMinor?: number) =>
      payments.refund(BRAND, { paymentId, amountMinor, reason: 'conformance' }),

    /** Does something at the sandbox. @throws NotConforming when it cannot be done */
    act: async ({ reference }: Pick<PaymentRow, 'reference'>, act: SimulatedAct): Promise<void> =>
      demand(await target.act(reference ?? '', act), `the sandbox could not do "${act}"`),

    /** A deposit that has begun. */
    deposit: async () => {
      const player = await newPlayer(parts)
      return { player, payment: await begin(parts, player, 'deposit') }
    },

    /** A player who has paid in. */
    payer: () => payer(parts),

    /** What the player has and what is held of it, minor units. */
    balances: (accountId: number) => balances(parts, accountId),

    /** Events that wait for people. */
    kept: () => kept(parts),

    /** What cannot be in the books; nothing when they are right. */
    breaks: () =>
      door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await provePayments(tx)).breaks]),
  }
}

function take({ payments }: ConformanceCashierParts, webhook: Omit<RawWebhook, 'now'>) {
  return payments.takeWebhook(BRAND, 'judged', { ...webhook, now: new Date() })
}

async function deliver(parts: ConformanceCashierParts): Promise<readonly Omit<RawWebhook, 'now'>[]> {
  const { target } = parts
  const webhooks = await target.webhooks()
  for (const webhook of webhooks) await take(parts, webhook)
  return webhooks
}

async function newPlayer({ door, state }: ConformanceCashierParts): Promise<number> {
  return door.transaction(async (tx) => {
    const row = { registered_by: 'fast_reg', state: 'active', created_at: state.now, activated_at: state.now } as const
    const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
    await openFirstAccount(tx, { accountId: id, currency: 'EUR', now: state.now })
    return id
  })
}

function begin(
  { payments, ports: { newId } }: ConformanceCashierParts,
  accountId: number,
  direction: PaymentWay,
): Promise<PaymentRow> {
  return payments.start(
    { brandId: BRAND, accountId },
    direction,
    { guid: newId(), methodId: 'judged', currency: 'EUR', amount: AMOUNT, fields: {} },
    PLACE,
  )
}

function read({ door }: ConformanceCashierParts, paymentId: number): Promise<PaymentRow> {
  return door.transaction((tx) =>
    tx.select('payment').selectAll('payment').where('payment_id', '=', paymentId).executeTakeFirstOrThrow(),
  )
}

async function payer(parts: ConformanceCashierParts) {
  const { target } = parts
  const player = await newPlayer(parts)
  const payment = await begin(parts, player, 'deposit')
  demand(await target.act(payment.reference ?? '', 'pay'), 'the sandbox could not do "pay"')
  await deliver(parts)
  return { player, payment }
}

function balances({ door }: ConformanceCashierParts, accountId: number) {
  return door.transaction(async (tx) => {
    const of = (kind: 'cash' | 'pending' | 'receivable') => balanceOfKind(tx, { accountId, currency: 'EUR', kind })
    return { cash: await of('cash'), pending: await of('pending'), owed: 0 - (await of('receivable')) }
  })
}

function kept({ door }: ConformanceCashierParts) {
  return door.transaction(async (tx) => {
    const rows = await tx.select('provider_event').select('event_id').where('verdict', '=', 'review').execute()
    return rows.length
  })
}

/** The cashier of the suite. */
export type ConformanceCashier = ReturnType<typeof createConformanceCashier>
