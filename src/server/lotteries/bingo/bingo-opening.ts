import { termsHash } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { soldCurrencies } from '#machines/odds/draw-prices.rules.ts'
import type { BingoRoom } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { beginJackpot } from '../draws/draw-opening.ts'
import type { DrawPorts, DrawSections } from '../draws/draw-ports.ts'
import { jackpotId, roundsNow } from './bingo-rows.ts'

/** Opens the next round of a room in each currency in which it has a price and none is sold or called, with secrets whose hashes are public from then
 *  on (LOT-5, LOT-6). */
export async function openRounds(
  tx: BrandTransaction,
  { newSeed }: Pick<DrawPorts, 'newSeed'>,
  of: {
    readonly roomId: string
    readonly room: BingoRoom
    readonly global: DrawSections['global']
    readonly now: Date
  },
): Promise<void> {
  const { roomId, room, global, now } = of
  const open = new Set(await roundsNow(tx, roomId))
  const missing = soldCurrencies(room.prices, global).filter((currency) => !open.has(currency))
  if (missing.length === 0) return
  const { last } = await tx
    .select('lottery_bingo_round')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  for (const [place, currency] of missing.entries()) {
    const seedMinor = room.jackpotSeeds[currency] ?? 0
    await beginJackpot(tx, { gameId: jackpotId(roomId), currency, seedMinor, now })
    const row = {
      ...{ room_id: roomId, number: Number(last ?? 0) + place + 1, state: 'open' as const, currency },
      ...{ price_minor: room.prices[currency] ?? 0, exponent: global.currencies[currency]?.exponent ?? 2 },
      ...{ terms: storableJson(room), terms_hash: termsHash(room) },
      ...{ server_seed: newSeed(), second_seed: newSeed(), opened_at: now },
    }
    // Another process may open it at the same time: one of them does.
    await tx
      .insert('lottery_bingo_round', row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
