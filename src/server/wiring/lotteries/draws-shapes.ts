import { randomnessOf } from '#machines/lotteries/fairness/drand.rules.ts'
import { prizeChance, returnOf } from '#machines/odds/draw-odds.rules.ts'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import { toExactText } from '#machines/odds/rational.rules.ts'
import type {
  DrawBeacon,
  DrawCard,
  DrawGame,
  DrawGameAnswer,
  DrawMoment,
  DrawMoneyIn,
  DrawPrizeShown,
  DrawProof,
  DrawReceipt,
  DrawResult,
  DrawTicket,
} from '#schemas'
import type { DrawState } from '#server/db/tables/draw-tables.ts'
import type { DrawMoneyRow, DrawRow, DrawWithMoney } from '#server/lotteries/draws/draw-rows.ts'
import type { Draws, GameNow, TicketOfDraw } from '#server/lotteries/draws/draws.service.ts'

/** A draw that is sold. */
export function momentShape({ draw_id, number, closes_at, draws_at, server_seed }: DrawRow): DrawMoment {
  return {
    ...{ drawId: draw_id, number, closesAt: closes_at.toISOString(), drawsAt: draws_at.toISOString() },
    commitment: commitmentOf(server_seed),
  }
}

/** A draw with what it has come to, in one currency. */
export function resultShape({ draw, money }: DrawWithMoney): DrawResult {
  const { draw_id, number, draws_at, drawn } = draw
  const { settlement, winners = 0 } = money ?? {}
  return {
    ...{ drawId: draw_id, number, state: stateShape(draw.state), drawsAt: draws_at.toISOString(), winners },
    ...drawnShape(drawn),
    paidMinor: settlement?.paidMinor ?? 0,
  }
}

function drawnShape(drawn: DrawRow['drawn']) {
  const { numbers = [], bonus = [], second = [] } = drawn ?? {}
  return { numbers: [...numbers], bonus: [...bonus], second: [...second] }
}

function stateShape(state: DrawState): DrawResult['state'] {
  if (state === 'paying') return 'drawn'
  return state === 'cancelling' ? 'cancelled' : state
}

/** A game, as the lobby shows it. */
export function cardShape({ id, game, currency, exponent, priceMinor, jackpotMinor, next, last }: GameNow): DrawCard {
  const { name, kind, pool, drawn, picksLeast, picksMost, secondPool, secondDrawn, hasBonusBall } = game
  return {
    ...{ id, name, kind, currency, exponent, priceMinor, jackpotMinor },
    ...{ pool, drawn, picksLeast, picksMost, secondPool, secondDrawn, hasBonusBall },
    mostPaidE2: Math.max(...Object.values(game.prizes).map(({ timesE2 }) => timesE2)),
    ...(next ? { next: momentShape(next) } : {}),
    ...(last ? { last: resultShape(last) } : {}),
  }
}

/** A game with its draws, its results, and its prizes with their chances. */
export function gameShape(found: Awaited<ReturnType<Draws['game']>>, now: Date): DrawGameAnswer {
  const { card, draws, results, pages } = found
  return {
    ...{ now: now.toISOString(), game: cardShape(card), maxLines: card.game.maxLines, pages },
    ...{ draws: draws.map(momentShape), results: results.map(resultShape) },
    ...{ prizes: prizesShape(card.game), returns: returnsShape(card.game) },
  }
}

function prizesShape(game: DrawGame): DrawPrizeShown[] {
  return Object.entries(game.prizes)
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([id, prize]) => {
      const { picks, hits, secondHits, needsBonus, timesE2, sharePpm, isJackpot } = prize
      const { numerator, denominator } = prizeChance(game, prize)
      const shown = { id, picks, hits, secondHits, needsBonus, timesE2, sharePpm, isJackpot }
      return { ...shown, chance: `${numerator}/${denominator}` }
    })
}

