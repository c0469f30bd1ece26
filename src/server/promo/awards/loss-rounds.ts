import { sql } from 'kysely'
import { countRound, type LossTask, type PlayedRound } from '#machines/promo/awards/loss-task.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CountedStake, GameFacts, PromoSections } from '../promo-ports.ts'
import type { AwardRow } from './award-rows.ts'
import { converted } from './award-terms.ts'
import { OF_ROUND, OWN_LOSS } from './own-rounds.ts'

/** A time in which rounds count. */
export interface LossTime {
  readonly since: Date
  /** Rounds that are begun then count no more. */
  readonly until: Date
}

/** What the rounds of a time come to. */
export interface LossStanding {
  /** What they have lost together; below zero where they have won. */
  readonly netMinor: number
  /** When the latest of them was changed; null where there are none. */
  readonly changedAt: Date | null
  /** The latest of them, the newest first. */
  readonly latest: readonly CountedStake[]
}

const PAGE = 2000
const SHOWN = 200

/** What a promise asks of losses, in the currency of its player; undefined of one that asks for none. */
export function lossTaskOf(
  { terms, currency }: Pick<AwardRow, 'terms' | 'currency'>,
  { global }: Pick<PromoSections, 'global'>,
): LossTask | undefined {
  const { losses } = terms.trigger
  if (!losses) return undefined
  const minimumLossMinor = converted(losses.minimumLossMinor, { from: global.defaultCurrency, to: currency, global })
  return { ...losses, minimumLossMinor }
}

/** The time of a promise of a bonus for losses: from when it was taken until it was worked out, or will be. */
export function lossTimeOf({ made_at, losses_until, expires_at }: AwardRow): LossTime {
  return { since: made_at, until: losses_until ?? expires_at ?? made_at }
}

/** Whose losses are worked out, by which terms and in which time. */
interface ReadLosses {
  readonly player: Pick<AwardRow, 'account_id' | 'currency'>
  readonly task: LossTask
  readonly time: LossTime
  readonly games: GameFacts
}

/** Works out what the rounds and tickets of a player have lost in a time, by the games that count (PROMO-19). */
export async function readLosses(tx: BrandTransaction, of: ReadLosses): Promise<LossStanding> {
  const rounds = await readRounds(tx, of)
  if (!of.task.products.includes('lottery')) return rounds
  const tickets = await readTickets(tx, of)
  const [changed] = [rounds.changedAt, tickets.changedAt]
    .filter((at) => at !== null)
    .sort((one, other) => +other - +one)
  return {
    netMinor: rounds.netMinor + tickets.netMinor,
    changedAt: changed ?? null,
    latest: [...rounds.latest, ...tickets.latest].sort(byLatest).slice(0, SHOWN),
  }
}

function byLatest(one: CountedStake, other: CountedStake): number {
  return other.stakedAt.getTime() - one.stakedAt.getTime()
}

/** What tickets of lotteries have lost in a time. */
async function readTickets(tx: BrandTransaction, { player, task, time }: ReadLosses): Promise<LossStanding> {
  const tickets = await lossTickets(tx, player.account_id, time)
  const own = tickets.filter(({ currency }) => currency === player.currency)
  const counted = own.map((ticket) => ({ ticket, ...countRound(task, playedTicket(ticket)) }))
  const times = own.map(({ changed_at }) => changed_at.getTime())
  return {
    netMinor: counted.reduce((sum, { countedMinor }) => sum + countedMinor, 0),
    changedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
    latest: counted.map(({ ticket, countedMinor, reason }): CountedStake => {
      const { ticket_id, game_id, stake_minor, is_own, begun_at } = ticket
      return {
        ...{ source: 'lottery', sourceId: ticket_id, product: 'lottery', gameId: game_id },
        ...{ cashMinor: is_own ? stake_minor : 0, bonusMinor: is_own ? 0 : stake_minor },
        ...{ counted: `${countedMinor}/1`, reason, sharePpm: 0, stakedAt: begun_at },
      }
    }),
  }
}

/** Tickets of lotteries that were bought in a time, of a player, or of all where none is named. */
export async function lossTickets(tx: BrandTransaction, accountId: number | null, { since, until }: LossTime) {
  const tickets = await tx.call('lottery_played', accountId, since)
  return tickets.filter(({ begun_at }) => begun_at >= since && begun_at < until)
}

