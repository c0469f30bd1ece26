import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'
import { cartPrice, lineFault, sortedLine } from '#machines/lotteries/draws/draw-lines.rules.ts'
import { leafOf } from '#machines/lotteries/fairness/ticket-tree.rules.ts'
import { jackpotSeed, linePrice } from '#machines/odds/draw-prices.rules.ts'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { DrawLine } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId, storableJson } from '#server/db/storable.ts'
import { newTicketIds, takeTicketStake } from '../money/ticket-money.ts'
import { beginJackpot } from './draw-opening.ts'
import type { AskedPurchase, DrawPorts, DrawSections } from './draw-ports.ts'
import { type DrawRow, openMoney } from './draw-rows.ts'

interface Buying {
  readonly accountId: number
  readonly sections: DrawSections
  readonly now: Date
  readonly asked: AskedPurchase
}

/** Sells lines for draws in a row, all of them or none, once under the name of the purchase (LOT-5, LOT-7): each draw gets a ticket of its own,
 *  with a receipt that will be below the root of the draw. The clock of the server says whether the sale is still open.
 *  @returns numbers of the tickets
 *  @throws AppError draws.* with what is wrong, balance.too_low, or the reason of protection */
export async function buyTickets(
  tx: BrandTransaction,
  ports: DrawPorts,
  { accountId, sections, now, asked }: Buying,
): Promise<readonly number[]> {
  const lines = asked.lines.map(sortedLine)
  const former = await sameOrder(tx, accountId, { ...asked, lines }, now)
  if (former) return former
  const game = Object.hasOwn(sections.lotteries.games, asked.game) ? sections.lotteries.games[asked.game] : undefined
  if (!game?.isOffered) throw new AppError('draws.game_unknown')
  const draws = await openForSale(tx, asked, now)
  const [first] = draws
  if (!first) throw new AppError('draws.sale_over')
  checkLines(first, lines, asked)
  const linePriceMinor = priceIn(first, asked.currency, sections)
  const priceMinor = cartPrice(linePriceMinor, lines.length, 1)
  if (
    priceMinor * draws.length !== asked.priceMinor ||
    draws.some((draw) => priceIn(draw, asked.currency, sections) !== linePriceMinor)
  )
    throw new AppError('draws.price_changed')
  const { exponent = 2 } = sections.global.currencies[asked.currency] ?? {}
  const ids = await newTicketIds(tx, draws.length)
  for (const [place, draw] of draws.entries()) {
    const { currency } = asked
    const money = { draw_id: draw.draw_id, currency, exponent, price_minor: linePriceMinor }
    if (await openMoney(tx, money)) {
      const seedMinor = jackpotSeed(draw.terms, currency, draw.currency)
      await beginJackpot(tx, { gameId: draw.game_id, currency, seedMinor, now })
    }
    await sell(tx, ports, { draw, lines, priceMinor, ticketId: ids[place] ?? 0, accountId, asked, now })
  }
  return ids
}

/** What a line of a draw costs, by the terms with which its sale began. @throws AppError draws.not_in_currency where it has no price */
function priceIn({ terms, currency: own }: DrawRow, currency: string, { global }: DrawSections): number {
  const price = Object.hasOwn(global.currencies, currency) ? linePrice(terms, currency, own) : null
  if (price === null) throw new AppError('draws.not_in_currency', { currency })
  return price
}

/** Tickets of a purchase that was made before. @throws AppError draws.other_order when the name was given to another one */
async function sameOrder(
  tx: BrandTransaction,
  accountId: number,
  { guid, game, draw, draws, lines, currency, priceMinor }: AskedPurchase,
  now: Date,
): Promise<readonly number[] | null> {
  const fingerprint = createHash('sha256')
    .update(canonicalJson([game, draw, draws, lines, currency, priceMinor]))
    .digest('hex')
  const made = await tx
    .insert('lottery_order', { account_id: accountId, guid, fingerprint, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('guid')
    .executeTakeFirst()
  if (made) return null
  const order = await tx
    .select('lottery_order')
    .select('fingerprint')
    .where('account_id', '=', accountId)
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  if (order.fingerprint !== fingerprint) throw new AppError('draws.other_order')
  const rows = await tx
    .select('lottery_ticket')
    .select('ticket_id')
    .where('account_id', '=', accountId)
    .where('guid', '=', guid)
    .orderBy('ticket_id')
    .execute()
  return rows.map(({ ticket_id }) => ticket_id)
}

/** The draws in a row from the one that is named, held against their closing until the end of the transaction.
 *  @throws AppError draws.draw_unknown, draws.sale_over, draws.too_many_draws */
async function openForSale(
  tx: BrandTransaction,
  { game, draw: drawId, draws: count }: AskedPurchase,
  now: Date,
): Promise<readonly DrawRow[]> {
  const named = await tx
    .select('lottery_draw')
    .select(['game_id', 'draws_at'])
    .where('draw_id', '=', storableId(drawId))
    .executeTakeFirst()
  if (named?.game_id !== game) throw new AppError('draws.draw_unknown')
  const rows = await tx
    .select('lottery_draw')
    .selectAll('lottery_draw')
    .where('game_id', '=', game)
    .where('draws_at', '>=', named.draws_at)
    .orderBy('draws_at')
    .limit(count)
    .forShare()
    .execute()
  if (!rows.every(({ state, closes_at }) => state === 'open' && closes_at > now)) throw new AppError('draws.sale_over')
  if (rows.length < count) throw new AppError('draws.too_many_draws')
  return rows
}

/** @throws AppError draws.too_many_lines, or what is wrong with a line, with its place */
function checkLines({ terms }: DrawRow, lines: readonly DrawLine[], { draws }: AskedPurchase): void {
  if (lines.length > terms.maxLines) throw new AppError('draws.too_many_lines', { count: terms.maxLines })
  if (draws > terms.drawsAhead) throw new AppError('draws.too_many_draws')
  for (const [place, line] of lines.entries()) {
    const fault = lineFault(terms, line)
    if (fault) throw new AppError(fault, { line: place + 1 })
  }
}

async function sell(
  tx: BrandTransaction,
  ports: DrawPorts,
  of: {
    readonly draw: DrawRow
    readonly lines: readonly DrawLine[]
    readonly priceMinor: number
    readonly ticketId: number
    readonly accountId: number
    readonly asked: Pick<AskedPurchase, 'guid' | 'currency'>
    readonly now: Date
  },
): Promise<void> {
  const { draw, lines, priceMinor, ticketId, accountId, asked, now } = of
  const { draw_id: drawId, game_id: gameId } = draw
  const { guid, currency } = asked
  const stake = { ticketId, accountId, currency, now, gameId, amountMinor: priceMinor }
  const funds = await takeTicketStake(tx, ports, stake)
  // Salted: who knows the leaves of a draw cannot find a player's numbers by trying.
  const salt = randomBytes(16).toString('hex')
  const receipt = canonicalJson({ boughtAt: now.toISOString(), currency, drawId, lines, priceMinor, salt, ticketId })
  await tx
    .insert('lottery_ticket', {
      ...{ ticket_id: ticketId, draw_id: drawId, account_id: accountId, guid, currency, lines: storableJson(lines) },
      ...{ price_minor: priceMinor, funds: storableJson(funds), receipt, leaf: leafOf(receipt) },
      ...{ state: 'open', bought_at: now },
    })
    .execute()
}
