import { sql } from 'kysely'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { leftOf } from '#machines/protection/limits/limit-change.rules.ts'
import { PERIOD_MS, periodWindow } from '#machines/protection/limits/limit-period.rules.ts'
import { formatInstant } from '#machines/site/date-format.rules.ts'
import type { PlayerBreak, SiteConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { TERMS_CONSENT } from '#server/db/tables/player-tables.ts'
import type { GuardedMoney, MoneyGuard, MoneyRefusal } from '#server/money/money-guard.ts'
import { isClear } from '../exclusion/register-answers.ts'
import { fundsRefusal } from '../funds-acknowledgement.ts'
import { fileRefusal } from '../operators/deposit-permissions.ts'
import { isActiveHere } from '../operators/player-activity.ts'
import { vulnerabilityRefusal } from '../vulnerability/vulnerability-guard.ts'
import { type LimitRow, readLimits } from './limit-rows.ts'
import { inCurrency, usesOf } from './limit-uses.ts'

/** The sections of a brand's configuration that limits are judged by. */
export type LimitSections = Pick<SiteConfig, 'global' | 'responsible'> & {
  readonly licence?: Pick<SiteConfig['licence'], 'termsVersion'>
}

/** Where the guard gets the configuration from. */
export interface LimitGuardPorts {
  readonly sections: (brandId: string) => Promise<LimitSections>
}

/** Makes the guard of a player's money: an active account whose player has agreed to the terms in force, no break that holds, room below every
 *  limit, who the player is where the brand asks for it, what they know of the protection of their funds, for larger deposits a check of
 *  vulnerability, and what the file of all operators says (RG-8, RG-9, RG-11, RG-14). A player without limits costs one statement, and one more where a brand asks registers. */
export function createLimitGuard({ sections }: LimitGuardPorts): MoneyGuard {
  return async (tx, money) => {
    const config = await sections(tx.brandId)
    const { responsible } = config
    const player = await readPlayer(tx, money, responsible)
    if (!player?.hasAgreed || player.state !== 'active') return { reason: 'bet.player_not_allowed' }
    const { breakKind, breakEndsAt, hasLimits } = player
    const { termsVersion } = config.licence ?? {}
    if (termsVersion !== undefined && player.termsVersion !== termsVersion) return { reason: 'terms.not_accepted' }
    if (breakKind && breakEndsAt)
      return {
        reason: breakKind === 'exclusion' ? 'protection.excluded' : 'protection.time_out',
        params: { until: timeOf(breakEndsAt, config) },
      }
    if (player.isUnfinished)
      return player.opensAt
        ? { reason: 'protection.return_waits', params: { until: timeOf(player.opensAt, config) } }
        : { reason: 'protection.return_unasked' }
    if (responsible.isIdentityNeeded && !player.isIdentified) return { reason: 'protection.identity_needed' }
    const { accountId, now } = money
    if (!(await isClear(tx, { accountId, responsible, now }))) return { reason: 'protection.register_unasked' }
    if (!(await isActiveHere(tx, { accountId, responsible }))) return { reason: 'protection.not_active' }
    const { requiredLimits } = responsible
    const isLimited = hasLimits || requiredLimits.length > 0
    const refusal = isLimited
      ? ((await missingLimit(tx, accountId, requiredLimits)) ?? (await limitRefusal(tx, money, config)))
      : null
    // The file of all operators counts what it is asked for: it comes last.
    return (
      refusal ??
      (await fundsRefusal(tx, money, responsible)) ??
      (await vulnerabilityRefusal(tx, money, config)) ??
      fileRefusal(tx, money, responsible)
    )
  }
}

/** That a limit is missing which every player of the brand has to set first (RG-14). */
async function missingLimit(
  tx: BrandTransaction,
  accountId: number,
  required: LimitSections['responsible']['requiredLimits'],
): Promise<MoneyRefusal | null> {
  if (required.length === 0) return null
  const set = new Set<string>((await readLimits(tx, accountId)).map(({ kind, period }) => `${kind}_${period}`))
  return required.every((name) => set.has(name)) ? null : { reason: 'protection.limit_needed' }
}

/** A row of the function that finds a break. */
interface Standing {
  readonly kind: PlayerBreak['kind']
  readonly ends_at: Date
}

/** A row of the function that finds a return that is not finished. */
interface Unfinished {
  readonly opens_at: Date | null
  readonly is_unfinished: boolean
}

async function readPlayer(
  tx: BrandTransaction,
  { accountId, now }: GuardedMoney,
  { exclusionGroup: group, isReturnAsked }: LimitSections['responsible'],
) {
  return tx
    .select('account')
    .leftJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'account.brand_id').onRef('profile.account_id', '=', 'account.account_id'),
    )
    .leftJoinLateral(
      sql<Standing>`standing_break(${tx.brandId}, ${accountId}, ${group}, ${now})`.as<'standing'>('standing'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<Unfinished>`(select opens_at, true as is_unfinished from unfinished_return(${tx.brandId}, ${accountId}, ${group}, ${now}) where ${isReturnAsked}::boolean)`.as<'unfinished'>(
        'unfinished',
      ),
      (join) => join.onTrue(),
    )
    .select(['unfinished.opens_at as opensAt', 'unfinished.is_unfinished as isUnfinished'])
    .select(['account.state', 'standing.kind as breakKind', 'standing.ends_at as breakEndsAt'])
    .select(sql<boolean>`coalesce(profile.consents, '{}') <> '{}'`.as('hasAgreed'))
    .select(sql<string | null>`profile.consents -> ${TERMS_CONSENT}::text ->> 'version'`.as('termsVersion'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('identification')
          .select('state')
          .where('brand_id', '=', tx.brandId)
          .where('account_id', '=', accountId)
          .where('state', '=', 'verified'),
      ).as('isIdentified'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('player_limit')
          .select('kind')
          .where('brand_id', '=', tx.brandId)
          .where('account_id', '=', accountId)
          .where('amount', 'is not', null),
      ).as('hasLimits'),
    )
    .where('account.account_id', '=', accountId)
    .executeTakeFirst()
}

