import { sql } from 'kysely'
import { forBrand } from '#server/db/for-brand.ts'
import type { CasinoPorts } from '../casino-ports.ts'

/** A win as the books have it. */
export interface LateWin {
  readonly gameId: string
  readonly payoutMinor: number
  readonly stakeMinor: number
  readonly currency: string
  readonly exponent: number
  readonly at: Date
}

/** What was played and won in a brand in the last days. */
export interface Lately {
  /** Ids of games, the one with most rounds first. */
  readonly popular: readonly string[]
  /** Place of each of them. */
  readonly ranks: ReadonlyMap<string, number>
  /** The largest, by how many times the stake was paid. */
  readonly wins: readonly LateWin[]
}

/** How long what was read is shown. */
export const LATELY_MS = 10_000
const DAYS = 7
const DAY_MS = 86_400_000
const MOST_POPULAR = 200
const MOST_WINS = 40

/** Remembers what was played lately in each brand for some seconds. To be called outside of transactions. */
export function createLately({ db, clock }: Pick<CasinoPorts, 'db' | 'clock'>): (brandId: string) => Promise<Lately> {
  const known = new Map<string, { readonly readAt: number; readonly lately: Promise<Lately> }>()
  return (brandId) => {
    const now = clock()
    const former = known.get(brandId)
    if (former && now.getTime() - former.readAt < LATELY_MS) return former.lately
    const lately = readLately({ db }, brandId, now)
    known.set(brandId, { readAt: now.getTime(), lately })
    // What could not be read is asked for again.
    lately.catch(() => known.delete(brandId))
    return lately
  }
}

function readLately({ db }: Pick<CasinoPorts, 'db'>, brandId: string, now: Date): Promise<Lately> {
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  return forBrand(db, brandId).transaction(async (tx) => {
    const rounds = await tx
      .select('casino_round')
      .select('game_id as id')
      .where('mode', '=', 'real')
      .where('opened_at', '>', since)
      .groupBy('game_id')
      .orderBy(sql`count(*)`, 'desc')
      .limit(MOST_POPULAR)
      .execute()
    const rows = await tx
      .select('casino_round')
      .select(['game_id', 'payout_minor', 'stake_minor', 'currency', 'exponent', 'closed_at'])
      .where('mode', '=', 'real')
      .where('opened_at', '>', since)
      .where(sql<boolean>`payout_minor > stake_minor and stake_minor > 0`)
      .orderBy(sql`payout_minor::numeric / stake_minor`, 'desc')
      .limit(MOST_WINS)
      .execute()
    const popular = rounds.map(({ id }) => id)
    const wins = rows.flatMap(({ game_id: gameId, payout_minor, stake_minor, currency, exponent, closed_at: at }) =>
      at ? [{ gameId, payoutMinor: payout_minor, stakeMinor: stake_minor, currency, exponent, at }] : [],
    )
    return { popular, ranks: new Map(popular.map((id, place) => [id, place])), wins }
  })
}
