import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { minorOfAmount } from '#calls/bet-codec.ts'
import {
  askLimit,
  confirmRaise,
  type KeptLimit,
  leftOf,
  limitNow,
  NO_LIMIT,
} from '#machines/protection/limits/limit-change.rules.ts'
import { PERIOD_MS, periodWindow } from '#machines/protection/limits/limit-period.rules.ts'
import { limitsInAnswers } from '#machines/protection/limits/registration-limits.rules.ts'
import type { Answers } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { monthsLater, type StandingBreak, standingBreak, type UnfinishedReturn, unfinishedReturn } from '../breaks.ts'
import { shareBreak } from '../exclusion/person-marks.ts'
import { type ActKind, keepAct } from '../protection-acts.ts'
import { askContact, monthlyDeposits, wantedDeposits } from './limit-contact.ts'
import type { LimitSections } from './limit-guard.ts'
import { keepLimit, type LimitName, type LimitRow, readLimits } from './limit-rows.ts'
import { type InCurrency, lostSince, usesOf } from './limit-uses.ts'
import { readStatement, type Statement, type StatementPeriod } from './statements.ts'

/** What limits need of others. */
export interface LimitsPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  /** The configuration of a brand, and its hash. */
  readonly site: (brandId: string) => Promise<{ readonly config: LimitSections; readonly hash: string }>
  /** Ends all mailings of a player. */
  readonly endMailings: (tx: BrandTransaction, accountId: number) => Promise<void>
  /** Ends all sessions of a player. */
  readonly endSessions: (tx: BrandTransaction, of: { readonly accountId: number; readonly now: Date }) => Promise<void>
  /** The other brands of a group. */
  readonly brandsOfGroup: (group: string) => Promise<readonly string[]>
}

/** Whose limits they are. */
export interface LimitedPlayer {
  readonly brandId: string
  readonly accountId: number
}

/** A limit with what is left of it, in its unit. */
export interface CountedLimit extends LimitRow {
  readonly amount: number
  readonly used: number
  readonly left: number
  /** When it begins again; null where it rolls. */
  readonly renewsAt: Date | null
}

/** What protects a player now. */
export interface PlayerLimits {
  readonly limits: readonly CountedLimit[]
  readonly break: StandingBreak | null
  /** What keeps them from playing after an exclusion; null when nothing does. */
  readonly comeback: UnfinishedReturn | null
  /** Whether they are to look over their limits. */
  readonly isReviewDue: boolean
}

/** The limits of a player who has just registered. */
export interface NewPlayerLimits {
  readonly accountId: number
  /** ISO 4217 code. */
  readonly currency: string
  /** Of a form of registration that the rules of its fields have passed. */
  readonly answers: Answers
}

/** A limit that a player asks for. */
export interface AskedLimit extends Omit<LimitName, 'accountId'> {
  /** Minor units, or milliseconds, of what stands already, given what its currency is (null when there is none); null takes it away. */
  readonly amountIn: (currency: string | null) => number | null
  /** Currency of a first limit; null of one on time. */
  readonly currency: string | null
}

/** A break that a player asks for. */
export type AskedBreak =
  | { readonly kind: 'time_out'; readonly hours: number }
  | { readonly kind: 'exclusion'; readonly months: number; readonly reason?: string | undefined }

