import { type Kysely, sql } from 'kysely'
import { riskSigns } from '#machines/protection/risk/risk-signs.rules.ts'
import type { GlobalConfig, ResponsibleConfig } from '#schemas'
import { type BrandTransaction, brandsWithSessionsSince, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { keepAct } from '../protection-acts.ts'
import { riskFacts } from './risk-facts.ts'

/** What the watch is given. */
export interface RiskWatchPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  /** The settings of a brand, and the hash of its configuration. */
  readonly site: (brandId: string) => Promise<{ readonly config: WatchedSections; readonly hash: string }>
  /** Hears that a brand could not be judged. */
  readonly failed: (error: unknown, brandId: string) => void
}

interface WatchedSections {
  readonly responsible: Pick<ResponsibleConfig, 'isRiskWatched' | 'riskBounds' | 'riskSignsAtLeast' | 'riskReviewDays'>
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency' | 'timeZone'>
}

const DAY_MS = 86_400_000
const PAGE = 100

/** Judges the players of all brands who were there since a moment, where their brand watches for risk (RG-14). A brand that fails keeps no other.
 *  @returns how many have shown enough signs for a talk */
export async function watchRisks(ports: RiskWatchPorts, since: Date): Promise<number> {
  let noticed = 0
  for (const brandId of await brandsWithSessionsSince(ports.db, since)) {
    try {
      noticed += await watchBrand(ports, brandId, since)
    } catch (error) {
      ports.failed(error, brandId)
    }
  }
  return noticed
}

async function watchBrand(ports: RiskWatchPorts, brandId: string, since: Date): Promise<number> {
  const { config, hash } = await ports.site(brandId)
  if (!config.responsible.isRiskWatched) return 0
  const door = forBrand(ports.db, brandId)
  let noticed = 0
  for (let after = 0; ; ) {
    const players = await door.transaction((tx) => playersSince(tx, since, after))
    for (const accountId of players) {
      const now = ports.clock()
      if (await door.transaction((tx) => judge(tx, { accountId, config, hash, now }))) noticed += 1
    }
    const last = players.at(-1)
    if (last === undefined || players.length < PAGE) return noticed
    after = last
  }
}

async function playersSince(tx: BrandTransaction, since: Date, after: number): Promise<number[]> {
  const rows = await tx
    .select('session')
    .select('account_id')
    .distinct()
    .where('last_seen_at', '>=', since)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(PAGE)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

interface Judged {
  readonly accountId: number
  readonly config: WatchedSections
  readonly hash: string
  readonly now: Date
}

/** Keeps the signs of a player where they are enough, and nobody has spoken with them about such signs lately. Their account is locked: two processes
 *  notice it once. */
async function judge(tx: BrandTransaction, { accountId, config, hash, now }: Judged): Promise<boolean> {
  const { riskBounds, riskSignsAtLeast, riskReviewDays } = config.responsible
  await tx.select('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
  const since = new Date(now.getTime() - riskReviewDays * DAY_MS)
  if (await isKnown(tx, accountId, since)) return false
  const { global } = config
  const exponent = global.currencies[global.defaultCurrency]?.exponent ?? 2
  const signs = riskSigns(await riskFacts(tx, { accountId, global, now }), riskBounds, 10 ** exponent)
  if (signs.length < riskSignsAtLeast) return false
  const detail = { signs: signs.join(' ') }
  await keepAct(tx, { accountId, kind: 'risk_noticed', detail, configuration: hash, now })
  return true
}

/** Whether a talk about signs of risk waits, or was had since a moment. */
async function isKnown(tx: BrandTransaction, accountId: number, since: Date): Promise<boolean> {
  const last = await tx
    .select('protection_act')
    .select(['kind', sql<boolean>`at >= ${since}`.as('isLately')])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['risk_noticed', 'risk_reviewed'])
    .orderBy('act_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && (last.kind === 'risk_noticed' || last.isLately)
}
