import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type {
  BalanceAnswer,
  CasinoRound,
  GameAct,
  LaunchedGame,
  PaymentCard,
  PlaceBetAnswer,
  PlaceBetSelection,
  TableView,
} from '#schemas'
import { BENCH_HOST } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBearer, stormBet } from '#tools/bench/loads/bettors.ts'
import type { Recorder } from './act-recorder.ts'
import type { Act } from './history-checker.ts'
import { AGAIN_MS, type Caller } from './insistent-caller.ts'

export const STAKE_MINOR = 500
export const DEPOSIT = 200
const WITHDRAWAL = 100
export const MINOR = 100
const MAKE_BET = '/web-api/LiveBet/Secure/MakeBetWeb'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** What players play with. */
export interface PlayersWorld {
  /** Port of the proxy. */
  readonly port: number
  readonly currency: string
  readonly selection: PlaceBetSelection
  readonly caller: Caller
  readonly recorder: Recorder
}

/** Players who insist on an answer, whatever dies meanwhile, and keep a record of what they asked for and were answered. */
export function createPlayers({ port, currency, selection, caller, recorder }: PlayersWorld) {
  const { acts, readings, note, now, isOver } = recorder
  const { ask, insist, post } = caller

  const bearers = new Map<number, string>()
  /** Asks for a bet until it is decided. */
  const decided = async (bettor: Bettor, body: ReturnType<typeof stormBet>): Promise<PlaceBetAnswer> => {
    for (;;) {
      const bearer = bearers.get(bettor.accountId) ?? bettor.bearer
      const answer = await insist(MAKE_BET, { method: 'POST', headers: { authorization: `Bearer ${bearer}` }, body })
      const told = answer.status === 200 ? (JSON.parse(answer.body) as PlaceBetAnswer) : null
      if (told && told.kind !== 'pending') return told
      if (!told && answer.status !== 401) throw new Error(`the bet was answered with ${answer.status}: ${answer.body}`)
      const renewed = told ? null : await newBearer(port, bettor.cookie).catch(() => null)
      if (renewed) bearers.set(bettor.accountId, renewed)
      await delay(AGAIN_MS)
    }
  }
  const bet = async (bettor: Bettor) => {
    const body = stormBet(randomUUID(), selection)
    const of = { name: body.betGuid, player: bettor.accountId, askedAt: now(), minor: -STAKE_MINOR }
    const answer = await decided(bettor, body)
    if (answer.kind === 'accepted') return note('bet', { ...of, ids: [answer.betId] }, 'done')
    // Held for too long while its process was away, a stake is given back, and there is no bet.
    if (answer.kind === 'rejected' && answer.reason === 'bet.expired') return note('bet', { ...of, ids: [] }, 'refused')
    throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
  }
  const read = async ({ accountId, cookie }: Bettor) => {
    const askedAt = now()
    const answer = await ask('/web-api/user/balance', { method: 'POST', headers: { cookie } })
    if (!answer) return
    const { accounts } = JSON.parse(answer.body) as BalanceAnswer
    readings.push({
      player: accountId,
      askedAt,
      answeredAt: now(),
      balanceMinor: accounts[0]?.balanceMinor ?? Number.NaN,
    })
  }
  /** Pays at the provider's page what was begun, and waits for what comes of it. */
  const paid = async ({ cookie }: Bettor, id: number): Promise<Act['outcome']> => {
    let isPaid = false
    for (;;) {
      const answer = await insist(`/web-api/payments/payment?payment_id=${id}`, { headers: { cookie } })
      const { state, redirectUrl } = JSON.parse(answer.body) as PaymentCard
      if (state === 'succeeded') return 'done'
      if (state === 'failed') return 'refused'
      if (redirectUrl && !isPaid) {
        await insist(new URL(redirectUrl).pathname, { method: 'POST', headers: FORM, form: 'act=pay' })
        isPaid = true
      }
      await delay(2 * AGAIN_MS)
    }
  }
  /** @returns what it was refused with; null when it has begun */
  const deposit = async (player: Bettor): Promise<string | null> => {
    const wish = { guid: randomUUID(), methodId: 'card', currency, amount: DEPOSIT, fields: {} }
    const of = { name: wish.guid, player: player.accountId, askedAt: now(), minor: DEPOSIT * MINOR }
    const { cookie } = player
    const answer = await insist('/web-api/payments/deposit', { method: 'POST', headers: { cookie }, body: wish })
    if (answer.status !== 200) {
      note('deposit', { ...of, ids: [] }, 'refused')
      return answer.body
    }
    const { id } = JSON.parse(answer.body) as PaymentCard
    const outcome = await paid(player, id)
    note('deposit', { ...of, ids: outcome === 'done' ? [id] : [] }, outcome)
    return null
  }
  const depositAll = async (player: Bettor) => {
    const refusal = await deposit(player)
    if (refusal !== null) throw new Error(`a deposit was refused: ${refusal}`)
  }
  const withdraw = async (player: Bettor) => {
    const wish = { guid: randomUUID(), methodId: 'card', currency, amount: WITHDRAWAL, fields: {} }
    const of = { name: wish.guid, player: player.accountId, askedAt: now(), minor: -WITHDRAWAL * MINOR }
    const { id } = await post<PaymentCard>(player, '/web-api/payments/withdrawal', wish)
    note('withdrawal', { ...of, ids: [id] }, 'done')
  }
  const launch = (player: Bettor, gameId: string) =>
    post<LaunchedGame>(player, '/web-api/casino/launch', { gameId, mode: 'real', device: 'desktop' })
  const playMines = async (player: Bettor, { sessionId, chipsMinor, minimumMinor }: LaunchedGame) => {
    const amountMinor = chipsMinor[0] ?? minimumMinor
    const guid = randomUUID()
    const of = { name: guid, player: player.accountId, askedAt: now(), minor: -amountMinor }
    const asked = { sessionId, guid, stakes: [{ on: 'main', amountMinor }], choice: { kind: 'mines', mines: 5 } }
    let round = await post<CasinoRound>(player, '/web-api/casino/play', asked)
    const ids = [round.roundId]
    const steps: readonly GameAct[] = [{ kind: 'reveal', cell: acts.length % 25 }, { kind: 'cash_out' }]
    for (const act of steps) {
      if (round.state !== 'open') break
      const { roundId, step } = round
      round = await post<CasinoRound>(player, '/web-api/casino/act', { sessionId, roundId, step, act })
      ids.push(round.roundId)
    }
    note('round', { ...of, ids, paidMinor: round.payoutMinor }, 'done')
  }
  const stakeAtTable = async (player: Bettor, { sessionId, minimumMinor: amountMinor }: LaunchedGame, last: number) => {
    const view = await insist('/web-api/casino/table?game=crash', { headers: {} })
    const { phase, roundId } = JSON.parse(view.body) as TableView
    if (phase !== 'betting' || roundId === last) {
      await delay(200)
      return last
    }
    const guid = randomUUID()
    const of = { name: guid, player: player.accountId, askedAt: now(), minor: -amountMinor }
    const body = { sessionId, roundId, guid, stakes: [{ on: 'first', amountMinor, targetE2: 120 }] }
    const { cookie } = player
    const { status } = await insist('/web-api/casino/table/bet', { method: 'POST', headers: { cookie }, body })
    note('seat', { ...of, ids: status === 200 ? [roundId] : [] }, status === 200 ? 'done' : 'refused')
    return roundId
  }
  return {
    deposit,
    /** What each player does until it is over, in lanes beside each other. */
    play: (player: Bettor): Promise<void>[] => [
      (async () => {
        while (!isOver()) {
          await bet(player)
          await read(player)
        }
      })(),
      (async () => {
        while (!isOver()) {
          await depositAll(player)
          await withdraw(player)
        }
      })(),
      (async () => {
        const game = await launch(player, 'mines')
        while (!isOver()) {
          await playMines(player, game)
          await read(player)
        }
      })(),
      (async () => {
        const table = await launch(player, 'crash')
        for (let last = 0; !isOver(); ) last = await stakeAtTable(player, table, last)
      })(),
    ],
    /** Asks for bets once more under their names: each is answered as it was. */
    async askAgain(bettor: Bettor, most: number) {
      const isBet = (act: Act) =>
        act.player === bettor.accountId && act.minor === -STAKE_MINOR && act.outcome === 'done'
      for (const [at, act] of acts.entries()) {
        if (!isBet(act) || at % Math.ceil(acts.length / most) !== 0) continue
        const answer = await decided(bettor, stormBet(act.name, selection))
        acts[at] = { ...act, ids: [...act.ids, answer.kind === 'accepted' ? answer.betId : 0] }
      }
    },
  }
}

/** Watches the table of a game through the proxy, and again whenever the connection is lost: it is played while somebody does.
 *  @returns what ends it */
export function watchTable(port: number, game: string): () => void {
  let socket: WebSocket | null = null
  let isOver = false
  const open = () => {
    if (isOver) return
    const headers = { host: BENCH_HOST }
    socket = new WebSocket(`ws://127.0.0.1:${port}/ws/casino-table?game=${game}`, {
      headers,
      origin: `http://${BENCH_HOST}`,
    })
    socket.on('error', () => undefined).on('close', () => setTimeout(open, 300))
  }
  open()
  return () => {
    isOver = true
    socket?.terminate()
  }
}