/** How long a player has been signed in, and with what result. */
export interface PlaySession {
  readonly startedAt: Date
  /** When they signed in before that; null at the first time. */
  readonly previousAt: Date | null
  readonly now: Date
  /** What they have lost, by currency; below zero what they have won. */
  readonly lost: readonly InCurrency[]
  /** Whether the player is to look over their limits. */
  readonly isReviewDue: boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** The limits that players set themselves, and the breaks that they take (RG-1 to RG-6, RG-9 to RG-11). */
export type LimitsService = ReturnType<typeof createLimits>

/** Makes the service of limits and breaks. */
export function createLimits(ports: LimitsPorts) {
  return {
    /** The limits of a player with what is left of them, and the break that holds. */
    readLimits: (player: LimitedPlayer): Promise<PlayerLimits> => readPlayerLimits(ports, player),

    /** Sets, raises or takes away a limit: what is stricter holds at once, what is not waits.
     *  @throws AppError protection.limit_not_offered, protection.limit_absent, protection.contact_needed */
    setLimit: (player: LimitedPlayer, asked: AskedLimit): Promise<PlayerLimits> => setLimit(ports, player, asked),

    /** Sets the limits that a new player has typed, within the transaction that makes the account.
     *  @throws AppError protection.limit_amount when one is too large for the account's currency, registration.invalid when somebody speaks with the
     *  player first */
    setFirst: (tx: BrandTransaction, player: NewPlayerLimits): Promise<void> => setFirst(ports, tx, player),

    /** Confirms a raise whose wait is over, or gives one up.
     *  @throws AppError protection.raise_absent, protection.raise_early */
    actOnRaise: (
      player: LimitedPlayer,
      act: Omit<LimitName, 'accountId'> & { readonly action: 'confirm' | 'withdraw' },
    ): Promise<PlayerLimits> => actOnRaise(ports, player, act),

    /** Keeps that a player has looked over their limits. */
    reviewLimits: (player: LimitedPlayer): Promise<PlayerLimits> => act(ports, player, 'limits_reviewed'),

    /** Keeps that a player knows how far their funds are protected. @throws AppError protection.funds_changed when it is otherwise */
    acknowledgeFunds: (player: LimitedPlayer, protection: string): Promise<PlayerLimits> =>
      acknowledgeFunds(ports, player, protection),

    /** Asks for the return of a player whose exclusion has ended: it waits as long as the brand says; nothing is done when nothing keeps them. */
    askReturn: (player: LimitedPlayer): Promise<PlayerLimits> => act(ports, player, 'return_asked'),

    /** When a session of a player began, and what they have won or lost since, by currency.
     *  @throws AppError access.denied when the session no longer exists */
    readSession: async ({ brandId, accountId }: LimitedPlayer, sessionId: string): Promise<PlaySession> => {
      const { config } = await ports.site(brandId)
      return forBrand(ports.db, brandId).transaction(async (tx) => {
        const session = await tx
          .select('session')
          .select('created_at as startedAt')
          .where('account_id', '=', accountId)
          .where('session_id', '=', sessionId)
          .executeTakeFirst()
        if (!session) throw new AppError('access.denied')
        const { startedAt } = session
        const now = ports.clock()
        const isReviewDue = await needsReview(tx, accountId, { config, now })
        const previousAt = await signedInBefore(tx, accountId, startedAt)
        return { startedAt, previousAt, now, lost: await lostSince(tx, { accountId, since: startedAt }), isReviewDue }
      })
    },

    /** What a player has moved over a period, and for how long they were there. */
    readStatement: ({ brandId, accountId }: LimitedPlayer, period: StatementPeriod): Promise<Statement> =>
      forBrand(ports.db, brandId).transaction((tx) => readStatement(tx, { accountId, period, now: ports.clock() })),

    /** Takes a break that begins now, and ends all mailings and sessions: of several breaks the one that ends last holds.
     *  @throws AppError protection.break_not_offered */
    takeBreak: (player: LimitedPlayer, asked: AskedBreak): Promise<StandingBreak> => takeBreak(ports, player, asked),
  }
}

/** When the last session before another began, of those that are kept and those that are not. */
async function signedInBefore(tx: BrandTransaction, accountId: number, startedAt: Date): Promise<Date | null> {
  const kept = await tx
    .select('session')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('account_id', '=', accountId)
    .where('created_at', '<', startedAt)
    .executeTakeFirst()
  const past = await tx
    .select('past_session')
    .select(({ fn }) => fn.max('started_at').as('at'))
    .where('account_id', '=', accountId)
    .where('started_at', '<', startedAt)
    .executeTakeFirst()
  const [last] = [kept?.at, past?.at].filter((at) => at != null).toSorted((one, other) => +other - +one)
  return last ?? null
}

async function readPlayerLimits(ports: LimitsPorts, { brandId, accountId }: LimitedPlayer): Promise<PlayerLimits> {
  const { config } = await ports.site(brandId)
  return forBrand(ports.db, brandId).transaction((tx) => limitsIn(tx, accountId, { config, now: ports.clock() }))
}

async function limitsIn(
  tx: BrandTransaction,
  accountId: number,
  { config, now }: { readonly config: LimitSections; readonly now: Date },
): Promise<PlayerLimits> {
  const { currencies, timeZone } = config.global
  const mode = config.responsible.limitPeriodMode
  const windows = (await readLimits(tx, accountId)).map((limit) => ({
    limit,
    ...periodWindow(limit.period, { mode, timeZone }, now),
  }))
  const uses = await usesOf(tx, { accountId, windows, currencies })
  const limits = windows.flatMap(({ limit, endsAt }, at): CountedLimit[] => {
    const { amount } = limit
    if (amount === null) return []
    const used = Math.max(0, uses[at] ?? 0)
    const { waiting } = limitNow(limit, now)
    return [{ ...limit, amount, waiting, used, left: leftOf(amount, used), renewsAt: endsAt }]
  })
  const { exclusionGroup: group, isReturnAsked } = config.responsible
  const standing = (await standingBreak(tx, { accountId, group, now })) ?? null
  const isBack = standing !== null || !isReturnAsked
  return {
    limits,
    break: standing,
    comeback: isBack ? null : ((await unfinishedReturn(tx, { accountId, group, now })) ?? null),
    isReviewDue: await needsReview(tx, accountId, { config, now }),
  }
}

/** Acts by which a player has last thought of their limits. */
const REVIEWING: readonly ActKind[] = [
  'limit_set',
  'raise_asked',
  'raise_confirmed',
  'raise_withdrawn',
  'limits_reviewed',
]

/** Whether a player who has limits has neither changed nor looked over them for as long as the brand says (RTS 12). */
async function needsReview(
  tx: BrandTransaction,
  accountId: number,
  { config, now }: { readonly config: LimitSections; readonly now: Date },
): Promise<boolean> {
  const { limitReviewMonths } = config.responsible
  if (limitReviewMonths === 0) return false
  const last = await tx
    .select('protection_act')
    .select('at')
    .where('account_id', '=', accountId)
    .where('kind', 'in', REVIEWING)
    .orderBy('act_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || now < monthsLater(last.at, limitReviewMonths)) return false
  return (await readLimits(tx, accountId)).length > 0
}

/** Keeps an act that changes no limit, and answers what protects the player now. */
async function act(
  ports: LimitsPorts,
  { brandId, accountId }: LimitedPlayer,
  kind: 'limits_reviewed' | 'return_asked',
): Promise<PlayerLimits> {
  const { config, hash } = await ports.site(brandId)
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const now = ports.clock()
    await tx.select('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
    const { comeback } = await limitsIn(tx, accountId, { config, now })
    const opensAt = new Date(now.getTime() + config.responsible.returnWaitHours * HOUR_MS)
    const isReturning = kind === 'return_asked' && comeback !== null && comeback.opensAt === null
    if (isReturning)
      await tx.insert('player_return', { account_id: accountId, asked_at: now, opens_at: opensAt }).execute()
    if (isReturning || kind === 'limits_reviewed') {
      const detail = isReturning ? { opensAt: opensAt.toISOString() } : {}
      await keepAct(tx, { accountId, kind, detail, configuration: hash, now })
    }
    return limitsIn(tx, accountId, { config, now })
  })
}

/** Changes the limit of a name while nobody else does, keeps the act, and answers all limits. */
async function change(
  ports: LimitsPorts,
  { brandId, accountId }: LimitedPlayer,
  name: Omit<LimitName, 'accountId'>,
  next: (kept: LimitRow | undefined, at: { readonly config: LimitSections; readonly now: Date }) => Changed,
): Promise<PlayerLimits> {
  const { config, hash } = await ports.site(brandId)
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const now = ports.clock()
    await tx.select('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
    const kept = (await readLimits(tx, accountId)).find((row) => row.kind === name.kind && row.period === name.period)
    const { limit, currency, act } = next(kept, { config, now })
    await keepLimit(tx, { accountId, ...name }, { ...limit, currency, now })
    const waiting = limit.waiting ? { raise: limit.waiting.amount, from: limit.waiting.startsAt.toISOString() } : {}
    const detail = { kind: name.kind, period: name.period, currency, amount: limit.amount, ...waiting }
    await keepAct(tx, { accountId, kind: act, detail, configuration: hash, now })
    return limitsIn(tx, accountId, { config, now })
  })
}

