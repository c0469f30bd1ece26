import { AppError } from '#calls/app-error.ts'
import type {
  DeskDraw,
  DeskDrawAnswer,
  DeskDrawBooks,
  DeskDrawCancelBody,
  DeskDrawQuery,
  DeskDrawsAnswer,
  DeskDrawsQuery,
} from '#schemas'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { type RoundRow, readRound } from '../../lotteries/bingo/bingo-rows.ts'
import { type DrawMoneyRow, type DrawRow, moneyOf, readDraw } from '../../lotteries/draws/draw-rows.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'

const MOST_DRAWS = 200

/** Draws of lotto and keno and rounds of bingo at the desk. Their numbers follow from seeds that were fixed before the sale, so nobody
 *  enters or corrects them; what can be done is to cancel them before. */
export function createDeskDraws(ports: Pick<DeskPorts, 'db' | 'lotteries'>, doAtDesk: DoAtDesk) {
  const { db, lotteries } = ports
  return {
    /** A page of draws: those ahead, the next first, or those that are over, the latest first. */
    listDraws: (brand: string, { kind, filter, page = 1 }: DeskDrawsQuery): Promise<DeskDrawsAnswer> =>
      forBrand(db, brand).transaction(async (tx) => {
        const part = { isOver: filter === 'over', most: MOST_DRAWS + 1, skip: (page - 1) * MOST_DRAWS }
        const draws = kind === 'draw' ? await drawsIn(tx, part) : await roundsIn(tx, part)
        return { draws: draws.slice(0, MOST_DRAWS), isMore: draws.length > MOST_DRAWS }
      }),

    /** A draw with its numbers and its money. @throws StudioFailure item.unknown */
    readDrawAt: (brand: string, { kind, item }: DeskDrawQuery): Promise<Omit<DeskDrawAnswer, 'mayAct'>> =>
      forBrand(db, brand)
        .transaction((tx) => (kind === 'draw' ? drawAt(tx, item) : roundAt(tx, item)))
        .catch(asDrawFailure),

    /** Cancels a draw; its tickets are paid back in the next rounds. @throws StudioFailure item.unknown, draw.over */
    cancelDrawAt: (desk: AtDesk, { kind, item, reason }: DeskDrawCancelBody): Promise<void> =>
      doAtDesk(desk, { act: `${kind}.cancelled`, details: { draw: item, reason } }, (tx) =>
        kind === 'draw'
          ? lotteries.cancelDraw(tx, { drawId: item, reason })
          : lotteries.cancelRound(tx, { roundId: item, reason }),
      ).catch(asDrawFailure),
  }
}

function asDrawFailure(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'draws.draw_unknown' || error.code === 'bingo.round_unknown')
    throw new StudioFailure('item.unknown')
  if (error.code === 'draws.draw_over') throw new StudioFailure('draw.over')
  throw error
}

interface DrawPart {
  readonly isOver: boolean
  readonly most: number
  readonly skip: number
}

const OVER = ['paid', 'cancelled'] as const

async function drawsIn(tx: BrandTransaction, { isOver, most, skip }: DrawPart): Promise<DeskDraw[]> {
  const rows = await tx
    .select('lottery_draw')
    .selectAll('lottery_draw')
    .where('state', isOver ? 'in' : 'not in', OVER)
    .orderBy('draws_at', isOver ? 'desc' : 'asc')
    .orderBy('draw_id', isOver ? 'desc' : 'asc')
    .limit(most)
    .offset(skip)
    .execute()
  return shownDraws(tx, rows)
}

/** Draws with what they have sold. It is kept when the sale ends; until then, and of a draw that was cancelled before, it is that of the tickets. */
async function shownDraws(tx: BrandTransaction, rows: readonly DrawRow[]): Promise<DeskDraw[]> {
  const ids = rows.map(({ draw_id }) => draw_id)
  const uncounted = rows.filter(({ root }) => root === null).map(({ draw_id }) => draw_id)
  const money = await moneyOf(tx, ids)
  const sold =
    uncounted.length === 0
      ? []
      : await tx
          .select('lottery_ticket')
          .select(({ fn }) => [
            ...['draw_id' as const, 'currency' as const, fn.sum<string>('price_minor').as('staked')],
            fn.countAll<string>().as('tickets'),
          ])
          .where('draw_id', 'in', uncounted)
          .groupBy(['draw_id', 'currency'])
          .execute()
  return rows.map((row) => {
    const own = sold.filter(({ draw_id }) => draw_id === row.draw_id)
    const moneyNow = money
      .filter(({ draw_id }) => draw_id === row.draw_id)
      .map((kept) => ({
        ...kept,
        staked_minor: Number(own.find(({ currency }) => currency === kept.currency)?.staked ?? kept.staked_minor),
      }))
    const tickets = own.reduce((sum, { tickets: count }) => sum + Number(count), 0)
    return shownDraw({ ...row, tickets: row.root === null ? tickets : row.tickets }, moneyNow)
  })
}

