/** Bets at an even pace, of which no more are under way than there are players. */
import { randomUUID } from 'node:crypto'
import type { PlaceBetSelection } from '#schemas'
import { type Bettor, newBearer, newBettor, placeOnce, type ServerData, stormBet } from '../bench/loads/bettors.ts'

const PLAYERS = 5
const FUNDS_MINOR = 100_000_000
/** A service token is good for 15 minutes. */
const RENEWED_EVERY_MS = 600_000

/** The outcome of the bets so far. */
export interface SteadyBets {
  readonly count: () => { readonly accepted: number; readonly others: number }
  /** Sends no more. @throws what went wrong on the way */
  readonly stop: () => Promise<void>
}

/** Has players place single bets on outcomes in turn, one every so many milliseconds. */
export async function startBets(
  port: number,
  data: ServerData,
  { outcomes, everyMs }: { readonly outcomes: readonly PlaceBetSelection[]; readonly everyMs: number },
): Promise<SteadyBets> {
  let bettors: Bettor[] = []
  for (let player = 0; player < PLAYERS; player += 1) bettors.push(await newBettor(port, data, FUNDS_MINOR))
  const count = { accepted: 0, others: 0 }
  let [sent, renewedAt, isOver] = [0, Date.now(), false]
  let trouble: unknown
  const renew = async () => {
    renewedAt = Date.now()
    bettors = await Promise.all(
      bettors.map(async (bettor) => ({ ...bettor, bearer: await newBearer(port, bettor.cookie) })),
    )
  }
  const place = async () => {
    sent += 1
    const [bettor, outcome] = [bettors[sent % PLAYERS], outcomes[sent % outcomes.length]]
    if (!bettor || !outcome) throw new Error('there is nothing to bet on')
    const answer = await placeOnce(port, bettor, stormBet(randomUUID(), outcome))
    if (answer?.kind === 'accepted') count.accepted += 1
    else count.others += 1
  }
  const waiting = new Set<Promise<void>>()
  const timer = setInterval(() => {
    // A slow machine gets fewer bets and no queue of them, which would be what is measured.
    if (isOver || waiting.size >= PLAYERS) return
    const work = Date.now() - renewedAt > RENEWED_EVERY_MS ? renew() : place()
    const done = work
      .catch((error: unknown) => {
        trouble ??= error
      })
      .finally(() => waiting.delete(done))
    waiting.add(done)
  }, everyMs)
  return {
    count: () => ({ ...count }),
    async stop() {
      isOver = true
      clearInterval(timer)
      await Promise.all(waiting)
      if (trouble) throw trouble
    },
  }
}
