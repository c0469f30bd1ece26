import { nextDraws } from '#machines/lotteries/draws/draw-schedule.rules.ts'
import { roundAt } from '#machines/lotteries/fairness/drand.rules.ts'
import { termsHash } from '#machines/lotteries/fairness/draw-proof.rules.ts'
import { jackpotSeed, pricesOf, soldCurrencies } from '#machines/odds/draw-prices.rules.ts'
import type { DrawGame } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { poolAccounts } from '../money/pool-accounts.ts'
import type { DrawPorts, DrawSections } from './draw-ports.ts'

/** The round of the beacon is published so long after the end of the sale, at least. */
const AFTER_CLOSE_MS = 10_000

/** Opens the sale of the draws that are ahead of each game, as many as it sells at once, each with secrets of its own whose hashes are published
 *  from then on (LOT-6). */
export async function openDraws(
  tx: BrandTransaction,
  ports: OpeningPorts,
  of: {
    readonly games: readonly (readonly [string, DrawGame])[]
    readonly global: DrawSections['global']
    readonly now: Date
  },
): Promise<void> {
  const { games, global, now } = of
  const ahead = await tx.select('lottery_draw').select(['game_id', 'draws_at']).where('draws_at', '>', now).execute()
  const known = new Set(ahead.map(({ game_id, draws_at }) => `${game_id}/${draws_at.getTime()}`))
  for (const [gameId, game] of games) {
    const moments = nextDraws(game.schedule, {
      ...{ afterMs: now.getTime() + game.closeSeconds * 1000, timeZone: global.timeZone, count: game.drawsAhead },
    })
    const missing = moments.filter((at) => !known.has(`${gameId}/${at}`))
    if (missing.length > 0) await openMissing(tx, ports, { gameId, game, global, now, missing })
  }
}

type OpeningPorts = Pick<DrawPorts, 'newSeed'> & { readonly namesBeacon: boolean }

async function openMissing(
  tx: BrandTransaction,
  ports: OpeningPorts,
  of: {
    readonly gameId: string
    readonly game: DrawGame
    readonly global: DrawSections['global']
    readonly now: Date
    /** When they are drawn, milliseconds since 1970. */
    readonly missing: readonly number[]
  },
): Promise<void> {
  const { gameId, game, global, now, missing } = of
  const currency = global.defaultCurrency
  const exponent = global.currencies[currency]?.exponent ?? 2
  const begun = await tx.select('lottery_game').select('currency').where('game_id', '=', gameId).execute()
  for (const sold of soldCurrencies(pricesOf(game, currency), global))
    if (!begun.some((row) => row.currency === sold))
      await beginJackpot(tx, { gameId, currency: sold, seedMinor: jackpotSeed(game, sold, currency), now })
  const draws = await lockGame(tx, { gameId, currency })
  const terms = storableJson(game)
  const hash = termsHash(game)
  const rows = missing.map((at, place) => ({
    ...{
      game_id: gameId,
      number: draws + place + 1,
      state: 'open' as const,
      currency,
      exponent,
      terms,
      terms_hash: hash,
    },
    ...{ opened_at: now, closes_at: new Date(at - game.closeSeconds * 1000), draws_at: new Date(at) },
    ...{ server_seed: ports.newSeed(), second_seed: ports.newSeed() },
    ...(ports.namesBeacon ? { beacon_round: roundAt(at - game.closeSeconds * 1000 + AFTER_CLOSE_MS) } : {}),
  }))
  const made = await tx
    .insert('lottery_draw', rows)
    .onConflict((conflict) => conflict.columns(['brand_id', 'game_id', 'draws_at']).doNothing())
    .returning('number')
    .execute()
  const last = Math.max(draws, ...made.map(({ number }) => number))
  await tx
    .update('lottery_game', { draws: last })
    .where('game_id', '=', gameId)
    .where('currency', '=', currency)
    .execute()
}

/** The first time a game is sold in a currency the house puts the beginning of its jackpot in. */
export async function beginJackpot(
  tx: BrandTransaction,
  of: { readonly gameId: string; readonly currency: string; readonly seedMinor: number; readonly now: Date },
): Promise<void> {
  const { gameId, currency, seedMinor, now } = of
  const made = await tx
    .insert('lottery_game', { game_id: gameId, currency, jackpot_minor: seedMinor })
    .onConflict((conflict) => conflict.doNothing())
    .returning('game_id')
    .executeTakeFirst()
  if (!made || seedMinor === 0) return
  const ids = await poolAccounts(tx, currency, now)
  const entries = [
    { currencyAccountId: ids.house, currency, amountMinor: -seedMinor },
    { currencyAccountId: ids.lottery_jackpot, currency, amountMinor: seedMinor },
  ]
  await postTransfer(tx, { kind: 'lottery-seed', reference: `${gameId}/${currency}`, entries, now })
}

/** Locks the row of a game in the currency of the brand. @returns how many draws have been opened */
async function lockGame(
  tx: BrandTransaction,
  { gameId, currency }: { readonly gameId: string; readonly currency: string },
): Promise<number> {
  const row = await tx
    .select('lottery_game')
    .select('draws')
    .where('game_id', '=', gameId)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Draws of a game are numbered in one row whatever their currency.
  const { last } = await tx
    .select('lottery_draw')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('game_id', '=', gameId)
    .executeTakeFirstOrThrow()
  return Math.max(row.draws, Number(last ?? 0))
}
