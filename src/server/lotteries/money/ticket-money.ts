import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletFunds } from '#server/db/tables/casino-tables.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { postTransfers, type Transfer } from '#server/money/ledger.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { type PoolAccounts, poolAccounts } from './pool-accounts.ts'

/** A ticket, for its bonus. */
interface TicketOfPlayer {
  readonly roundId: number
  readonly accountId: number
  readonly currency: string
  readonly now: Date
}

interface Funded {
  readonly funds: WalletFunds
  readonly awardId?: number
}

interface Refused {
  readonly reason: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** How tickets are paid from a player's own money and their bonus; every part runs in the transaction of the ticket. */
export interface TicketFunding {
  /** Divides a stake; null when player and bonus have not that much. */
  readonly fund: (
    tx: BrandTransaction,
    stake: {
      readonly accountId: number
      readonly currency: string
      readonly gameId: string
      readonly amountMinor: number
      readonly cashMinor: number
      readonly bonusMinor: number
    },
  ) => Promise<Funded | Refused | null>
  /** Notes a stake that was made while a bonus is played through. */
  readonly staked: (
    tx: BrandTransaction,
    ticket: TicketOfPlayer & Funded & { readonly gameId: string; readonly isFirst?: boolean },
  ) => Promise<void>
  /** Divides what a ticket pays by the funds that paid for it. */
  readonly divide: (
    tx: BrandTransaction,
    ticket: TicketOfPlayer & { readonly amountMinor: number },
  ) => Promise<WalletFunds>
  /** Where the bonus part of a stake goes that is given back. */
  readonly givenBack: (
    tx: BrandTransaction,
    ticket: TicketOfPlayer & { readonly funds: WalletFunds },
  ) => Promise<WalletFunds>
  /** What the player's accounts gain, below zero what they give back, where a ticket pays another amount by a corrected result: the part
   *  of the bonus that has paid it goes by what has happened to that one. */
  readonly corrected?: (
    tx: BrandTransaction,
    ticket: TicketOfPlayer & {
      readonly formerMinor: number
      readonly nextMinor: number
      readonly held: { readonly cash: number; readonly bonus: number }
    },
  ) => Promise<WalletFunds>
  /** Counts a ticket that is settled toward its bonus. */
  readonly over: (tx: BrandTransaction, ticket: TicketOfPlayer & { readonly isVoid: boolean }) => Promise<void>
}

/** What the money of tickets goes by. */
export interface TicketMoneyPorts {
  readonly guard: MoneyGuard
  /** All is the player's own where it is left out. */
  readonly funding?: TicketFunding | undefined
}

/** A ticket whose money moves. The number is given once over all kinds of lotteries. */
export interface PaidTicket {
  readonly ticketId: number
  readonly accountId: number
  /** ISO 4217 code. */
  readonly currency: string
  readonly now: Date
}

/** Numbers for tickets of all kinds of lotteries, in their order. */
export async function newTicketIds(tx: BrandTransaction, count: number): Promise<readonly number[]> {
  const rows = await tx.call('lottery_ticket_ids', count)
  return rows.map(({ ticket_id }) => ticket_id)
}

/** Takes the price of a ticket into the pool of lotteries: protection is asked first, and a bonus may pay (LOT-7).
 *  @param of.gameId what the terms of a bonus name, as `lotto-6-49`
 *  @returns minor units by kind of account that were paid
 *  @throws AppError balance.too_low, draws.no_account, or the reason of the guard or of the bonus */
export async function takeTicketStake(
  tx: BrandTransaction,
  { guard, funding }: TicketMoneyPorts,
  of: PaidTicket & { readonly gameId: string; readonly amountMinor: number },
): Promise<WalletFunds> {
  const { ticketId, accountId, currency, gameId, amountMinor, now } = of
  const accounts = await playerAccounts(tx, of)
  const refusal = await guard(tx, { path: 'lottery', accountId, currency, amountMinor, now })
  if (refusal) throw new AppError(refusal.reason as never, refusal.params)
  // A free ticket moves nothing.
  if (amountMinor === 0) return {}
  const { cashMinor, bonusMinor } = accounts
  const stake = { accountId, currency, gameId, amountMinor, cashMinor, bonusMinor }
  const funded = funding ? await funding.fund(tx, stake) : { funds: { cash: amountMinor } }
  if (funded === null) throw new AppError('balance.too_low')
  if ('reason' in funded) throw new AppError(funded.reason as never, funded.params)
  const pool = await poolAccounts(tx, currency, now)
  const entries = entriesOf(accounts.ids, funded.funds, -1, currency)
  const into = { currencyAccountId: pool.lottery_pool, currency, amountMinor }
  await postTransfers(tx, [{ kind: 'lottery-stake', reference: String(ticketId), entries: [...entries, into], now }])
  await funding?.staked(tx, { roundId: ticketId, accountId, currency, now, gameId, ...funded })
  return funded.funds
}

/** What a ticket is settled with. */
export interface TicketPayout extends PaidTicket {
  /** Minor units that it pays; 0 of one that has won nothing. */
  readonly amountMinor: number
  /** What its price was paid from; given back where `isRefund` is set. */
  readonly funds: WalletFunds
  /** Whether the price is given back in place of a win. */
  readonly isRefund?: boolean
}

/** Settles tickets out of the pool, each once: those that a bonus has paid for by its terms, all others by one statement (LOT-5, LOT-7).
 *  Protection is not asked: what a player is owed is paid. */
export async function settleTickets(
  tx: BrandTransaction,
  { funding }: TicketMoneyPorts,
  tickets: readonly TicketPayout[],
): Promise<void> {
  const own = await cashAccounts(
    tx,
    tickets.filter(({ amountMinor }) => amountMinor > 0),
  )
  const bonus = funding ? await paidByBonus(tx, tickets) : new Set<number>()
  const transfers: Transfer[] = []
  const pools = new Map<string, PoolAccounts>()
  for (const ticket of tickets) {
    const { ticketId, accountId, currency, amountMinor, isRefund = false, now } = ticket
    const kind = isRefund ? 'lottery-refund' : 'lottery-win'
    const isBonus = bonus.has(ticketId)
    const of = { roundId: ticketId, accountId, currency, now }
    if (amountMinor > 0) {
      const pool = pools.get(currency) ?? (await poolAccounts(tx, currency, now))
      pools.set(currency, pool)
      const out = { currencyAccountId: pool.lottery_pool, currency, amountMinor: -amountMinor }
      const entries = isBonus && funding ? await divided(tx, funding, ticket) : cashEntry(own, ticket)
      transfers.push({ kind, reference: String(ticketId), entries: [...entries, out], now })
    }
    if (isBonus && funding) {
      // What the bonus has won is there before its end is judged.
      await postAll(tx, transfers.splice(0))
      await funding.over(tx, { ...of, isVoid: isRefund })
    }
  }
  await postAll(tx, transfers)
}

async function postAll(tx: BrandTransaction, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length > 0) await postTransfers(tx, transfers)
}