/** A limit that leaves no room for what is asked. */
interface FullLimit {
  readonly limit: LimitRow
  readonly left: number
  readonly freeAt: Date
}

/** Why limits leave no room: of several that do not, the one with the smallest share left. The limits are held until the end of the
 *  transaction, so that two stakes at once do not both take what is left for one. */
async function limitRefusal(
  tx: BrandTransaction,
  { path, accountId, amountMinor, currency, now }: GuardedMoney,
  config: LimitSections,
): Promise<MoneyRefusal | null> {
  const { currencies, timeZone } = config.global
  const mode = config.responsible.limitPeriodMode
  const full: FullLimit[] = []
  const windows = (await readLimits(tx, accountId, true))
    .filter(({ kind }) => binds(kind, path))
    .map((limit) => ({ limit, ...periodWindow(limit.period, { mode, timeZone }, now) }))
  const uses = await usesOf(tx, { accountId, windows, currencies })
  for (const [at, { limit, endsAt }] of windows.entries()) {
    const left = leftOf(limit.amount ?? 0, uses[at] ?? 0)
    const asked = inCurrency(amountMinor, { from: currency, to: limit.currency, currencies })
    const freeAt = endsAt ?? new Date(now.getTime() + PERIOD_MS[limit.period])
    if (limit.kind === 'session' ? left === 0 : asked > left) full.push({ limit, left, freeAt })
  }
  const [strictest] = full.toSorted((one, other) => share(one) - share(other))
  return strictest ? refusalOf(strictest, config) : null
}

/** A limit on deposits binds these alone, and those on stakes and losses bind no deposit; one on time binds both. */
function binds(kind: LimitRow['kind'], path: GuardedMoney['path']): boolean {
  return kind === 'session' || (kind === 'deposit') === (path === 'deposit')
}

function share({ limit, left }: FullLimit): number {
  return left / (limit.amount ?? 1)
}

/** What the refusal names: what is left, and by when all of the limit is free again. */
function refusalOf({ limit, left, freeAt }: FullLimit, config: LimitSections): MoneyRefusal {
  const { kind, currency } = limit
  const until = timeOf(freeAt, config)
  if (kind === 'session') return { reason: 'protection.session_limit', params: { until } }
  const exponent = config.global.currencies[currency ?? '']?.exponent ?? 0
  return {
    reason: `protection.${kind}_limit`,
    params: { left: `${minorToDecimal(left, exponent)} ${currency}`, until },
  }
}

/** A moment by the clock of the brand, as refusals name it. */
export function timeOf(at: Date, { global }: LimitSections): string {
  const language = { locale: 'en-GB', hasEnglishDates: true }
  return formatInstant(at.getTime(), 'dd.MM.yyyy HH:mm', { language, timeZone: global.timeZone })
}
