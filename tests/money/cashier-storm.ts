import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { MakeBetBody, PaymentCard, PaymentWay, PlaceBetSelection } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { ProviderEvent } from '#server/payments/payment-provider.ts'
import { signEvents } from '#server/payments/providers/signed-events.ts'
import { actOn } from '#server/payments/providers/simulated/simulated-acts.ts'
import { BENCH_BRAND } from '#tools/bench/loads/bench-brand.ts'
import {
  type Bettor,
  newBearer,
  openBeside,
  placeOnce,
  type ServerData,
  send,
  stormBet,
} from '#tools/bench/loads/bettors.ts'

/** Euros, and what a bet takes. */
const AMOUNT: Readonly<Record<PaymentWay, number>> = { deposit: 200, withdrawal: 100 }
export const STAKE_MINOR = 500
/** What players do at the page of the provider, one after the other. */
const ACTS = ['pay', 'pay_later', 'pay_less', 'pay', 'decline', 'pay_more'] as const

/** Events that are sent twice each, time after time. */
const EVENTS_AT_ONCE = 20

/** What the provider has to say of a deposit at its page: the same events as it sends by itself, and by the same names. */
function eventsOf(page: string, act: (typeof ACTS)[number], currency: string): ProviderEvent[] {
  const reference = new URL(page).pathname.split('/').at(-1) ?? ''
  const amountMinor = AMOUNT.deposit * 100
  const to = actOn({ direction: 'deposit', state: 'created', amountMinor, currency }, act)
  if (!to) throw new Error(`${act} is nothing that can be done to a new deposit`)
  const event = (name: string, { state, rawState, paidMinor, reason }: typeof to) => ({
    ...{ eventId: `${reference}:${name}`, at: new Date(), reference, state, rawState, currency },
    ...(paidMinor === undefined ? {} : { amountMinor: paidMinor }),
    ...(reason === 'declined' ? ({ reason } as const) : {}),
  })
  const arrived = { state: 'succeeded', rawState: 'paid', paidMinor: amountMinor } as const
  return [event(to.state, to), ...(act === 'pay_later' ? [event('arrived', arrived)] : [])]
}

/** What it still has to say, by its books. */
async function eventsIn(db: Parameters<typeof forBrand>[0]): Promise<ProviderEvent[]> {
  const rows = await forBrand(db, BENCH_BRAND).transaction((tx) =>
    tx.select('simulated_event').select('event').limit(EVENTS_AT_ONCE).execute(),
  )
  return rows.map(({ event }) => ({ ...event, at: new Date(event.at) }))
}

/** What a storm goes over. */
export interface StormWorld {
  /** The port of any of the processes. */
  readonly port: () => number
  readonly currency: string
  readonly selection: PlaceBetSelection
}

/** What players were told. */
export interface StormTold {
  /** Payments that have begun, by the names that their players gave them, with the account. */
  readonly begun: Map<string, number>
  /** Accepted bets by their names, with the account. */
  readonly bets: Map<string, number>
}

/** Players who deposit, withdraw and bet one after the other, and insist on an answer however often a process dies meanwhile. */
export function createStorm({ port, currency, selection }: StormWorld) {
  const told: StormTold = { begun: new Map(), bets: new Map() }
  /** What the provider has to say of what players did last at its page. */
  const said: ProviderEvent[] = []
  let isOver = false
  let acts = 0

  const insist = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    sent: { body?: object; form?: string },
  ) => {
    for (;;) {
      const answer = await send(port(), path, { method: 'POST', headers, ...sent }).catch(() => null)
      if (answer && answer.status < 500) return answer
      await delay(50)
    }
  }
  const pageOf = async (cookie: string, id: number): Promise<string | null> => {
    for (;;) {
      const path = `/web-api/payments/payment?payment_id=${id}`
      const answer = await send(port(), path, { headers: { cookie } }).catch(() => null)
      const { redirectUrl, state } = answer?.status === 200 ? (JSON.parse(answer.body) as PaymentCard) : {}
      if (redirectUrl) return redirectUrl
      // Killed before its provider heard of it, a deposit has never begun there: its provider says so three times.
      if (state === 'failed') return null
      await delay(200)
    }
  }
  const pay = async ({ cookie, accountId }: Bettor, direction: PaymentWay) => {
    const wish = { guid: randomUUID(), methodId: 'card', currency, amount: AMOUNT[direction], fields: {} }
    const answer = await insist(`/web-api/payments/${direction}`, { cookie }, { body: wish })
    if (answer.status !== 200) throw new Error(`the payment was answered with ${answer.status}: ${answer.body}`)
    const { id, redirectUrl } = JSON.parse(answer.body) as PaymentCard
    told.begun.set(wish.guid, accountId)
    // A page that the provider was silent about is found by its player once it has been asked.
    const page = direction === 'deposit' ? (redirectUrl ?? (await pageOf(cookie, id))) : null
    const act = ACTS[acts++ % ACTS.length] ?? 'pay'
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    if (!page) return
    await insist(new URL(page).pathname, form, { form: `act=${act}` })
    said.push(...eventsOf(page, act, currency))
    if (said.length > EVENTS_AT_ONCE) said.splice(0, said.length - EVENTS_AT_ONCE)
  }
  const bet = async (bettor: Bettor) => {
    const body: MakeBetBody = stormBet(randomUUID(), selection)
    let { bearer } = bettor
    for (;;) {
      const answer = await placeOnce(port(), { ...bettor, bearer }, body).catch(async (error: Error) => {
        if (!error.message.includes('answered with 401')) throw error
        bearer = await newBearer(port(), bettor.cookie).catch(() => bearer)
        return null
      })
      if (answer?.kind === 'accepted') return void told.bets.set(body.betGuid, bettor.accountId)
      // Held for too long while its process was away, a stake is given back, and there is no bet.
      if (answer?.kind === 'rejected' && answer.reason === 'bet.expired') return
      if (answer && answer.kind !== 'pending') throw new Error(`the bet was not accepted: ${JSON.stringify(answer)}`)
      await delay(50)
    }
  }
  return {
    told,
    /** What a player does until the storm is over. */
    payments: async (player: Bettor) => {
      while (!isOver) {
        await pay(player, 'deposit')
        await pay(player, 'withdrawal')
      }
    },
    bets: async (player: Bettor) => {
      while (!isOver) await bet(player)
    },
    /** Sends what the provider has to say before its time, in any order and twice, until the storm is over.
     *  @param beside where its books lie, of withdrawals too; left out, only what players did at its page is known */
    webhooks: async (secretKey: Uint8Array, beside?: ServerData) => {
      const secret = createHmac('sha256', secretKey).update(`livery simulated provider ${BENCH_BRAND}`).digest('hex')
      const books = beside ? await openBeside(beside) : null
      let sent = 0
      while (!isOver) {
        const kept = books ? await eventsIn(books.db) : []
        const events = [...said, ...kept, ...said, ...kept].toSorted(() => Math.random() - 0.5)
        await Promise.all(
          events.map(async (event) => {
            const { headers, body } = signEvents([event], { id: `storm-${++sent}`, secret, now: new Date() })
            const form = new TextDecoder().decode(body)
            const path = '/web-api/payments/webhook/simulated'
            await send(port(), path, { method: 'POST', headers, form }).catch(() => undefined)
          }),
        )
        await delay(100)
      }
      await books?.close()
      return sent
    },
    end: () => {
      isOver = true
    },
  }
}
