import { countRound, lossOutcome } from '#machines/promo/awards/loss-task.rules.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { causeNow } from '../awards/campaign-period.ts'
import { lossRounds, lossTaskOf, lossTickets, playedTicket } from '../awards/loss-rounds.ts'
import type { GameFacts, PromoSections } from '../promo-ports.ts'
import { MOST_ROWS, type Occasion } from './preview-occasions.ts'

/** A time of a player in which rounds count. */
interface PlayedTime {
  readonly accountId: number
  readonly currency: string
  readonly since: Date
  netMinor: number
  at: Date
}

/** What the rounds of each player would have been given something for: by the day, week or month, or in times as long as the bonus holds,
 *  from the first round on. */
export async function lossOccasions(
  tx: BrandTransaction,
  terms: Campaign,
  of: {
    readonly global: PromoSections['global']
    readonly games: GameFacts
    readonly since: Date
    readonly now: Date
  },
): Promise<Occasion[]> {
  const { global, games, since, now } = of
  const rows = await lossRounds(tx, { since, until: now })
    .where('casino_round.account_id', 'is not', null)
    .where('casino_round.state', '<>', 'open')
    .orderBy('casino_round.opened_at')
    .limit(MOST_ROWS)
    .execute()
  const products = new Map<string, string | undefined>()
  for (const id of new Set(rows.map(({ game_id }) => game_id))) products.set(id, await games.productOf(tx, id))
  const times = new Map<string, PlayedTime>()
  for (const row of rows) {
    const { account_id: accountId, currency, game_id: gameId, state, lossMinor, opened_at: at } = row
    const task = global.currencies[currency] && lossTaskOf({ terms, currency }, { global })
    if (!task || accountId === null) continue
    const { countedMinor } = countRound(task, {
      ...{ gameId, product: products.get(gameId), state, lossMinor, isOwnMoney: !row.hasOther },
      hasOpposite: row.stakes !== null && games.areOpposite(row.stakes, row.settings),
    })
    const time = timeOf(times, { terms, accountId, currency, at, global })
    time.netMinor += countedMinor
    time.at = at
  }
  const tickets = terms.trigger.losses?.products.includes('lottery')
    ? await lossTickets(tx, null, { since, until: now })
    : []
  for (const ticket of tickets.toSorted((one, other) => one.begun_at.getTime() - other.begun_at.getTime())) {
    const { account_id: accountId, currency, state, begun_at: at } = ticket
    const task = global.currencies[currency] && lossTaskOf({ terms, currency }, { global })
    if (!task || state === 'open') continue
    const time = timeOf(times, { terms, accountId, currency, at, global })
    time.netMinor += countRound(task, playedTicket(ticket)).countedMinor
    if (at > time.at) time.at = at
  }
  return [...times.values()]
    .flatMap(({ accountId, currency, netMinor, at }): Occasion[] => {
      const task = lossTaskOf({ terms, currency }, { global })
      const outcome = task && lossOutcome(task, netMinor)
      return outcome?.kind === 'earned' ? [{ accountId, currency, at, amountMinor: outcome.baseMinor }] : []
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** The time of a player that a round belongs to. */
function timeOf(
  times: Map<string, PlayedTime>,
  of: {
    readonly terms: Campaign
    readonly accountId: number
    readonly currency: string
    readonly at: Date
    readonly global: PromoSections['global']
  },
): PlayedTime {
  const { terms, accountId, currency, at, global } = of
  const key = `${accountId} ${currency} ${causeNow(terms.trigger, at, { global })}`
  const known = times.get(key)
  // Without a calendar it is had once: what comes after its time counts no more.
  if (known && (terms.trigger.every || at.getTime() < known.since.getTime() + terms.lifeMs)) return known
  const time = { accountId, currency, since: at, at, netMinor: 0 }
  if (!known) times.set(key, time)
  return time
}
