import type { Bingo } from '#server/lotteries/bingo/bingo.service.ts'
import type { createTestDraws } from '#server/lotteries/draws/draws.test-support.ts'
import type { Scratch } from '#server/lotteries/scratch/scratch.service.ts'
import type { createTotoScene } from '#server/lotteries/toto/toto.test-support.ts'

/** All lotteries of a brand, with players who have an account in one of two currencies. */
export interface YearScene {
  readonly brandId: string
  readonly at: ReturnType<typeof createTestDraws>
  readonly toto: ReturnType<typeof createTotoScene>
  readonly bingo: Bingo
  readonly scratch: Scratch
  readonly players: readonly { readonly brandId: string; readonly accountId: number; readonly currency: string }[]
  /** Numbers from 0 to below 1, the same in every run. */
  readonly random: () => number
  readonly drawGames: readonly string[]
}

const SPORTS = [1, 2, 3, 66, 85, 4001]
const HOUR_MS = 3_600_000
/** Longer than any round of bingo lasts. */
const ROUND_MS = 600_000

/** A day: tickets of a draw game, a round of bingo in each currency, scratch cards; now and then a draw is cancelled. */
export async function playDay(year: YearScene, day: number): Promise<void> {
  const { at, bingo, brandId } = year
  await Promise.all([at.keep(), day === 0 && bingo.keep(brandId)])
  await Promise.all([buyTickets(year, day), scratchCards(year, day), buyBingo(year, day)])
  for (let step = 0; step < 2; step += 1) {
    at.wait(ROUND_MS)
    await bingo.keep(brandId)
  }
}

function below({ random }: YearScene, most: number): number {
  return Math.floor(random() * most)
}

async function buyTickets(year: YearScene, day: number): Promise<void> {
  const { at, players, drawGames, brandId } = year
  const id = drawGames[day % drawGames.length] ?? ''
  const draw = (await at.draws.game(brandId, id)).draws[0]?.draw_id ?? 0
  const bought = Array.from({ length: 4 }, (_, ticket) => {
    const { accountId, currency } = players[(day + ticket * 5) % players.length] ?? { accountId: 0, currency: '' }
    const lines = Array.from({ length: 1 + below(year, 3) }, () => at.line(id))
    return at.buy(accountId, id, lines, { draw, currency, priceMinor: at.priceOf(id, currency) * lines.length })
  })
  await Promise.all(bought)
  if (day % 50 !== 13) return
  const [next] = (await at.draws.game(brandId, id)).draws
  if (next) await at.door.transaction((tx) => at.draws.cancel(tx, { drawId: next.draw_id, reason: 'The drum.' }))
}

async function buyBingo(year: YearScene, day: number): Promise<void> {
  const { at, bingo, brandId, players } = year
  const rooms = Object.keys(at.sections.lotteries.bingo)
  const room = rooms[day % rooms.length] ?? ''
  const bought = [players[day % 2], players[2], players[3 + (day % 6)]].map(async (player) => {
    if (!player) return
    const cards = 1 + below(year, 4)
    const { round } = await bingo.room(brandId, room, player.currency)
    const asked = { guid: crypto.randomUUID(), room, round: round.round_id, cards }
    await bingo.buy(player, { ...asked, priceMinor: cards * round.price_minor })
  })
  await Promise.all(bought)
}

async function scratchCards(year: YearScene, day: number): Promise<void> {
  const { scratch, brandId, players } = year
  for (const player of [players[day % 2], players[2]]) {
    if (!player) continue
    const offers = await scratch.lobby(brandId, player.currency)
    const offer = offers[day % offers.length]
    if (!offer) continue
    const { deck_id: deck, price_minor: priceMinor } = offer.deck
    const { card } = await scratch.buy(player, { guid: crypto.randomUUID(), game: offer.id, deck, priceMinor })
    // What is left is scratched by itself.
    if (below(year, 3) > 0) await scratch.reveal(player, card.ticket_id)
  }
  await scratch.keep(brandId)
}

/** A draw of each type of toto, from its sale to its payment; some games are void. */
export async function playToto(year: YearScene): Promise<void> {
  const { toto, brandId, players, random } = year
  const games = SPORTS.flatMap((sportId) => toto.addGames(sportId === 1 ? 15 : 9, { sportId, inHours: 1 }))
  await toto.toto.work(brandId)
  const { draws } = await toto.toto.draws(brandId, { drawStatus: 'open' })
  for (const { drawId } of draws) {
    const { labels, terms } = await toto.toto.draw(brandId, drawId)
    for (const player of players.filter(({ currency }) => currency === 'EUR').slice(0, 4)) {
      const marks = Array.from({ length: terms.events }, () => [below(year, labels.length)])
      await toto.toto.buy(player, { guid: toto.newGuid(), drawId, marks, unitsPerLine: 1 })
    }
  }
  toto.wait(HOUR_MS)
  await toto.toto.work(brandId)
  for (const gameId of games) toto.end(gameId, random() < 0.06 ? null : { home: below(year, 4), away: below(year, 4) })
  await toto.toto.work(brandId)
}
