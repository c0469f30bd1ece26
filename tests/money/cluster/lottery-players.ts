import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type {
  BingoRoomAnswer,
  BingoTicket,
  BingoTicketsAnswer,
  DrawBoughtAnswer,
  DrawGameAnswer,
  DrawTicketsAnswer,
} from '#schemas'
import type { Bettor } from '#tools/bench/loads/bettors.ts'
import type { Recorder } from './act-recorder.ts'
import type { Caller } from './insistent-caller.ts'

const AT = '/web-api/lotteries'
/** What is drawn every minute, and the room whose rounds are short. */
export const DRAW_GAME = 'keno-10-40'
export const BINGO_ROOM = 'arcade-75'
/** Between two purchases of a player, ms. */
const PAUSE_MS = 250
const CARDS_PAUSE_MS = 1000
const NUMBERS = 40

interface Tickets {
  readonly tickets: readonly { readonly ticketId: number; readonly state: string; readonly payoutMinor: number }[]
  readonly pages: number
}

/** Players who buy tickets of draws and cards of bingo, and insist on an answer. */
export function createLotteryPlayers(caller: Caller, recorder: Recorder) {
  const { acts, note, now, isOver } = recorder
  const { insist, read } = caller
  /** Names of purchases. */
  const names = new Set<string>()

  /** Asks for a purchase. @returns null when it was refused */
  const buy = async <Told>({ cookie }: Bettor, path: string, body: object): Promise<Told | null> => {
    const answer = await insist(path, { method: 'POST', headers: { cookie }, body })
    return answer.status === 200 ? (JSON.parse(answer.body) as Told) : null
  }
  const buyTicket = async (player: Bettor) => {
    const { game, draws } = await read<DrawGameAnswer>(player, `${AT}/game?game=${DRAW_GAME}`)
    const [next] = draws
    if (!next) return
    const { priceMinor, currency } = game
    const lines = [{ numbers: [1 + (names.size % NUMBERS)], second: [] }]
    const body = { guid: randomUUID(), game: DRAW_GAME, draw: next.drawId, draws: 1, lines, currency, priceMinor }
    const of = { name: body.guid, player: player.accountId, askedAt: now(), minor: -priceMinor }
    const ids = (await buy<DrawBoughtAnswer>(player, `${AT}/tickets`, body))?.tickets.map(({ ticketId }) => ticketId)
    names.add(body.guid)
    note('ticket', { ...of, ids: ids ?? [] }, ids ? 'done' : 'refused')
  }
  const buyCards = async (player: Bettor) => {
    const { view } = await read<BingoRoomAnswer>(player, `${AT}/bingo/room?room=${BINGO_ROOM}`)
    if (view.state !== 'open') return
    const body = { guid: randomUUID(), room: BINGO_ROOM, round: view.roundId, cards: 1, priceMinor: view.priceMinor }
    const of = { name: body.guid, player: player.accountId, askedAt: now(), minor: -view.priceMinor }
    const ticket = await buy<BingoTicket>(player, `${AT}/bingo/cards`, body)
    names.add(body.guid)
    note('card', { ...of, ids: ticket ? [ticket.ticketId] : [] }, ticket ? 'done' : 'refused')
  }
  const all = async <Answer extends Tickets>(player: Bettor, path: string) => {
    const found: Tickets['tickets'][number][] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await read<Answer>(player, `${path}?page=${page}`)
      found.push(...answer.tickets)
      pages = answer.pages
    }
    return found
  }
  return {
    play: (player: Bettor): Promise<void>[] => [
      (async () => {
        while (!isOver()) {
          await buyTicket(player)
          await delay(PAUSE_MS)
        }
      })(),
      (async () => {
        while (!isOver()) {
          await buyCards(player)
          await delay(CARDS_PAUSE_MS)
        }
      })(),
    ],

    /** Adds to each act what the player was told the ticket paid. */
    async askPayouts(player: Bettor): Promise<void> {
      const told = [
        ...(await all<DrawTicketsAnswer>(player, `${AT}/tickets`)),
        ...(await all<BingoTicketsAnswer>(player, `${AT}/bingo/tickets`)),
      ]
      const payouts = new Map(told.map(({ ticketId, payoutMinor }) => [ticketId, payoutMinor]))
      for (const [at, act] of acts.entries()) {
        if (act.player !== player.accountId || act.outcome !== 'done') continue
        const paidMinor = names.has(act.name) ? payouts.get(act.ids[0] ?? 0) : undefined
        if (paidMinor !== undefined) acts[at] = { ...act, paidMinor }
      }
    },
  }
}
