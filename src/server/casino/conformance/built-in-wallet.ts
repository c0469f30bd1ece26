import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { openCashAccount, openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { createProviderWallet, type ProviderWalletPorts } from '../providers/provider-wallet.ts'
import { playerName, type WalletAdapter } from '../providers/wallet-adapter.ts'
import { createReconciliation } from '../reconciliation/reconcile.ts'
import type { WalletTerms } from '../wallet/wallet-action.ts'
import { lockWallet, moveFunds } from '../wallet/wallet-money.ts'
import { bonusFirst } from './bonus-first.ts'
import type { Seat, SeatWish, SentCall, WalletControls, WalletTarget, WireAnswer } from './conformance-wallet.ts'

/** What the suite gives a wallet of its own. */
export interface BuiltInWalletPorts {
  readonly db: Kysely<Database>
  readonly adapter: WalletAdapter
  readonly switchesGames: boolean
  readonly newId: () => string
  /** Changes the wallet: how tests prove that a broken rule is found. */
  readonly changes?: Partial<ProviderWalletPorts>
}

const [HERE, ELSEWHERE] = ['conformance', 'conformance-two']
const [GAME, CURRENCY, EXPONENT] = ['book', 'EUR', 2]
const USUAL_CASH_MINOR = 100_000
const SESSION_MS = 3_600_000
const MANY = 100

interface Dials {
  now: Date
  kept: MoneyRefusal['reason'] | null
  isOff: boolean
  isOwed: boolean
}

/** The built-in wallet on books of its own, whose clock, players and protection the suite moves. */
export function builtInWallet(ports: BuiltInWalletPorts): WalletTarget {
  const { db, adapter, switchesGames, newId, changes } = ports
  const dials: Dials = { now: new Date('2026-03-01T12:00:00Z'), kept: null, isOff: false, isOwed: false }
  const clock = () => dials.now
  const providerId = `judged-${newId()}`
  const terms = (): WalletTerms => ({
    ...{ undoesWins: true, owesSpentWins: dials.isOwed, switchesGames, takesBets: !dials.isOff },
  })
  const wallet = createProviderWallet({
    ...{ db, clock, log: { warn: () => undefined } },
    provider: async () => ({ adapter, provider: { id: providerId, terms: terms() } }),
    guard: async (_tx, { amountMinor }) => (dials.kept !== null && amountMinor > 0 ? { reason: dials.kept } : null),
    funding: bonusFirst,
    ...changes,
  })
  const places = new Map<string, string>()
  return {
    now: clock,
    many: MANY,
    async send(call, { sessionId }) {
      return wire(await taken(wallet, { brandId: places.get(sessionId) ?? HERE, providerId }, call))
    },
    open: (wish) => openSeat({ db, newId, clock, places, providerId }, wish),
    controls: controlsOf(db, providerId, { dials, places }),
    async audit() {
      for (const brandId of [HERE, ELSEWHERE]) {
        const { breaks } = await forBrand(db, brandId).transaction((tx) => proveLedger(tx))
        const [found] = breaks
        if (found) return `the books are wrong: ${found.found}`
      }
      return null
    },
  }
}

async function taken(
  wallet: ReturnType<typeof createProviderWallet>,
  at: { readonly brandId: string; readonly providerId: string },
  call: SentCall,
) {
  const { body, ...rest } = call
  try {
    return await wallet.take(at.brandId, at.providerId, { ...rest, body: new TextEncoder().encode(body) })
  } catch (error) {
    if (error instanceof AppError) return { status: 500, body: { code: error.code } }
    throw error
  }
}

function wire({ status, body }: { readonly status: number; readonly body: object }): WireAnswer {
  return { status, body: JSON.parse(JSON.stringify(body)) }
}

async function openSeat(
  of: {
    readonly db: Kysely<Database>
    readonly newId: () => string
    readonly clock: () => Date
    readonly providerId: string
    readonly places: Map<string, string>
  },
  { cashMinor = USUAL_CASH_MINOR, isLaunched = true, isElsewhere = false }: SeatWish,
): Promise<Seat> {
  const now = of.clock()
  const brandId = isElsewhere ? ELSEWHERE : HERE
  const sessionId = of.newId()
  of.places.set(sessionId, brandId)
  const accountId = await forBrand(of.db, brandId).transaction(async (tx) => {
    const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
    const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
    await openFirstAccount(tx, { accountId: id, currency: CURRENCY, now })
    await openCashAccount(tx, { accountId: id, currency: 'USD', now })
    const gift = {
      accountId: id,
      currency: CURRENCY,
      amountMinor: cashMinor,
      reference: `for ${id}`,
      reason: 'conformance',
      now,
    }
    if (cashMinor > 0) await correctBalance(tx, gift)
    await tx
      .insert('casino_session', {
        ...{
          session_id: sessionId,
          account_id: id,
          provider_id: of.providerId,
          game_id: GAME,
          mode: 'real',
          country: 'de',
        },
        ...{ currency: CURRENCY, exponent: EXPONENT, device: 'desktop', fun_minor: null, opened_at: now },
        ...{ launched_at: isLaunched ? now : null, expires_at: new Date(now.getTime() + SESSION_MS) },
      })
      .execute()
    return id
  })
  return { sessionId, player: playerName(accountId), game: GAME, currency: CURRENCY, exponent: EXPONENT }
}

function controlsOf(
  db: Kysely<Database>,
  providerId: string,
  { dials, places }: { readonly dials: Dials; readonly places: ReadonlyMap<string, string> },
): WalletControls {
  const inPlace = <Result>({ sessionId }: Seat, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, places.get(sessionId) ?? HERE).transaction(work)
  return {
    async expire(seat) {
      const change = { expires_at: new Date(dials.now.getTime() - 1) }
      await inPlace(seat, (tx) =>
        tx.update('casino_session', change).where('session_id', '=', seat.sessionId).execute(),
      )
    },
    keepAway: (reason) => {
      dials.kept = reason
    },
    switchOff: (isOff) => {
      dials.isOff = isOff
    },
    owesSpentWins: (isOwed) => {
      dials.isOwed = isOwed
    },
    wait: (ms) => {
      dials.now = new Date(dials.now.getTime() + ms)
    },
    async fromBonus(seat, minor) {
      const accountId = Number(seat.player.split('-')[1])
      await inPlace(seat, (tx) => giveBonus(tx, { accountId, minor, now: dials.now }))
      return () => inPlace(seat, (tx) => bonusOf(tx, accountId))
    },
    reconcile: (lines) =>
      forBrand(db, HERE).transaction(async (tx) => {
        const reconciliation = createReconciliation(tx, providerId)
        const page = lines.map(({ amountMinor, isUndone = false, ...line }) => ({
          ...{ ...line, amount: String(amountMinor), currency: CURRENCY },
          state: isUndone ? ('undone' as const) : ('done' as const),
        }))
        await reconciliation.take(page)
        const span = { after: 0, before: new Date(dials.now.getTime() + 1), since: new Date(dials.now.getTime() - 1) }
        const { mismatches } = await reconciliation.end(span)
        return mismatches.map(({ kind, actionId }) => `${kind} ${actionId}`)
      }),
  }
}

interface BonusOf {
  readonly accountId: number
  readonly minor: number
  readonly now: Date
}

async function giveBonus(tx: BrandTransaction, { accountId, minor, now }: BonusOf): Promise<void> {
  const row = { account_id: accountId, kind: 'bonus', currency: CURRENCY, is_active: false, created_at: now } as const
  await tx.insert('currency_account', row).execute()
  const accounts = await lockWallet(tx, { hasBonuses: false, accountId, currency: CURRENCY, now })
  if (!accounts) throw new Error('the player has no account')
  const gift = { kind: 'casino-adjustment', reference: `bonus of ${accountId}`, currency: CURRENCY, now } as const
  await moveFunds(tx, accounts, { ...gift, funds: { bonus: minor } })
}

async function bonusOf(tx: BrandTransaction, accountId: number): Promise<number> {
  const row = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'bonus')
    .executeTakeFirst()
  const entry = await tx
    .select('ledger_entry')
    .select('balance_minor as minor')
    .where('currency_account_id', '=', row?.id ?? 0)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.minor ?? 0
}
