import { sql } from 'kysely'
import { isRefund } from '#machines/betting/settling/bet-extras.rules.ts'
import { compare, rationalOf, subtract } from '#machines/odds/rational.rules.ts'
import { countBet, isPlayedThrough, type WageredBet, withCount } from '#machines/promo/awards/wagering.rules.ts'
import { heldFromEach } from '#server/betting/stake-money.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { endAward, settleAward } from '#server/promo/awards/award-life.ts'
import { lockPromoAccounts, type PromoAccounts } from '#server/promo/awards/award-money.ts'
import {
  type AwardRow,
  fractionText,
  givesFreebet,
  givesToken,
  isWinnings,
  lockAward,
  progressOf,
  readFraction,
  winsBonus,
} from '#server/promo/awards/award-rows.ts'
import { followWinnings } from '#server/promo/awards/freebet-winnings.ts'
import type { PromoSections } from '#server/promo/promo-ports.ts'
import { type BetFacts, endingOf, factsOfBets } from './bet-ending.ts'
import { followToken } from './bet-tokens.ts'
import { freeRefused } from './freebet-funding.ts'
import { countTasks, type TaskPorts } from './task-counting.ts'

const MOST = 500

/** Why a bet that a free bet has paid counts nothing: the key of a text. */
const FREEBET_REASON = 'promo.counts_not_freebet'

/** Notes bets on sport that were placed while a bonus is played through, and counts those that have been settled since, again where they
 *  were settled again (PROMO-18). @returns how many were counted */
export async function countBets(tx: BrandTransaction, now: Date, of: TaskPorts): Promise<number> {
  await freeRefused(tx)
  await noteBets(tx, [...(await newFreebets(tx)), ...(await newBets(tx, now))])
  const due = await dueBets(tx)
  await countDue(tx, due, { sections: of.sections, now })
  return due.length + (await countTasks(tx, now, of))
}

/** Bets that free bets have paid and that nobody has noted: until then a free bet stays staked. */
function newFreebets(tx: BrandTransaction) {
  return tx
    .select('promo_award')
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.brand_id', '=', 'promo_award.brand_id')
        .onRef('bet.reservation_id', '=', 'promo_award.reservation_id'),
    )
    .leftJoin('promo_stake', (join) =>
      join
        .onRef('promo_stake.brand_id', '=', 'bet.brand_id')
        .onRef('promo_stake.source_id', '=', 'bet.bet_id')
        .on('promo_stake.source', '=', 'bet'),
    )
    .select(['promo_award.award_id', 'bet.account_id', 'bet.bet_id', 'bet.reservation_id', 'bet.stake_minor'])
    .select('bet.created_at')
    .where('promo_award.state', '=', 'staked')
    .where('promo_stake.source_id', 'is', null)
    .orderBy('bet.bet_id')
    .limit(MOST)
    .execute()
}

/** How long after its end the bets of a bonus are looked for that were placed before. */
const LATE_MS = 86_400_000

/** Bets of players whose bonus was played through when they were placed, though it may have ended since. */
function newBets(tx: BrandTransaction, now: Date) {
  return (
    tx
      .select('promo_award')
      .innerJoin('bet', (join) =>
        join
          .onRef('bet.brand_id', '=', 'promo_award.brand_id')
          .onRef('bet.account_id', '=', 'promo_award.account_id')
          .onRef('bet.currency', '=', 'promo_award.currency')
          .onRef('bet.created_at', '>=', 'promo_award.begun_at'),
      )
      .leftJoin('promo_stake', (join) =>
        join
          .onRef('promo_stake.brand_id', '=', 'bet.brand_id')
          .onRef('promo_stake.source_id', '=', 'bet.bet_id')
          .on('promo_stake.source', '=', 'bet'),
      )
      .select(['promo_award.award_id', 'bet.account_id', 'bet.bet_id', 'bet.reservation_id', 'bet.stake_minor'])
      .select('bet.created_at')
      .where((where) =>
        where.or([
          where('promo_award.state', '=', 'active'),
          where.and([
            where('promo_award.ended_at', '>', new Date(now.getTime() - LATE_MS)),
            where('bet.created_at', '<', where.ref('promo_award.ended_at')),
          ]),
        ]),
      )
      .where('promo_stake.source_id', 'is', null)
      // What another bonus has paid counts toward that one alone.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bet_reservation')
              .select('bet_reservation.award_id')
              .whereRef('bet_reservation.brand_id', '=', 'bet.brand_id')
              .whereRef('bet_reservation.reservation_id', '=', 'bet.reservation_id')
              .whereRef('bet_reservation.award_id', '<>', 'promo_award.award_id'),
          ),
        ),
      )
      .where(
        sql<boolean>`(promo_award.of_award_id is not null
          or coalesce(promo_award.terms -> 'reward' ->> 'kind', 'funds') in ('funds', 'free_rounds'))`,
      )
      .orderBy('bet.bet_id')
      .limit(MOST)
      .execute()
  )
}

