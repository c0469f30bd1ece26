import { termsHash } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import type { BingoRoom } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { postTransfer } from '#server/money/ledger.ts'
import type { DrawPorts, DrawSections } from '../draws/draw-ports.ts'
import { poolAccounts } from '../money/pool-accounts.ts'
import { jackpotId, roundNow } from './bingo-rows.ts'

/** Opens the next round of a room where none is sold or called, with secrets whose hashes are public from then on (LOT-6). A room without a price in
 *  the default currency of the brand is closed. */
export async function openRound(
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
  const currency = global.defaultCurrency
  const priceMinor = room.prices[currency]
  if (priceMinor === undefined || (await roundNow(tx, roomId, currency))) return
  await beginJackpot(tx, { roomId, currency, seedMinor: room.jackpotSeeds[currency] ?? 0, now })
  const { last } = await tx
    .select('lottery_bingo_round')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  const row = {
    ...{ room_id: roomId, number: Number(last ?? 0) + 1, state: 'open' as const, currency, price_minor: priceMinor },
    ...{ exponent: global.currencies[currency]?.exponent ?? 2, terms: storableJson(room), terms_hash: termsHash(room) },
    ...{ server_seed: newSeed(), second_seed: newSeed(), opened_at: now },
  }
  // Another process may open it at the same time: one of them does.
  await tx
    .insert('lottery_bingo_round', row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The first time the house puts the beginning of a jackpot in. */
async function beginJackpot(
  tx: BrandTransaction,
  of: { readonly roomId: string; readonly currency: string; readonly seedMinor: number; readonly now: Date },
): Promise<void> {
  const { roomId, currency, seedMinor, now } = of
  const made = await tx
    .insert('lottery_game', { game_id: jackpotId(roomId), currency, jackpot_minor: seedMinor })
    .onConflict((conflict) => conflict.doNothing())
    .returning('game_id')
    .executeTakeFirst()
  if (!made || seedMinor === 0) return
  const ids = await poolAccounts(tx, currency, now)
  const entries = [
    { currencyAccountId: ids.house, currency, amountMinor: -seedMinor },
    { currencyAccountId: ids.lottery_jackpot, currency, amountMinor: seedMinor },
  ]
  await postTransfer(tx, { kind: 'lottery-seed', reference: `${jackpotId(roomId)}/${currency}`, entries, now })
}
