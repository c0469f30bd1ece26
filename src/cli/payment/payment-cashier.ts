import { resolve } from 'node:path'
import pino from 'pino'
import { AppError } from '#calls/app-error.ts'
import { readKeyRing } from '#server/account/secrets/secret-key.ts'
import type { PaymentsService } from '#server/payments/payments.service.ts'
import { secretsOf } from '#server/site/brands/brand-secrets.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { createPaymentWiring } from '#server/wiring/payments/payments.wiring.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure } from '../database-command.ts'
import type { CommandData } from '../named-database.ts'

/** The cashier of the brands of this folder, beside a server that runs too. */
export function openCashier({ database, environment, dataDir, cwd }: CommandData): PaymentsService {
  const log = pino({ level: 'silent' })
  const secretOf = secretsOf(process.env)
  const brands = createBrandStore({
    ...{ brandsDir: resolve(cwd, environment.LIVERY_BRANDS), now: () => performance.now(), secretOf, log },
  })
  const { payments } = createPaymentWiring({
    ...{ database, brands, log, secretOf, clock: () => new Date(), moneyGuard: async () => null },
    keyRing: readKeyRing({ environment, dataDir }),
    takesTestMoney: true,
  })
  return payments
}

const NOT_OPEN = {
  'payment.not_waiting': 'payment.not_waiting',
  'payment.same_operator': 'payment.same_operator',
  'payment.amount_needed': 'payment.amount_needed',
  'payment.not_refundable': 'payment.not_refundable',
  'payment.frozen': 'payment.frozen',
} as const

/** What a cashier refuses, as a command says it. */
export function asRefusal(error: unknown): unknown {
  const code = error instanceof AppError ? error.code : ''
  if (code === 'payment.unknown')
    return new DatabaseCommandFailure('payment_unknown', say('payment.unknown'), '--payment')
  if (Object.hasOwn(NOT_OPEN, code))
    return new DatabaseCommandFailure('not_open', say(NOT_OPEN[code as keyof typeof NOT_OPEN]), '--payment')
  if (code === 'balance.too_low') return new DatabaseCommandFailure('balance_too_low', say('payment.spent'), '--minor')
  if (code === 'brand.broken') return new DatabaseCommandFailure('brand_broken', say('payment.brand_broken'), '--brand')
  return error
}