interface Changed {
  readonly limit: KeptLimit
  readonly currency: string | null
  readonly act: ActKind
}

async function acknowledgeFunds(
  ports: LimitsPorts,
  { brandId, accountId }: LimitedPlayer,
  protection: string,
): Promise<PlayerLimits> {
  const { config, hash } = await ports.site(brandId)
  if (protection !== config.responsible.fundsProtection) throw new AppError('protection.funds_changed')
  return forBrand(ports.db, brandId).transaction(async (tx) => {
    const now = ports.clock()
    await keepAct(tx, { accountId, kind: 'funds_acknowledged', detail: { protection }, configuration: hash, now })
    return limitsIn(tx, accountId, { config, now })
  })
}

/** @throws AppError protection.contact_needed when the operator speaks with the player first */
async function requireContact(ports: LimitsPorts, { brandId, accountId }: LimitedPlayer, asked: AskedLimit) {
  if (asked.kind !== 'deposit') return
  const { config, hash } = await ports.site(brandId)
  const now = ports.clock()
  // That a talk was asked for is kept, though the limit is refused.
  const limit = await forBrand(ports.db, brandId).transaction(async (tx) => {
    const kept = await readDeposits(tx, accountId)
    const former = kept.find(({ period }) => period === asked.period)
    const currency = former?.currency ?? asked.currency
    if (currency === null) return null
    const wish = { period: asked.period, amountMinor: asked.amountIn(currency), currency }
    const wantedMinor = wantedDeposits(kept, wish, { global: config.global, now })
    return wantedMinor === undefined ? null : askContact(tx, { accountId, wantedMinor }, { config, hash, now })
  })
  if (limit !== null) throw new AppError('protection.contact_needed', { limit })
}

