import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { MoneyGuard, MoneyRefusal } from '#server/money/money-guard.ts'
import type { ProviderTransfer, TransferClient, TransferState } from '../providers/own-protocol/transfer-client.ts'
import { lockAway, type MoneyAway, postAway } from './transfer-money.ts'
import {
  ASK_MS,
  type AwayRow,
  awayFor,
  awayOf,
  dueAway,
  insertTransfer,
  later,
  openTransfer,
  setLook,
  type TransferRow,
} from './transfer-rows.ts'

/** What transfers are given. */
export interface TransferPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly guard: MoneyGuard
  /** What moves money to a provider of a brand; undefined where players act on their own money or the provider is not joined. */
  readonly client: (brandId: string, providerId: string) => Promise<TransferClient | undefined>
  readonly newId: () => string
  readonly log: Pick<Logger, 'warn'>
}

/** Money that goes to a provider for a session. */
export interface MoneyForSession extends MoneyAway {
  readonly sessionId: string
  /** Minor units; everything that the player can stake where it is left out. */
  readonly amountMinor?: number
}

/** what has happened to money that was to move.
 *  - done: it has moved; nothing: there was none to move; refused: it stays where it was;
 *  - held: the provider has not said what has happened to it, and is asked again. */
export interface Moved {
  readonly outcome: 'done' | 'nothing' | 'refused' | 'held'
  readonly amountMinor: number
  /** What protection has said. */
  readonly refusal?: MoneyRefusal
}

const NOTHING: Moved = { outcome: 'nothing', amountMinor: 0 }
/** Moves money of players to providers and back (CAS-13). Each move is committed as intended before the provider hears of it, in an account of
 *  the ledger of its own; after a crash it is found by the provider's answer, and done or undone once. */
export function createTransfers(ports: TransferPorts) {
  const { clock, newId } = ports

  return {
    /** Moves money to a provider, as the launch of a game does; what is under way of an earlier time is ended first. */
    async toProvider(brandId: string, asked: MoneyForSession): Promise<Moved> {
      const client = await ports.client(brandId, asked.providerId)
      if (!client) return NOTHING
      const open = await openOne(ports, brandId, asked)
      if (open && !(await resolve(ports, brandId, client, open)))
        return { outcome: 'held', amountMinor: open.amount_minor }
      const intent = await inBrand(ports, brandId, (tx) => intendAway(tx, ports, { asked, id: newId(), now: clock() }))
      return 'outcome' in intent ? intent : send(ports, brandId, client, intent)
    },

    /** Brings back everything that a player has at providers, in all currencies: when a session ends, at sign-out and before a withdrawal.
     *  @returns whether everything is back */
    async fromProviders(brandId: string, accountId: number, providerId?: string): Promise<boolean> {
      const rows = await inBrand(ports, brandId, (tx) => awayOf(tx, accountId, providerId))
      const moved = await Promise.all(rows.map((away) => bringBack(ports, brandId, away)))
      return moved.every(({ outcome }) => outcome === 'done' || outcome === 'nothing')
    },

    /** Brings back the money that was moved for a session. @returns whether everything is back */
    async afterSession(brandId: string, sessionId: string): Promise<boolean> {
      const rows = await inBrand(ports, brandId, (tx) => awayFor(tx, sessionId))
      const moved = await Promise.all(rows.map((away) => bringBack(ports, brandId, away)))
      return moved.every(({ outcome }) => outcome === 'done' || outcome === 'nothing')
    },

    /** Ends what is under way and brings back the money of sessions that are over. @returns how many players were looked at */
    async lookAfter(brandId: string): Promise<number> {
      const due = await inBrand(ports, brandId, (tx) => dueAway(tx, clock()))
      for (const away of due)
        await bringBack(ports, brandId, away).catch((error: unknown) =>
          ports.log.warn(
            { err: error, providerId: away.provider_id },
            'casino: money at a provider is looked for later',
          ),
        )
      return due.length
    },

    /** Minor units that the books have at providers, by provider. */
    awayMinor: (brandId: string, away: MoneyAway): Promise<number> =>
      inBrand(ports, brandId, async (tx) => (await lockAway(tx, away, clock()))?.gamesMinor ?? 0),
  }
}

function inBrand<Result>({ db }: TransferPorts, brandId: string, work: (tx: BrandTransaction) => Promise<Result>) {
  return forBrand(db, brandId).transaction(work)
}

/** Hears from the provider what has happened to an intended transfer, and ends it. @returns null while that is not known */
async function end(
  ports: TransferPorts,
  brandId: string,
  transfer: TransferRow,
  heard: TransferState,
): Promise<Moved | null> {
  const { clock } = ports
  if (heard === 'silent' || heard === 'absent') {
    await inBrand(ports, brandId, (tx) => later(tx, transfer, clock()))
    return null
  }
  return inBrand(ports, brandId, (tx) => ended(tx, transfer, { isDone: heard === 'done', now: clock() }))
}

/** Asks after a transfer that is under way; one that has never arrived is sent again under its name. */
async function resolve(
  ports: TransferPorts,
  brandId: string,
  client: TransferClient,
  transfer: TransferRow,
): Promise<Moved | null> {
  const asked = askedOf(transfer)
  const heard = await client.status(asked)
  return end(ports, brandId, transfer, heard === 'absent' ? await client.move(asked) : heard)
}

/** Moves money once its intent is committed. */
async function send(
  ports: TransferPorts,
  brandId: string,
  client: TransferClient,
  transfer: TransferRow,
): Promise<Moved> {
  const heard = await client.move(askedOf(transfer))
  const moved = await end(ports, brandId, transfer, heard)
  return moved ?? { outcome: 'held', amountMinor: transfer.amount_minor }
}