async function roundsIn(tx: BrandTransaction, { isOver, most, skip }: DrawPart): Promise<DeskDraw[]> {
  const rows = await tx
    .select('lottery_bingo_round')
    .selectAll('lottery_bingo_round')
    .where('state', isOver ? 'in' : 'not in', OVER)
    .orderBy('round_id', isOver ? 'desc' : 'asc')
    .limit(most)
    .offset(skip)
    .execute()
  return rows.map(shownRound)
}

function shownDraw(row: DrawRow, money: readonly DrawMoneyRow[]): DeskDraw {
  const { draw_id: item, game_id: game, terms, number, state, tickets, ...more } = row
  const staked = money.map(({ currency, exponent, staked_minor: stakedMinor }) => ({ currency, exponent, stakedMinor }))
  return {
    ...{ kind: 'draw', item, game, name: terms.name, number, state, tickets },
    ...{ staked, closesAt: more.closes_at.toISOString(), drawsAt: more.draws_at.toISOString() },
  }
}

function shownRound(row: RoundRow): DeskDraw {
  const { round_id: item, room_id: game, terms, number, state, currency, exponent, cards, ...more } = row
  return {
    ...{ kind: 'bingo', item, game, name: terms.name, number, state, tickets: cards },
    staked: [{ currency, exponent, stakedMinor: more.staked_minor }],
    ...(more.closes_at ? { closesAt: more.closes_at.toISOString() } : {}),
    ...(more.starts_at ? { drawsAt: more.starts_at.toISOString() } : {}),
  }
}

/** @throws AppError draws.draw_unknown */
async function drawAt(tx: BrandTransaction, drawId: number): Promise<Omit<DeskDrawAnswer, 'mayAct'>> {
  const row = await readDraw(tx, drawId)
  const { drawn, winners, reason, state } = row
  const money = await moneyOf(tx, [drawId])
  const [shown] = await shownDraws(tx, [row])
  const books = money.flatMap(({ currency, exponent, settlement, staked_minor: stakedMinor }) =>
    settlement ? [{ currency, exponent, ...booksOf({ ...settlement, stakedMinor }) }] : [],
  )
  return {
    ...{
      draw: shown ?? shownDraw(row, money),
      winners,
      books,
      canCancel: drawn === null && state !== 'cancelling' && state !== 'cancelled',
    },
    ...(drawn ? { numbers: [drawn.numbers, drawn.bonus, drawn.second].filter(isAny).map(inWords).join(' + ') } : {}),
    ...(reason ? { reason } : {}),
  }
}

/** What the numbers of a round come to is nobody's to know until they are called.
 *  @throws AppError bingo.round_unknown */
async function roundAt(tx: BrandTransaction, roundId: number): Promise<Omit<DeskDrawAnswer, 'mayAct'>> {
  const row = await readRound(tx, roundId)
  const { state, reason, currency, exponent, staked_minor: stakedMinor, jackpot_in_minor: jackpotIn } = row
  const outcome = state === 'paying' || state === 'paid' ? row.outcome : null
  const winners = new Set(outcome?.wins.flatMap(({ cards }) => cards.map(({ ticketId }) => ticketId)))
  return {
    ...{ draw: shownRound(row), winners: winners.size, canCancel: state === 'open' },
    books: outcome
      ? [{ currency, exponent, ...booksOf({ ...outcome, stakedMinor, jackpotInMinor: jackpotIn ?? 0 }) }]
      : [],
    ...(outcome ? { numbers: inWords(outcome.numbers) } : {}),
    ...(reason ? { reason } : {}),
  }
}

function isAny(numbers: readonly number[]): boolean {
  return numbers.length > 0
}

function inWords(numbers: readonly number[]): string {
  return numbers.join(' ')
}

function booksOf(of: {
  readonly stakedMinor: number
  readonly paidMinor: number
  readonly jackpotInMinor: number
  readonly jackpotOutMinor: number
  readonly breakageMinor: number
  readonly feeMinor: number
}): Omit<DeskDrawBooks, 'currency' | 'exponent'> {
  const { stakedMinor, paidMinor, breakageMinor, feeMinor } = of
  const carriedMinor = of.jackpotOutMinor - of.jackpotInMinor
  const isBalanced = paidMinor + carriedMinor + breakageMinor + feeMinor === stakedMinor
  return { stakedMinor, paidMinor, carriedMinor, breakageMinor, feeMinor, isBalanced }
}