async function setLimit(ports: LimitsPorts, player: LimitedPlayer, asked: AskedLimit): Promise<PlayerLimits> {
  await requireContact(ports, player, asked)
  return change(ports, player, asked, (kept, { config, now }) => {
    const { responsible, global } = config
    const isOffered = responsible.limitKinds.includes(asked.kind) && responsible.limitPeriods.includes(asked.period)
    // What is set already may be changed though it is offered no more.
    if (!isOffered && !kept) throw new AppError('protection.limit_not_offered')
    const currency = kept ? kept.currency : asked.currency
    const amount = asked.amountIn(currency)
    if (amount === null && !kept) throw new AppError('protection.limit_absent')
    const window = { mode: responsible.limitPeriodMode, timeZone: global.timeZone }
    const { endsAt } = periodWindow(asked.period, window, now)
    const periodEndsAt = endsAt ?? new Date(now.getTime() + PERIOD_MS[asked.period])
    const terms = {
      delayMs: responsible.limitRaiseDelayMs,
      confirmMs: responsible.limitConfirmMs,
      periodEndsAt: responsible.isLimitRaiseAfterPeriod ? periodEndsAt : null,
    }
    const limit = askLimit(kept ?? NO_LIMIT, amount, terms, now)
    return { limit, currency, act: limit.waiting ? 'raise_asked' : 'limit_set' }
  })
}

async function setFirst(
  ports: LimitsPorts,
  tx: BrandTransaction,
  { accountId, currency: own, answers }: NewPlayerLimits,
): Promise<void> {
  const limits = limitsInAnswers(answers)
  if (limits.length === 0) return
  const { config, hash } = await ports.site(tx.brandId)
  const now = ports.clock()
  const exponent = config.global.currencies[own]?.exponent ?? 2
  for (const { kind, period, amount: asked } of limits) {
    const isTime = kind === 'session'
    const currency = isTime ? null : own
    const amount = isTime ? asked * MINUTE_MS : minorOfAmount(asked, exponent)
    if (amount === null || !Number.isSafeInteger(amount)) throw new AppError('protection.limit_amount')
    await keepLimit(tx, { accountId, kind, period }, { ...NO_LIMIT, amount, currency, now })
    await keepAct(tx, {
      ...{ accountId, kind: 'limit_set', configuration: hash, now },
      detail: { kind, period, currency, amount },
    })
  }
  await requireTalk(tx, accountId, { config, hash, now })
}

/** The limits of what a player pays in. */
async function readDeposits(tx: BrandTransaction, accountId: number): Promise<LimitRow[]> {
  return (await readLimits(tx, accountId)).filter(({ kind }) => kind === 'deposit')
}