/** A ticket as what was played. */
export function playedTicket(ticket: Awaited<ReturnType<typeof lossTickets>>[number]): PlayedRound {
  const { game_id: gameId, state, stake_minor, payout_minor, is_own: isOwnMoney } = ticket
  return {
    ...{ gameId, product: 'lottery', state, isOwnMoney, hasOpposite: false },
    lossMinor: Number(stake_minor) - Number(payout_minor),
  }
}

async function readRounds(tx: BrandTransaction, { player, task, time, games }: ReadLosses): Promise<LossStanding> {
  const products = new Map<string, string | undefined>()
  const latest: CountedStake[] = []
  let [netMinor, changedAt] = [0, null as Date | null]
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await roundsBefore(tx, { player, time, before })
    for (const { game_id } of page)
      if (!products.has(game_id)) products.set(game_id, await games.productOf(tx, game_id))
    for (const row of page) {
      const product = products.get(row.game_id)
      const { countedMinor, reason } = countRound(task, {
        ...{ gameId: row.game_id, product, state: row.state, lossMinor: row.lossMinor, isOwnMoney: !row.hasOther },
        hasOpposite: row.stakes !== null && games.areOpposite(row.stakes, row.settings),
      })
      netMinor += countedMinor
      if (changedAt === null || row.changed_at > changedAt) changedAt = row.changed_at
      if (latest.length < SHOWN) latest.push(shown(row, { product, countedMinor, reason }))
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return { netMinor, changedAt, latest }
    before = last.round_id
  }
}

type RoundRow = Awaited<ReturnType<typeof roundsBefore>>[number]

/** Rounds of a player for money that were begun in a time, the newest first, by pages. */
function roundsBefore(
  tx: BrandTransaction,
  of: {
    readonly player: Pick<AwardRow, 'account_id' | 'currency'>
    readonly time: LossTime
    readonly before: number
  },
) {
  const { player, time, before } = of
  return lossRounds(tx, time)
    .where('casino_round.account_id', '=', player.account_id)
    .where('casino_round.currency', '=', player.currency)
    .where('casino_round.round_id', '<', before)
    .orderBy('casino_round.round_id', 'desc')
    .limit(PAGE)
    .execute()
}

/** Rounds for money that were begun in a time, with what they have moved of their players' own money. */
export function lossRounds(tx: BrandTransaction, { since, until }: LossTime) {
  return tx
    .select('casino_round')
    .leftJoin('casino_rules', (join) =>
      join
        .onRef('casino_rules.brand_id', '=', 'casino_round.brand_id')
        .onRef('casino_rules.rules_hash', '=', 'casino_round.rules_hash'),
    )
    .select(['casino_round.round_id', 'casino_round.account_id', 'casino_round.currency', 'casino_round.game_id'])
    .select(['casino_round.state', 'casino_round.stake_minor', 'casino_round.opened_at', 'casino_round.changed_at'])
    .select('casino_rules.settings')
    .select(
      sql<
        readonly { readonly on: string }[] | null
      >`coalesce(casino_round.play -> 'stakes', casino_round.table_play -> 'bets')`.as('stakes'),
    )
    .select(OWN_LOSS.as('lossMinor'))
    .select(
      sql<boolean>`exists (select 1 ${OF_ROUND} and exists (
        select 1 from jsonb_each_text(action.funds) part where part.key not in ('cash', 'receivable') and part.value::bigint <> 0))`.as(
        'hasOther',
      ),
    )
    .where('casino_round.mode', '=', 'real')
    .where('casino_round.opened_at', '>=', since)
    .where('casino_round.opened_at', '<', until)
}

function shown(
  { round_id, game_id, stake_minor, opened_at, hasOther }: RoundRow,
  of: { readonly product: string | undefined; readonly countedMinor: number; readonly reason: string | null },
): CountedStake {
  return {
    ...{ source: 'casino', sourceId: round_id, product: of.product ?? '', gameId: game_id },
    ...{ cashMinor: hasOther ? 0 : stake_minor, bonusMinor: hasOther ? stake_minor : 0 },
    ...{ counted: `${of.countedMinor}/1`, reason: of.reason, sharePpm: 0, stakedAt: opened_at },
  }
}
