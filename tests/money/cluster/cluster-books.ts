import { forBrand } from '#server/db/for-brand.ts'
import { BENCH_BRAND } from '#tools/bench/loads/bench-brand.ts'
import type { openBeside } from '#tools/bench/loads/bettors.ts'
import type { Entry } from './history-checker.ts'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
type Opened = Awaited<ReturnType<typeof openBeside>>

/** Reads the movements of players' cash in the order of the books, each with the name that its player gave to the act. Gifts by which
 *  players came to their first money are left out. */
export async function readEntries({ db }: Pick<Opened, 'db'>, players: readonly number[]): Promise<Entry[]> {
  return forBrand(db, BENCH_BRAND).transaction(async (tx) => {
    const rows = await tx
      .select('ledger_entry')
      .innerJoin('ledger_transfer as transfer', (join) =>
        join
          .onRef('transfer.brand_id', '=', 'ledger_entry.brand_id')
          .onRef('transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
      )
      .innerJoin('currency_account as account', (join) =>
        join
          .onRef('account.brand_id', '=', 'ledger_entry.brand_id')
          .onRef('account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
      )
      .select(['account.account_id as player', 'transfer.kind', 'transfer.reference'])
      .select(['ledger_entry.amount_minor as minor', 'ledger_entry.balance_minor as balanceMinor'])
      .where('account.kind', '=', 'cash')
      .where('account.account_id', 'in', players)
      .orderBy('ledger_entry.sequence')
      .execute()
    const reservations = await tx
      .select('bet_reservation')
      .select(['reservation_id as id', 'bet_guid as name'])
      .execute()
    const payments = await tx.select('payment').select(['payment_id as id', 'guid as name']).execute()
    const tickets = [
      ...(await tx.select('lottery_ticket').select(['ticket_id as id', 'guid as name']).execute()),
      ...(await tx.select('lottery_bingo_ticket').select(['ticket_id as id', 'guid as name']).execute()),
    ]
    const drops = await tx
      .select('casino_jackpot_drop')
      .select(['jackpot_id as jackpot', 'currency', 'run', 'round_id as roundId'])
      .execute()
    const bought = new Map(tickets.map(({ id, name }) => [String(id), name]))
    const won = new Map(drops.map(({ jackpot, currency, run, roundId }) => [`${jackpot}/${currency}/${run}`, roundId]))
    const asked = new Map(reservations.map(({ id, name }) => [String(id), name]))
    const paid = new Map(payments.map(({ id, name }) => [String(id), name]))
    const seats = new Map<string, string>()
    /** The act that a reference names: a bet, a payment and a ticket by their numbers, a jackpot by that of its round, a round by its name
     *  within it, what a table pays by the seat whose stake it follows. */
    const actOf = (kind: string, reference: string): string | undefined => {
      const [head = ''] = reference.split('/')
      if (kind === 'jackpot-win') return `jackpot ${won.get(reference.split('/').slice(2).join('/'))}`
      if (kind.startsWith('lottery-')) return bought.get(head)
      if (kind.startsWith('bet-')) return asked.get(head)
      if (kind.startsWith('payment-') || paid.has(head)) return paid.get(head)
      const [, move, seat = ''] = reference.split('/')
      const named = UUID.exec(reference)?.[0]
      if (named && move === 'bet') seats.set(seat, named)
      return named ?? seats.get(seat)
    }
    return rows
      .filter(({ kind }) => kind !== 'correction')
      .map(({ player, kind, reference, minor, balanceMinor }) => ({
        ...{ player: player ?? 0, act: actOf(kind, reference) ?? `${kind} ${reference}`, part: `${kind} ${reference}` },
        ...{ minor: Number(minor), balanceMinor: Number(balanceMinor) },
      }))
  })
}