/** Asks for a talk about what a new player could pay in a month. @throws AppError registration.invalid at the limits when it comes first */
async function requireTalk(
  tx: BrandTransaction,
  accountId: number,
  judging: { readonly config: LimitSections; readonly hash: string; readonly now: Date },
): Promise<void> {
  const deposits = await readDeposits(tx, accountId)
  if (deposits.length === 0) return
  const wantedMinor = monthlyDeposits(deposits, { global: judging.config.global, now: judging.now })
  const limit = await askContact(tx, { accountId, wantedMinor }, judging)
  if (limit === null) return
  const error = { code: 'protection.limit_above_talk', params: { limit } }
  const fields = Object.fromEntries(deposits.map(({ period }) => [`limit_deposit_${period}`, error]))
  throw new AppError('registration.invalid', {}, { fields })
}

async function actOnRaise(
  ports: LimitsPorts,
  player: LimitedPlayer,
  { kind, period, action }: Omit<LimitName, 'accountId'> & { readonly action: 'confirm' | 'withdraw' },
): Promise<PlayerLimits> {
  return change(ports, player, { kind, period }, (kept, { now }) => {
    if (!kept || !limitNow(kept, now).waiting) throw new AppError('protection.raise_absent')
    const { currency } = kept
    if (action === 'withdraw') return { limit: { ...kept, waiting: null }, currency, act: 'raise_withdrawn' }
    const limit = confirmRaise(kept, now)
    if (limit === 'too_early' || limit === 'none') throw new AppError('protection.raise_early')
    return { limit, currency, act: 'raise_confirmed' }
  })
}

async function takeBreak(
  ports: LimitsPorts,
  { brandId, accountId }: LimitedPlayer,
  asked: AskedBreak,
): Promise<StandingBreak> {
  const { config, hash } = await ports.site(brandId)
  const { timeOutHours, exclusionMonths, exclusionReasons, exclusionGroup: group } = config.responsible
  const isOffered =
    asked.kind === 'time_out'
      ? timeOutHours.includes(asked.hours)
      : exclusionMonths.includes(asked.months) &&
        (asked.reason === undefined || Object.hasOwn(exclusionReasons, asked.reason))
  if (!isOffered) throw new AppError('protection.break_not_offered')
  const taken = await forBrand(ports.db, brandId).transaction(async (tx) => {
    const now = ports.clock()
    const reason = asked.kind === 'exclusion' ? (asked.reason ?? null) : null
    const endsAt =
      asked.kind === 'time_out' ? new Date(now.getTime() + asked.hours * HOUR_MS) : monthsLater(now, asked.months)
    const { break_id: breakId } = await tx
      .insert('player_break', { account_id: accountId, kind: asked.kind, reason, starts_at: now, ends_at: endsAt })
      .returning('break_id')
      .executeTakeFirstOrThrow()
    const marks = await shareBreak(tx, { breakId, accountId, group })
    const detail = { kind: asked.kind, endsAt: endsAt.toISOString(), reason }
    await keepAct(tx, { accountId, kind: 'break_taken', detail, configuration: hash, now })
    await ports.endMailings(tx, accountId)
    await ports.endSessions(tx, { accountId, now })
    const standing = await standingBreak(tx, { accountId, group, now })
    if (!standing) throw new Error(`the break of player ${accountId} was not kept`)
    return { standing, marks }
  })
  await endElsewhere(ports, { brandId, group, marks: taken.marks })
  return taken.standing
}

/** Ends sessions and mailings of the same person at the other brands of the group, whose money is closed by then (RG-11). Who is another
 *  person of the same name is let be. */
async function endElsewhere(
  ports: LimitsPorts,
  { brandId, group, marks }: { readonly brandId: string; readonly group: string; readonly marks: readonly string[] },
): Promise<void> {
  if (marks.length === 0) return
  const now = ports.clock()
  for (const other of await ports.brandsOfGroup(group)) {
    if (other === brandId) continue
    await forBrand(ports.db, other).transaction(async (tx) => {
      const known = await tx
        .select('person_mark')
        .select('account_id as accountId')
        .distinct()
        .where('mark', 'in', marks)
        .orderBy('account_id')
        .execute()
      for (const { accountId } of known) {
        if (!(await standingBreak(tx, { accountId, group, now }))) continue
        await ports.endMailings(tx, accountId)
        await ports.endSessions(tx, { accountId, now })
      }
    })
  }
}
