import type { BrandDoor } from '#server/db/for-brand.ts'
import { newTicketIds, settleTickets, takeTicketStake } from '#server/lotteries/money/ticket-money.ts'

/** A ticket of a room of bingo, with its money: bought at a moment, and settled at another. */
export function createTestLottery(door: BrandDoor, now: () => Date) {
  const money = { guard: async () => null }
  let rounds = 0

  /** Opens a round of the room `hall`. */
  async function openRound(): Promise<number> {
    const row = await door.transaction((tx) =>
      tx
        .insert('lottery_bingo_round', {
          ...{ room_id: 'hall', number: ++rounds, state: 'cancelled', currency: 'EUR', exponent: 2, price_minor: 100 },
          ...{ terms: '{}', terms_hash: '', server_seed: '', second_seed: '', opened_at: now() },
        })
        .returning('round_id')
        .executeTakeFirstOrThrow(),
    )
    return row.round_id
  }

  return {
    /** Buys a ticket. @returns its number */
    buy: async (accountId: number, price: number): Promise<number> => {
      const roundId = await openRound()
      return door.transaction(async (tx) => {
        const [ticketId = 0] = await newTicketIds(tx, 1)
        const of = { ticketId, accountId, currency: 'EUR', gameId: 'hall', amountMinor: price, now: now() }
        const funds = JSON.stringify(await takeTicketStake(tx, money, of))
        await tx
          .insert('lottery_bingo_ticket', {
            ...{ ticket_id: ticketId, round_id: roundId, account_id: accountId, guid: crypto.randomUUID(), cards: 1 },
            ...{ salt: '', price_minor: price, funds, receipt: '', leaf: '', state: 'open', bought_at: now() },
          })
          .execute()
        return ticketId
      })
    },

    /** Settles a ticket: what it has won, or its price back. */
    settle: (accountId: number, ticketId: number, amountMinor: number, isRefund = false) =>
      door.transaction(async (tx) => {
        const paid = { ticketId, accountId, currency: 'EUR', now: now(), amountMinor, isRefund }
        await settleTickets(tx, money, [{ ...paid, funds: { cash: amountMinor } }])
        const state = isRefund ? 'refunded' : amountMinor > 0 ? 'won' : 'lost'
        const change = { state, payout_minor: amountMinor, settled_at: now() } as const
        await tx.update('lottery_bingo_ticket', change).where('ticket_id', '=', ticketId).execute()
      }),
  }
}