function returnsShape(game: DrawGame): DrawGameAnswer['returns'] {
  return Array.from({ length: game.picksMost - game.picksLeast + 1 }, (_, place) => {
    const picks = game.picksLeast + place
    const share = returnOf(game, picks)
    const percent = Number((share.numerator * 10_000n) / share.denominator) / 100
    return { picks, exact: toExactText(share), percent }
  })
}

/** A ticket with its draw. */
export function ticketShape({ ticket, draw, money }: TicketOfDraw): DrawTicket {
  const { ticket_id, draw_id, lines, hits, price_minor, payout_minor, bought_at, state } = ticket
  return {
    ...{ ticketId: ticket_id, drawId: draw_id, game: draw.game_id, kind: draw.terms.kind },
    ...{ name: draw.terms.name, number: draw.number },
    ...{ state: state === 'judged' ? 'won' : state, lines: [...lines], hits: [...(hits ?? [])] },
    ...{ priceMinor: price_minor, payoutMinor: payout_minor, currency: ticket.currency, exponent: money.exponent },
    ...{ boughtAt: bought_at.toISOString(), drawsAt: draw.draws_at.toISOString() },
    ...drawnShape(draw.drawn),
  }
}

/** The receipt of a ticket. */
export function receiptShape({ index, path, ...of }: Awaited<ReturnType<Draws['receipt']>>): DrawReceipt {
  const { ticket, draw } = of
  return {
    ...{ ticket: ticketShape(of), text: ticket.receipt, leaf: ticket.leaf, index, path: [...path] },
    ...(draw.root === null ? {} : { root: draw.root }),
  }
}

/** The proof of a draw: its secrets are shown once its numbers are drawn, never before. */
export function proofShape({ draw, money, leaves }: Awaited<ReturnType<Draws['proof']>>): DrawProof {
  const own = money.find(({ currency }) => currency === draw.currency)
  const others = money.filter(({ currency, settlement }) => currency !== draw.currency && settlement !== null)
  const { drawn, root, server_seed: serverSeed, second_seed: secondSeed } = draw
  return {
    ...{
      result: resultShape({ draw, money: own }),
      game: draw.game_id,
      name: draw.terms.name,
      currency: draw.currency,
    },
    ...{
      exponent: draw.exponent,
      terms: draw.terms,
      rulesHash: draw.terms_hash,
      tickets: draw.tickets,
      leaves: [...leaves],
    },
    ...{ closesAt: draw.closes_at.toISOString(), commitment: commitmentOf(serverSeed) },
    secondCommitment: commitmentOf(secondSeed),
    ...(drawn === null ? {} : { serverSeed, secondSeed }),
    ...(draw.beacon_round === null ? {} : { beacon: beaconShape(draw.beacon_round, draw.beacon) }),
    ...(root === null ? {} : { root }),
    ...(own?.settlement ? { money: moneyShape(own.staked_minor, own.settlement) } : {}),
    ...(others.length === 0 ? {} : { moneyElsewhere: others.flatMap(moneyInShape) }),
  }
}

function beaconShape(round: number, beacon: DrawRow['beacon']): DrawBeacon {
  if (beacon === null) return { round, outcome: 'waiting' }
  const { outcome, signature } = beacon
  return signature === undefined
    ? { round, outcome }
    : { round, outcome, signature, randomness: randomnessOf(signature) }
}

function moneyInShape({ currency, exponent, staked_minor: stakedMinor, settlement }: DrawMoneyRow): DrawMoneyIn[] {
  return settlement ? [{ currency, exponent, money: moneyShape(stakedMinor, settlement) }] : []
}

function moneyShape(
  stakedMinor: number,
  settlement: NonNullable<DrawMoneyRow['settlement']>,
): NonNullable<DrawProof['money']> {
  const { jackpotInMinor, paidMinor, jackpotOutMinor, breakageMinor, feeMinor } = settlement
  return { stakedMinor, jackpotInMinor, paidMinor, jackpotOutMinor, breakageMinor, feeMinor }
}
