import { createHmac, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { minorOfAmount } from '#calls/bet-codec.ts'
import type { KeyRing } from '#server/account/secrets/key-ring.ts'
import { brandsWithDuePayments, brandsWithSimulatedEvents } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { PaymentPorts } from '#server/payments/payment-ports.ts'
import { createPayments } from '#server/payments/payments.service.ts'
import { createJoinedProviders } from '#server/payments/providers/joined-providers.ts'
import { createSimulatedProvider } from '#server/payments/providers/simulated/simulated-provider.ts'
import { withoutTestMoney } from '#server/payments/test-money.ts'
import { isHeldByIdentity } from '#server/payments/withdrawal-checks.ts'
import type { SecretLookup } from '#server/site/brands/brand-secrets.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import type { WithDepositChecks } from '../protection/protection.wiring.ts'
import { createRounds } from '../rounds.ts'
import { paymentHandlers } from './payments.handlers.ts'

/** What the cashier is joined with. */
export interface PaymentWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly moneyGuard: MoneyGuard
  /** Key of the server, from which the built-in provider's secrets follow. */
  readonly keyRing: KeyRing
  readonly secretOf: SecretLookup
  /** Whether methods of the built-in provider are offered, which moves no real money. */
  readonly takesTestMoney: boolean
  /** Left out where withdrawals are only looked at. */
  readonly beforeWithdrawal?: PaymentPorts['beforeWithdrawal']
  /** Begins a deposit again once those have been asked whom it has to wait for; left out where nobody deposits. */
  readonly withChecks?: WithDepositChecks | undefined
  /** Brings back what a player has elsewhere before it is paid out. */
  readonly bringBack?: ((brandId: string, accountId: number) => Promise<unknown>) | undefined
}

const EVERY_MS = 1000

/** Joins the cashier with the brands, the players and the providers. */
export function createPaymentWiring(ports: PaymentWiringPorts) {
  const { database, brands, clock, log, moneyGuard, keyRing, secretOf, takesTestMoney } = ports
  const { db } = database
  const sections = async (brandId: string) => {
    const { config } = await siteOfBrand(brands, brandId)
    return takesTestMoney ? config : withoutTestMoney(config)
  }
  const paymentsOf = async (brandId: string) => (await sections(brandId)).payments
  const simulated = createSimulatedProvider({
    ...{ db, clock },
    dials: async (brandId) =>
      Object.values((await paymentsOf(brandId)).providers).find(({ kind }) => kind === 'simulated')?.dials ?? {},
    secretOf: (brandId) =>
      createHmac('sha256', keyRing[0].key).update(`livery simulated provider ${brandId}`).digest('hex'),
  })
  const provider = createJoinedProviders({ payments: paymentsOf, simulated: simulated.of, secretOf, fetch })
  const service = createPayments({
    ...{ db, clock, sections, provider, log, guard: moneyGuard, newId: randomUUID },
    isWithdrawalFrozen: isHeldByIdentity,
    ...(ports.beforeWithdrawal ? { beforeWithdrawal: ports.beforeWithdrawal } : {}),
  })
  const payments: typeof service = {
    ...service,
    async start(payer, direction, body, place) {
      const start = () => service.start(payer, direction, body, place)
      if (direction === 'deposit') {
        const { guid: id, currency, amount } = body
        const exponent = (await sections(payer.brandId)).global.currencies[currency]?.exponent ?? 0
        const deposit = { ...payer, id, currency, amountMinor: minorOfAmount(amount, exponent) ?? 0 }
        return ports.withChecks ? ports.withChecks(deposit, start) : start()
      }
      await ports.bringBack?.(payer.brandId, payer.accountId)
      return start()
    },
  }

  /** Sends the events of the built-in provider of a brand, under each name that the brand gives it. */
  async function deliver(brandId: string): Promise<void> {
    const { providers } = await paymentsOf(brandId)
    const [name] = Object.entries(providers).find(([, { kind }]) => kind === 'simulated') ?? []
    if (name === undefined) return
    await simulated.deliver(brandId, async (signed) => {
      await payments.takeWebhook(brandId, name, { ...signed, now: clock() })
    })
  }

  /** Sends what is approved, asks after what is due and sends the built-in provider's events, in all brands; one brand's trouble does not
   *  keep the others'. */
  async function run(): Promise<void> {
    const each = async (brandIds: readonly string[], work: (brandId: string) => Promise<unknown>) => {
      for (const brandId of brandIds)
        await work(brandId).catch((error: unknown) =>
          logFailure(log, error, { brandId }, 'payments: a brand was left as it is'),
        )
    }
    await each(await brandsWithSimulatedEvents(db, clock()), deliver)
    await each(await brandsWithDuePayments(db, clock()), payments.reconcile)
  }

  const rounds = createRounds(
    'payments',
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'payments: the database could not be read')),
    EVERY_MS,
  )
  return { payments, simulated, deliver, handlers: paymentHandlers(payments), rounds: { ...rounds, run } }
}

/** The cashier as the server has it. */
export type PaymentWiring = ReturnType<typeof createPaymentWiring>
