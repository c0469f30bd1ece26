import { termsHash } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { soldCurrencies } from '#machines/odds/draw-prices.rules.ts'
import type { BingoRoom } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { beginJackpot } from '../draws/draw-opening.ts'
import type { DrawPorts, DrawSections } from '../draws/draw-ports.ts'
import { jackpotId, roundsNow } from './bingo-rows.ts'

/** Opens the next round of each room in each currency in which it has a price and none is sold or called, with secrets whose hashes are public from
 *  then on (LOT-5, LOT-6). The rounds of a room in a currency are counted by themselves. */
export async function openRounds(
  tx: BrandTransaction,
  ports: Pick<DrawPorts, 'newSeed'>,
  of: {
    readonly rooms: readonly (readonly [string, BingoRoom])[]
    readonly global: DrawSections['global']
    readonly now: Date
  },
): Promise<void> {
  const { rooms, global, now } = of
  const open = await roundsNow(tx)
  const isMissing = (roomId: string, currency: string) =>
    !open.some((round) => round.room_id === roomId && round.currency === currency)
  for (const [roomId, room] of rooms)
    for (const currency of soldCurrencies(room.prices, global))
      if (isMissing(roomId, currency)) await openRound(tx, ports, { roomId, room, currency, global, now })
}

async function openRound(
  tx: BrandTransaction,
  { newSeed }: Pick<DrawPorts, 'newSeed'>,
  of: {
    readonly roomId: string
    readonly room: BingoRoom
    readonly currency: string
    readonly global: DrawSections['global']
    readonly now: Date
  },
): Promise<void> {
  const { roomId, room, currency, global, now } = of
  const { last } = await tx
    .select('lottery_bingo_round')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('room_id', '=', roomId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  const seedMinor = room.jackpotSeeds[currency] ?? 0
  if (last === null) await beginJackpot(tx, { gameId: jackpotId(roomId), currency, seedMinor, now })
  const row = {
    ...{ room_id: roomId, number: Number(last ?? 0) + 1, state: 'open' as const, currency },
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
