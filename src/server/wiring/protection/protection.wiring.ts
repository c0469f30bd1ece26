import type { Logger } from 'pino'
import { endMailings } from '#server/account/office/settings.ts'
import { endSessions } from '#server/account/sign-in/sessions.ts'
import { brandsWithActivePlayers } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { createLimitGuard } from '#server/protection/limits/limit-guard.ts'
import { createLimits, type LimitsService } from '#server/protection/limits/limits.service.ts'
import {
  createWithOperatorsFile,
  type FiledDeposit,
  type OperatorsFilePorts,
} from '#server/protection/operators/operators-file.ts'
import { leaveFile } from '#server/protection/operators/player-activity.ts'
import { type RiskWatchPorts, watchRisks } from '#server/protection/risk/risk-watch.ts'
import { createVulnerabilityCheck } from '#server/protection/vulnerability/vulnerability-check.ts'
import type { SecretLookup } from '#server/site/brands/brand-secrets.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { AnyHandler } from '../http/call-scope.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds, type Rounds } from '../rounds.ts'
import { limitsHandlers } from './limits.handlers.ts'
import { operatorsFileOf } from './operators-file.wiring.ts'
import { safeRoundsOf } from './safe-records.wiring.ts'

/** What protection is joined with. */
export interface ProtectionWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly secretOf: SecretLookup
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Asks adapters; over the network when left out. */
  readonly fetch?: typeof fetch | undefined
}

/** Begins a deposit again once those have been asked whom it has to wait for: the check of vulnerability, and the file of all operators. */
export type WithDepositChecks = <Result>(deposit: FiledDeposit, start: () => Promise<Result>) => Promise<Result>

/** How often players are looked for who have left. */
const LEAVING_EVERY_MS = 5000
/** How often those are judged by signs of risk who were there; at a start those of the day before. */
const RISK_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

/** The guard that every path of money asks, and the calls of limits and breaks. */
export interface ProtectionWiring {
  readonly moneyGuard: MoneyGuard
  readonly withChecks: WithDepositChecks
  /** Sets what a new player has limited, within the transaction that makes the account. */
  readonly registered: LimitsService['setFirst']
  readonly handlers: readonly AnyHandler[]
  /** Tells the file of all operators who has left. */
  readonly rounds: Rounds & { readonly run: () => Promise<void> }
  /** Judges players by signs of risk. */
  readonly riskRounds: Rounds & { readonly run: () => Promise<void> }
  /** Records for an authority what has moved players' money. */
  readonly safeRounds: Rounds & { readonly run: () => Promise<void> }
}

/** Joins protection with accounts and brands. */
export function createProtectionWiring({
  database,
  brands,
  clock,
  secretOf,
  log,
  fetch: ask = fetch,
}: ProtectionWiringPorts): ProtectionWiring {
  const site = (brandId: string) => siteOfBrand(brands, brandId)
  const limits = createLimits({
    db: database.db,
    clock,
    site,
    endMailings,
    brandsOfGroup: async (group) => {
      const { knownIds } = await brands.ground()
      const found = await Promise.all(
        (await knownIds()).map(async (brandId) => ({ brandId, answer: await brands.siteForBrand(brandId) })),
      )
      return found.flatMap(({ brandId, answer }) =>
        answer.status === 'ok' && answer.site.config.responsible.exclusionGroup === group ? [brandId] : [],
      )
    },
    endSessions: async (tx, of) => {
      await endSessions(tx, of)
    },
  })
  const moneyGuard = createLimitGuard({ sections: async (brandId) => (await site(brandId)).config })
  const withCheck = createVulnerabilityCheck({
    ...{ db: database.db, clock, site, secretOf, fetch: ask },
    warn: (fields) => log.warn(fields, 'check of vulnerability is silent'),
  })
  const file = operatorsFileOf({ database, brands, clock, secretOf, log, fetch: ask })
  const withFile = createWithOperatorsFile(file)
  const run = () => leaveAll(file, log, async (brandId) => (await site(brandId)).config.auth.sessionIdleMs)
  return {
    ...{ moneyGuard, registered: limits.setFirst, handlers: limitsHandlers(limits) },
    withChecks: (deposit, start) => withCheck(deposit, () => withFile(deposit, start)),
    rounds: { ...createRounds('operators’ file', run, LEAVING_EVERY_MS), run },
    riskRounds: riskRoundsOf({ database, brands, clock, log }),
    safeRounds: safeRoundsOf({ database, brands, clock, log }),
  }
}

/** Judges hourly who was there since the time before; what failed is judged with the next. */
function riskRoundsOf({ database, brands, clock, log }: Omit<ProtectionWiringPorts, 'secretOf' | 'fetch'>) {
  const ports: RiskWatchPorts = {
    ...{ db: database.db, clock, site: (brandId) => siteOfBrand(brands, brandId) },
    failed: (error, brandId) =>
      logFailure(log, error, { brandId }, 'protection: a brand was not judged by signs of risk'),
  }
  let since = new Date(clock().getTime() - DAY_MS)
  const run = async () => {
    const begunAt = clock()
    try {
      await watchRisks(ports, since)
      since = begunAt
    } catch (error) {
      logFailure(log, error, {}, 'protection: the database could not be read')
    }
  }
  return { ...createRounds('risk', run, RISK_EVERY_MS), run }
}

/** Tells the file of each brand who has left it; one brand's trouble does not keep the others'. */
async function leaveAll(
  file: OperatorsFilePorts,
  log: ProtectionWiringPorts['log'],
  idleMsOf: (brandId: string) => Promise<number>,
): Promise<void> {
  try {
    for (const brandId of await brandsWithActivePlayers(file.db, file.clock()))
      await leaveFile(file, brandId, await idleMsOf(brandId)).catch((error: unknown) =>
        logFailure(log, error, { brandId }, 'protection: a brand was left as it is'),
      )
  } catch (error) {
    logFailure(log, error, {}, 'protection: the database could not be read')
  }
}