async function noteBets(tx: BrandTransaction, bets: Awaited<ReturnType<typeof newBets>>): Promise<void> {
  if (bets.length === 0) return
  const held = await heldFromEach(
    tx,
    bets.map(({ reservation_id }) => reservation_id),
  )
  const rows = bets.map((bet) => {
    const kind = held.get(bet.reservation_id)?.kind
    const isBonus = kind === 'bonus' || kind === 'freebet'
    return {
      ...{ source: 'bet' as const, source_id: bet.bet_id, award_id: bet.award_id, account_id: bet.account_id },
      ...{ product: 'sport', game_id: null, staked_at: bet.created_at },
      ...{ cash_minor: isBonus ? 0 : bet.stake_minor, bonus_minor: isBonus ? bet.stake_minor : 0 },
    }
  })
  await tx
    .insert('promo_stake', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Bets that were settled, or opened again, since they were counted. */
function dueBets(tx: BrandTransaction) {
  return tx
    .select('promo_stake')
    .innerJoin('bet', (join) =>
      join.onRef('bet.brand_id', '=', 'promo_stake.brand_id').onRef('bet.bet_id', '=', 'promo_stake.source_id'),
    )
    .select(['promo_stake.award_id', 'promo_stake.account_id', 'promo_stake.source_id as bet_id', 'bet.currency'])
    .select(['promo_stake.cash_minor', 'promo_stake.bonus_minor', 'promo_stake.counted', 'bet.state', 'bet.revision'])
    .select(['bet.settlement', 'bet.settled_at', 'bet.reservation_id', 'bet.sold_stake_minor'])
    .where('promo_stake.source', '=', 'bet')
    .where(sql<boolean>`promo_stake.revision <> bet.revision`)
    .orderBy('promo_stake.source_id')
    .limit(MOST)
    .execute()
}

/** By which rates and when bets are counted. */
interface CountedAt {
  readonly sections: PromoSections
  readonly now: Date
}

type DueBet = Awaited<ReturnType<typeof dueBets>>[number]

/** Counts the bets of each bonus together: its player's accounts are locked once, those of one player after those of another in the order
 *  of their numbers. */
async function countDue(tx: BrandTransaction, due: readonly DueBet[], of: CountedAt): Promise<void> {
  const settled = due.filter(({ state }) => state !== 'open')
  const factsOf = await factsOfBets(
    tx,
    settled.map(({ bet_id }) => bet_id),
  )
  const groups = [...Map.groupBy(due, ({ award_id }) => award_id).values()]
  const playerOf = ([bet]: readonly DueBet[]) => bet?.account_id ?? 0
  for (const bets of groups.toSorted((one, other) => playerOf(one) - playerOf(other)))
    await countForAward(tx, bets, { ...of, factsOf })
}

interface Counted extends CountedAt {
  readonly factsOf: (betId: number) => BetFacts
}

async function countForAward(tx: BrandTransaction, bets: readonly DueBet[], of: Counted): Promise<void> {
  const [first, ...others] = bets
  const held = first && (await lockBoth(tx, first, of.now))
  if (!held) return
  const { award } = held
  if (!isPutOnBets(award)) return countTogether(tx, bets, { ...of, ...held })
  await followPut(tx, first, { ...of, ...held })
  // What came of one bet changes the bonus by which the next is looked at.
  for (const bet of others) {
    const again = await lockBoth(tx, bet, of.now)
    if (again) await followPut(tx, bet, { ...of, ...again })
  }
}

/** Whether a bonus is put on a bet as a whole, and not played through by bets. */
function isPutOnBets(award: AwardRow): boolean {
  return givesToken(award.terms) || (givesFreebet(award.terms) && !isWinnings(award))
}

interface Held {
  readonly accounts: PromoAccounts
  readonly award: AwardRow
}

/** The accounts of a player and a bonus of theirs, locked in this order, as by every stake. */
async function lockBoth(tx: BrandTransaction, bet: DueBet, now: Date): Promise<Held | undefined> {
  const { account_id: accountId, award_id, currency } = bet
  const accounts = await lockPromoAccounts(tx, { accountId, currency, now })
  const award = accounts && (await lockAward(tx, accountId, award_id))
  return award && accounts ? { accounts, award } : undefined
}

/** Follows what was put on a bet, or has paid it as a whole. */
async function followPut(tx: BrandTransaction, bet: DueBet, of: Counted & Held): Promise<void> {
  if (givesFreebet(of.award.terms)) await followFreebet(tx, { ...of, bet })
  else await followToken(tx, { ...of, bet, facts: of.factsOf(bet.bet_id) })
}

/** Counts bets toward a bonus that is played through by them. */
async function countTogether(
  tx: BrandTransaction,
  bets: readonly DueBet[],
  { award, accounts, factsOf, now }: Counted & Held,
): Promise<void> {
  const stakes = bets.map((bet) => {
    const isOpen = bet.state === 'open'
    const counted = isOpen ? null : countBet(award.terms.wagering, wageredBet(bet, factsOf(bet.bet_id)))
    return { bet, counted }
  })
  const rows = stakes.map(({ bet: { bet_id, revision }, counted }) => ({
    ...{ bet_id, counted: counted ? fractionText(counted.minor) : '0/1', share_ppm: counted?.sharePpm ?? 0 },
    ...{ reason: counted?.reason ?? null, over_at: counted ? now : null, revision },
  }))
  await tx.call('promo_count', storableJson(rows))
  for (const { bet, counted } of stakes) {
    const before = readFraction(bet.counted)
    const progress = withCount(progressOf(award), counted ? subtract(counted.minor, before) : before, counted === null)
    award.counted = fractionText(progress.counted)
    if (isPlayedThrough(progress)) await settleAward(tx, award, { accounts, now })
  }
  await tx.update('promo_award', { counted: award.counted }).where('award_id', '=', award.award_id).execute()
  await settleAward(tx, award, { accounts, now })
}

/** Follows a free bet by its bet: it is money of the player's own, a bonus that has to be played through, nothing, or a free bet as before
 *  where all was void. Own money has moved with the settlement. */
async function followFreebet(
  tx: BrandTransaction,
  of: { readonly award: AwardRow; readonly bet: DueBet; readonly accounts: PromoAccounts; readonly now: Date },
): Promise<void> {
  const { award, bet, accounts, now } = of
  const { settlement } = bet
  const payoutMinor = settlement?.payoutMinor ?? 0
  const isBack = settlement !== null && isRefund(settlement)
  const paidMinor = winsBonus(award.terms) ? 0 : payoutMinor
  const state = !settlement ? 'staked' : isBack ? 'ready' : paidMinor > 0 ? 'converted' : 'spent'
  const end = settlement && !isBack ? { ended_at: now, paid_minor: paidMinor } : { ended_at: null, paid_minor: 0 }
  await tx
    .update('promo_award', { state, ...end })
    .where('award_id', '=', award.award_id)
    .execute()
  await tx
    .update('promo_stake', {
      ...{ reason: settlement ? FREEBET_REASON : null, over_at: settlement ? now : null, revision: bet.revision },
    })
    .where('source', '=', 'bet')
    .where('source_id', '=', bet.bet_id)
    .execute()
  if (isBack && award.expires_at !== null && award.expires_at <= now)
    await endAward(tx, { ...award, state, ended_at: null }, { accounts, state: 'expired', now })
  const wonMinor = isBack ? 0 : payoutMinor
  if (winsBonus(award.terms))
    await followWinnings(tx, award, { betId: bet.bet_id, revision: bet.revision, wonMinor, accounts, now })
}

function wageredBet(bet: DueBet, { odds, hasOpposite }: BetFacts): WageredBet {
  const lowest = odds.reduce((one, other) => (compare(rationalOf(one), rationalOf(other)) <= 0 ? one : other))
  return {
    ...{ product: 'sport', stake: { cash: bet.cash_minor, bonus: bet.bonus_minor }, odds: lowest },
    ...{ ending: endingOf(bet), hasOpposite },
  }
}