async function openOne(ports: TransferPorts, brandId: string, away: MoneyAway): Promise<TransferRow | undefined> {
  return inBrand(ports, brandId, (tx) => openTransfer(tx, away))
}

/** Brings back what a player has at a provider. */
async function bringBack(ports: TransferPorts, brandId: string, away: AwayRow): Promise<Moved> {
  const { clock, newId } = ports
  const named = { providerId: away.provider_id, accountId: away.account_id, currency: away.currency }
  const client = await ports.client(brandId, away.provider_id)
  const open = await openOne(ports, brandId, named)
  if (!client || (open && !(await resolve(ports, brandId, client, open)))) {
    if (!client) await inBrand(ports, brandId, (tx) => later(tx, away, clock()))
    return { outcome: 'held', amountMinor: open?.amount_minor ?? 0 }
  }
  const there = await client.balance(named.accountId, named.currency)
  if (there === null) {
    await inBrand(ports, brandId, (tx) => later(tx, away, clock()))
    return { outcome: 'held', amountMinor: 0 }
  }
  const transfer = await inBrand(ports, brandId, (tx) => intendBack(tx, named, { there, id: newId(), now: clock() }))
  return transfer ? send(ports, brandId, client, transfer) : NOTHING
}

/** Transfers as the server has them. */
export type Transfers = ReturnType<typeof createTransfers>

function askedOf({ transfer_id, direction, account_id, currency, amount_minor }: TransferRow): ProviderTransfer {
  return { transferId: transfer_id, direction, accountId: account_id, currency, amountMinor: amount_minor }
}

/** Keeps money that is to go to a provider, and takes it from what the player can stake here. */
async function intendAway(
  tx: BrandTransaction,
  { guard }: Pick<TransferPorts, 'guard'>,
  { asked, id, now }: { readonly asked: MoneyForSession; readonly id: string; readonly now: Date },
): Promise<Moved | TransferRow> {
  const { providerId, accountId, currency, sessionId } = asked
  const accounts = await lockAway(tx, asked, now)
  const amountMinor = Math.min(asked.amountMinor ?? Number.MAX_SAFE_INTEGER, accounts?.cashMinor ?? 0)
  const lookAt = new Date(now.getTime() + ASK_MS)
  const row = { session_id: sessionId, look_at: lookAt, silences: 0 }
  await tx
    .insert('casino_away', { provider_id: providerId, account_id: accountId, currency, ...row })
    .onConflict((conflict) => conflict.columns(['brand_id', 'provider_id', 'account_id', 'currency']).doUpdateSet(row))
    .execute()
  if (!accounts || amountMinor <= 0) return NOTHING
  // Another launch has got here first: what has happened to its money is to be known before more goes.
  const open = await openTransfer(tx, asked)
  if (open) return { outcome: 'held', amountMinor: open.amount_minor }
  const refusal = await guard(tx, { path: 'casino', accountId, currency, amountMinor, now })
  if (refusal) return { outcome: 'refused', amountMinor: 0, refusal }
  const transfer = await insertTransfer(tx, asked, { direction: 'in', amount_minor: amountMinor, id, now })
  const posting = {
    kind: 'casino-away',
    transferId: id,
    currency,
    cashMinor: -amountMinor,
    gamesMinor: amountMinor,
    now,
  } as const
  await postAway(tx, accounts, posting)
  return transfer
}

/** Keeps money that is to come back; nothing moves before the provider has given it. Where there is none, the player's money is all here. */
async function intendBack(
  tx: BrandTransaction,
  away: MoneyAway,
  { there, id, now }: { readonly there: number; readonly id: string; readonly now: Date },
): Promise<TransferRow | null> {
  const accounts = await lockAway(tx, away, now)
  if (!accounts || (await openTransfer(tx, away))) return null
  if (there > 0) return insertTransfer(tx, away, { direction: 'out', amount_minor: there, id, now })
  // What went there was lost there.
  const lost = { kind: 'casino-back', transferId: id, currency: away.currency, cashMinor: 0, now } as const
  await postAway(tx, accounts, { ...lost, gamesMinor: 0 - accounts.gamesMinor })
  await setLook(tx, away, { look_at: null, silences: 0 })
  return null
}

/** Ends a transfer, once. */
async function ended(
  tx: BrandTransaction,
  transfer: TransferRow,
  { isDone, now }: { readonly isDone: boolean; readonly now: Date },
): Promise<Moved> {
  const { transfer_id: transferId, currency, direction, amount_minor: amountMinor } = transfer
  const away = { providerId: transfer.provider_id, accountId: transfer.account_id, currency }
  const accounts = await lockAway(tx, away, now)
  const moved: Moved = { outcome: isDone ? 'done' : 'refused', amountMinor: isDone ? amountMinor : 0 }
  const changed = await tx
    .update('casino_transfer', { state: isDone ? 'done' : 'refused', ended_at: now })
    .where('transfer_id', '=', transferId)
    .where('state', '=', 'intended')
    .returning('transfer_id')
    .executeTakeFirst()
  if (!changed || !accounts) return moved
  const posting = { transferId, currency, now }
  if (direction === 'in' && !isDone)
    await postAway(tx, accounts, {
      ...posting,
      kind: 'casino-away-undone',
      cashMinor: amountMinor,
      gamesMinor: -amountMinor,
    })
  if (direction === 'out' && isDone)
    await postAway(tx, accounts, {
      ...posting,
      kind: 'casino-back',
      cashMinor: amountMinor,
      gamesMinor: -accounts.gamesMinor,
    })
  if (!isDone && direction === 'out') await later(tx, transfer, now)
  // It is looked once more whether everything is back: a win may have come meanwhile.
  else await setLook(tx, away, { look_at: new Date(now.getTime() + ASK_MS), silences: 0 })
  return moved
}