async function divided(tx: BrandTransaction, funding: TicketFunding, ticket: TicketPayout) {
  const { ticketId: roundId, accountId, currency, amountMinor, funds, isRefund, now } = ticket
  const of = { roundId, accountId, currency, now }
  const { ids } = await playerAccounts(tx, ticket)
  const gains = isRefund
    ? await funding.givenBack(tx, { ...of, funds })
    : await funding.divide(tx, { ...of, amountMinor })
  return entriesOf(ids, gains, 1, currency)
}

function cashEntry(own: ReadonlyMap<string, number>, { accountId, currency, amountMinor }: TicketPayout) {
  const currencyAccountId = own.get(`${accountId}/${currency}`)
  if (currencyAccountId === undefined) throw new Error(`the player ${accountId} has no account in ${currency}`)
  return [{ currencyAccountId, currency, amountMinor }]
}

function entriesOf(ids: ReadonlyMap<CurrencyAccountKind, number>, funds: WalletFunds, sign: 1 | -1, currency: string) {
  return Object.entries(funds).flatMap(([kind, amountMinor]) => {
    if (!amountMinor) return []
    const currencyAccountId = ids.get(kind as CurrencyAccountKind)
    if (currencyAccountId === undefined) throw new Error(`there is no ${kind} account in ${currency}`)
    return [{ currencyAccountId, currency, amountMinor: sign * amountMinor }]
  })
}

/** The accounts of a player in a currency, locked. @throws AppError draws.no_account */
async function playerAccounts(tx: BrandTransaction, { accountId, currency, now }: PaidTicket) {
  const rows = await tx.call('bet_accounts', accountId, currency, ['promo'], now)
  const heldBy = (kind: CurrencyAccountKind) => Number(rows.find((row) => row.kind === kind)?.balance_minor ?? 0)
  if (!rows.some(({ kind, is_closed }) => kind === 'cash' && !is_closed))
    throw new AppError('draws.no_account', { currency })
  return {
    ids: new Map(rows.map(({ kind, currency_account_id }) => [kind, currency_account_id])),
    cashMinor: heldBy('cash'),
    bonusMinor: heldBy('bonus'),
  }
}

/** Numbers of the cash accounts of players, by `account/currency`; one that was closed is opened again for what its player is owed. */
async function cashAccounts(
  tx: BrandTransaction,
  tickets: readonly TicketPayout[],
): Promise<ReadonlyMap<string, number>> {
  if (tickets.length === 0) return new Map()
  const accounts = [...new Set(tickets.map(({ accountId }) => accountId))]
  const rows = await tx
    .select('currency_account')
    .select(['account_id', 'currency', 'currency_account_id', 'closed_at'])
    .where('kind', '=', 'cash')
    .where('account_id', 'in', accounts)
    .execute()
  const closed = rows
    .filter(({ closed_at }) => closed_at !== null)
    .map(({ currency_account_id }) => currency_account_id)
  if (closed.length > 0)
    await tx.update('currency_account', { closed_at: null }).where('currency_account_id', 'in', closed).execute()
  return new Map(rows.map((row) => [`${row.account_id}/${row.currency}`, row.currency_account_id]))
}

/** Which of the tickets were bought while a bonus is played through. */
async function paidByBonus(tx: BrandTransaction, tickets: readonly PaidTicket[]): Promise<ReadonlySet<number>> {
  if (tickets.length === 0) return new Set()
  const rows = await tx
    .select('promo_stake')
    .select('source_id')
    .where('source', '=', 'lottery')
    .where(
      'source_id',
      'in',
      tickets.map(({ ticketId }) => ticketId),
    )
    .execute()
  return new Set(rows.map(({ source_id }) => source_id))
}
