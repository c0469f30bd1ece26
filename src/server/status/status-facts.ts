import type { BrandTransaction } from '#server/db/for-brand.ts'
import { PRODUCER_SILENT_MS } from '#server/feed/stream/channel-writer.ts'

/** What a brand's rows say of how its parts work. */
export interface StatusFacts {
  /** Whether each producer that has games on which bets are taken is heard. */
  readonly producers: readonly boolean[]
  /** Bets that should have been decided a while ago, and are not. */
  readonly lateBets: number
  /** Messages that are overdue, or were refused several times. */
  readonly lateMessages: number
  /** Payments of late, and how many of them their provider has said nothing about. */
  readonly payments: Readonly<Record<'deposit' | 'withdrawal', { readonly all: number; readonly silent: number }>>
  /** Providers of games that an operator has stopped. */
  readonly stopped: ReadonlySet<string>
}

/** How long something may wait before players notice, ms. */
const LATE_MS = 60_000
/** How long payments are looked back at, ms. */
const LOOKED_BACK_MS = 15 * 60_000
/** The status of a game on which bets are taken (TABLE-1). */
const TAKES_BETS = 1
/** A message that was refused so often has a carrier that does not work. */
const REFUSED_OFTEN = 3

/** Reads what a brand's rows say of how its parts work. */
export async function readStatusFacts(tx: BrandTransaction, now: Date): Promise<StatusFacts> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const producers = await tx.feed
    .selectFrom('feed.producer as producer')
    .select(['producer.is_up as isUp', 'producer.heard_at as heardAt'])
    .where((is) =>
      is.exists(
        is
          .selectFrom('feed.game as game')
          .select('game.game_id')
          .whereRef('game.producer', '=', 'producer.producer')
          .where('game.status', '=', TAKES_BETS)
          .limit(1),
      ),
    )
    .execute()
  const bets = await tx
    .select('bet_reservation')
    .select((is) => is.fn.countAll().as('count'))
    .where('state', '=', 'held')
    .where('expires_at', '<', before(LATE_MS))
    .executeTakeFirstOrThrow()
  const messages = await tx
    .select('outbox')
    .select((is) => is.fn.countAll().as('count'))
    .where('state', '=', 'queued')
    .where((is) => is.or([is('next_attempt_at', '<', before(LATE_MS)), is('attempts', '>=', REFUSED_OFTEN)]))
    .executeTakeFirstOrThrow()
  const payments = await tx
    .select('payment')
    .select((is) => ['direction', 'state', is.fn.countAll().as('count')])
    .where('changed_at', '>', before(LOOKED_BACK_MS))
    .groupBy(['direction', 'state'])
    .execute()
  const stops = await tx.select('casino_provider_stop').select('provider_id').execute()
  const of = (direction: 'deposit' | 'withdrawal', state?: string) =>
    payments
      .filter((row) => row.direction === direction && (state === undefined || row.state === state))
      .reduce((sum, { count }) => sum + Number(count), 0)
  return {
    producers: producers.map(({ isUp, heardAt }) => isUp && heardAt >= before(PRODUCER_SILENT_MS)),
    lateBets: Number(bets.count),
    lateMessages: Number(messages.count),
    payments: {
      deposit: { all: of('deposit'), silent: of('deposit', 'unknown') },
      withdrawal: { all: of('withdrawal'), silent: of('withdrawal', 'unknown') },
    },
    stopped: new Set(stops.map(({ provider_id }) => provider_id)),
  }
}
