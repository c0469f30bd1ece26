import { add, type Rational, rational, ZERO } from '#machines/odds/rational.rules.ts'
import { BONUS_TYPE_IDS } from '#machines/site/licence/bonus-types.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { provePayments } from '#server/payments/payment-proof.ts'
import { givesPoints } from '#server/promo/awards/award-points.ts'
import {
  type AwardRow,
  fractionText,
  givesFreebet,
  givesToken,
  isWinnings,
  readFraction,
  sizeOf,
} from '#server/promo/awards/award-rows.ts'
import { proveBonuses } from '#server/promo/promo-proof.ts'
import type { Month } from './bonus-month-scene.ts'

/** What is wrong after a month, in words, and how much was looked at. */
export interface MonthProof {
  readonly breaks: readonly string[]
  readonly seen: Readonly<Record<string, number>>
  /** How often bonuses of each kind were given; of the command to cancel, how often one was given up. */
  readonly given: Readonly<Record<BonusType, number>>
}

type BonusType = keyof typeof BONUS_TYPE_IDS

/** Proves a month that is over from the rows alone, by other ways than those by which they were written. */
export function proveMonth({ door, campaigns }: Month): Promise<MonthProof> {
  return door.transaction(async (tx) => {
    const awards = await tx.select('promo_award').selectAll('promo_award').execute()
    const books = [
      ...(await proveLedger(tx)).breaks,
      ...(await provePayments(tx)).breaks,
      ...(await proveBonuses(tx)).breaks,
    ]
    const counted = await proveStakes(tx, new Map(awards.map((award) => [award.award_id, award])))
    const breaks = [
      ...books.map((one) => `books: ${JSON.stringify(one)}`),
      ...(await proveBudgets(tx, awards, campaigns)),
      ...(await proveAwardMoney(tx, awards)),
      ...counted.breaks,
      ...(await proveRest(tx)),
      ...(await proveLoyalty(tx)),
      ...(await proveLosses(tx, awards)),
      ...(await proveWinnings(tx, awards)),
    ]
    const states = Map.groupBy(awards, ({ state }) => state)
    const seen = Object.fromEntries([...states].map(([state, { length }]) => [state, length]))
    const won = awards.filter(isWinnings).length
    return { breaks, seen: { ...seen, awards: awards.length, won, ...counted.seen }, given: givenByType(awards) }
  })
}

function givenByType(awards: readonly AwardRow[]): MonthProof['given'] {
  const types = Object.keys(BONUS_TYPE_IDS) as BonusType[]
  const isOf = (type: BonusType, { terms, state, granted_minor }: AwardRow) =>
    type === 'cancel' ? state === 'refused' : terms.type === type && granted_minor > 0
  const counts = types.map((type) => [type, awards.filter((award) => isOf(type, award)).length] as const)
  return Object.fromEntries(counts) as Record<BonusType, number>
}

/** A budget has been charged what its awards were, and never more than it is. */
async function proveBudgets(
  tx: BrandTransaction,
  awards: readonly AwardRow[],
  campaigns: Month['campaigns'],
): Promise<string[]> {
  const rows = await tx.select('promo_budget').select(['campaign_id', 'charged_minor']).execute()
  return rows.flatMap(({ campaign_id: id, charged_minor: charged }) => {
    const sum = awards.filter((one) => one.campaign_id === id).reduce((all, one) => all + one.charged_minor, 0)
    const budget = campaigns[id]?.budgetMinor ?? 0
    return charged === sum && charged <= budget
      ? []
      : [`budget of ${id}: ${charged} charged, ${sum} given, ${budget} in all`]
  })
}

/** What the books have moved for an award is what the award says of itself. */
async function proveAwardMoney(tx: BrandTransaction, awards: readonly AwardRow[]): Promise<string[]> {
  const rows = await tx
    .select('ledger_transfer')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('ledger_entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .select(['ledger_transfer.kind', 'ledger_transfer.reference', 'ledger_entry.amount_minor as minor'])
    .where('ledger_transfer.kind', 'in', ['bonus-grant', 'bonus-conversion', 'bonus-removal'])
    .where('ledger_entry.amount_minor', '>', 0)
    .execute()
  const moved = new Map(rows.map(({ kind, reference, minor }) => [`${kind} ${reference}`, minor]))
  const net = await netMoves(tx)
  return awards.flatMap((award) => {
    if (givesToken(award.terms)) return proveToken(award, net)
    if (givesPoints(award.terms)) return []
    if (award.terms.trigger.on === 'bets' || award.terms.trigger.on === 'losses') return proveGrown(award, net)
    const of = (kind: string) => moved.get(`${kind} ${award.award_id}`) ?? 0
    const isFreebet = givesFreebet(award.terms) && !isWinnings(award)
    const has = [of('bonus-grant'), isFreebet ? 0 : of('bonus-conversion'), of('bonus-removal')]
    const granted = award.begun_at === null ? 0 : award.granted_minor
    const says = [granted, isFreebet ? 0 : award.paid_minor, award.removed_minor]
    return String(has) === String(says) ? [] : [`award ${award.award_id} (${award.state}): moved ${has}, says ${says}`]
  })
}

/** What bets have paid to the house's account that bonuses come from is what free bets have won as bonuses. */
async function proveWinnings(tx: BrandTransaction, awards: readonly AwardRow[]): Promise<string[]> {
  const rows = await tx
    .select('ledger_transfer')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('ledger_entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select('ledger_entry.amount_minor as minor')
    .where('ledger_transfer.kind', 'in', ['bet-payout', 'bet-payout-undone'])
    .where('currency_account.kind', '=', 'promo')
    .execute()
  const paid = rows.reduce((sum, { minor }) => sum + minor, 0)
  const won = awards.filter(isWinnings).reduce((sum, award) => sum + sizeOf(award), 0)
  return paid === won ? [] : [`free bets have won ${paid} to be played through, and their bonuses are ${won}`]
}

/** A bonus for losses goes by what its player's own money has lost at the slot: what rounds have staked and paid, by the rounds alone. */
async function proveLosses(tx: BrandTransaction, awards: readonly AwardRow[]): Promise<string[]> {
  const rounds = await tx
    .select('casino_round')
    .select(['round_id', 'account_id', 'game_id', 'state', 'stake_minor', 'payout_minor', 'opened_at'])
    .execute()
  const paidByBonus = await tx
    .select('promo_stake')
    .select('source_id')
    .where('source', '=', 'casino')
    .where('bonus_minor', '>', 0)
    .execute()
  const ofBonus = new Set(paidByBonus.map(({ source_id }) => source_id))
  const byPlayer = Map.groupBy(rounds, ({ account_id }) => account_id)
  return awards.flatMap(({ award_id, account_id, terms, made_at, losses_until: until, deposit_minor, state }) => {
    if (terms.trigger.on !== 'losses' || until === null || state === 'cancelled') return []
    const net = (byPlayer.get(account_id) ?? [])
      .filter(({ opened_at }) => opened_at >= made_at && opened_at < until)
      .filter(({ game_id, state: of, round_id }) => game_id === 'book' && of === 'closed' && !ofBonus.has(round_id))
      .reduce((sum, { stake_minor, payout_minor }) => sum + stake_minor - payout_minor, 0)
    const due = net >= (terms.trigger.losses?.minimumLossMinor ?? 0) && net > 0 ? net : 0
    return due === deposit_minor ? [] : [`losses of award ${award_id} (${state}): ${deposit_minor}, not ${due}`]
  })
}

/** What transfers have moved to each account of a player for an award, by kind and number. */
async function netMoves(tx: BrandTransaction): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select('ledger_transfer')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('ledger_entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select(['ledger_transfer.kind', 'ledger_transfer.reference', 'ledger_entry.amount_minor as minor'])
    .where('ledger_transfer.kind', 'like', 'bonus-%')
    .where('currency_account.kind', '!=', 'promo')
    .execute()
  const sums = new Map<string, number>()
  for (const { kind, reference, minor } of rows) {
    const key = `${kind} ${reference.split('/')[0]}`
    sums.set(key, (sums.get(key) ?? 0) + minor)
  }
  return sums
}

/** A double, a power bet or a cover has paid what it says, and its price was paid once, or came back. */
function proveToken(award: AwardRow, net: ReadonlyMap<string, number>): string[] {
  const of = (kind: string) => net.get(`${kind} ${award.award_id}`) ?? 0
  const isUnused = award.state === 'refused' || award.state === 'expired'
  const has = [of('bonus-extra'), of('bonus-premium'), of('bonus-premium-return'), of('bonus-grant')]
  const says = [award.paid_minor, 0 - award.premium_minor, isUnused ? award.premium_minor : 0, 0]
  return String(has.map((one) => one + 0)) === String(says.map((one) => one + 0))
    ? []
    : [`${award.terms.type} ${award.award_id} (${award.state}): moved ${has}, says ${says}`]
}

/** What is given for bets grows and shrinks with their results: what it has come to is what it says. */
function proveGrown(award: AwardRow, net: ReadonlyMap<string, number>): string[] {
  const of = (kind: string) => net.get(`${kind} ${award.award_id}`) ?? 0
  const [has, says] = [
    of('bonus-grant') + of('bonus-removal'),
    (award.begun_at === null ? 0 : award.granted_minor) - award.removed_minor,
  ]
  return has === says ? [] : [`${award.terms.type} ${award.award_id} (${award.state}): moved ${has}, says ${says}`]
}

/** What every stake has counted is worked out from bets and rounds, and an award has counted their sum. */
async function proveStakes(tx: BrandTransaction, awards: ReadonlyMap<number, AwardRow>) {
  const stakes = await tx.select('promo_stake').selectAll('promo_stake').execute()
  const [bets, rounds] = [await betFacts(tx), await roundFacts(tx)]
  const breaks: string[] = []
  const sums = new Map<number, Rational>()
  const seen: Record<string, number> = { stakes: stakes.length }
  for (const stake of stakes) {
    const award = awards.get(stake.award_id)
    if (!award) continue
    const fact = (stake.source === 'bet' ? bets : rounds).get(stake.source_id)
    const name = `${stake.source} ${stake.source_id} of award ${award.award_id}`
    if (!fact) {
      breaks.push(`${name}: it is unknown`)
      continue
    }
    seen[fact.why ?? 'at_risk'] = (seen[fact.why ?? 'at_risk'] ?? 0) + 1
    const whole = stake.cash_minor + stake.bonus_minor
    if (fact.why === null && whole !== fact.stakeMinor)
      breaks.push(`${name}: parts of ${whole}, staked ${fact.stakeMinor}`)
    const expected = expectedCount(award, stake, fact)
    if (stake.counted !== fractionText(expected))
      breaks.push(`${name}: ${stake.counted}, not ${fractionText(expected)} (${fact.why})`)
    sums.set(award.award_id, add(sums.get(award.award_id) ?? ZERO, readFraction(stake.counted)))
  }
  for (const award of awards.values())
    if (award.counted !== fractionText(sums.get(award.award_id) ?? ZERO))
      breaks.push(
        `award ${award.award_id} has counted ${award.counted}, its stakes ${fractionText(sums.get(award.award_id) ?? ZERO)}`,
      )
  return { breaks, seen }
}

interface StakeFact {
  /** Why it was not at risk; null when it was. */
  readonly why: 'void' | 'sold' | 'opposite' | null
  readonly stakeMinor: number
  readonly odds?: string
}

function expectedCount(
  award: AwardRow,
  stake: { product: string; cash_minor: number; bonus_minor: number },
  { why, odds }: StakeFact,
): Rational {
  const { terms } = award
  const { productsPpm, counts, minimumOddsE3 } = terms.wagering
  const ppm = productsPpm[stake.product as keyof typeof productsPpm] ?? 0
  if (why !== null || (givesFreebet(terms) && !isWinnings(award)) || givesToken(terms) || ppm === 0) return ZERO
  if (odds !== undefined && Math.round(Number(odds) * 1000) < minimumOddsE3) return ZERO
  const base = counts === 'bonus_part' ? stake.bonus_minor : stake.cash_minor + stake.bonus_minor
  return rational(BigInt(base) * BigInt(ppm), 1_000_000n)
}

async function betFacts(tx: BrandTransaction): Promise<Map<number, StakeFact>> {
  const bets = await tx.select('bet').select(['bet_id', 'account_id', 'state', 'stake_minor']).execute()
  const legs = await tx.select('bet_leg').select(['bet_id', 'game_id', 'market_id', 'outcome_id', 'odds']).execute()
  const sold = await tx.select('bet_event').select('bet_id').where('kind', '=', 'sold').execute()
  const isSold = new Set(sold.map(({ bet_id }) => bet_id))
  const legOf = new Map(legs.map((leg) => [leg.bet_id, leg]))
  const sides = new Map<string, Set<number>>()
  const marketOf = (accountId: number, betId: number) => `${accountId} ${legOf.get(betId)?.market_id}`
  for (const { bet_id, account_id } of bets) {
    const market = marketOf(account_id, bet_id)
    sides.set(market, (sides.get(market) ?? new Set()).add(legOf.get(bet_id)?.outcome_id ?? 0))
  }
  return new Map(
    bets.map(({ bet_id: id, account_id, state, stake_minor: stakeMinor }) => {
      const hasBoth = (sides.get(marketOf(account_id, id))?.size ?? 0) > 1
      const why = state === 'returned' ? 'void' : isSold.has(id) ? 'sold' : hasBoth ? 'opposite' : null
      return [id, { why, stakeMinor, odds: legOf.get(id)?.odds ?? '0' }]
    }),
  )
}

async function roundFacts(tx: BrandTransaction): Promise<Map<number, StakeFact>> {
  const rounds = await tx.select('casino_round').select(['round_id', 'state', 'game_id', 'stake_minor']).execute()
  return new Map(
    rounds.map(({ round_id, state, game_id, stake_minor: stakeMinor }) => [
      round_id,
      // All spins of the month are on red and black.
      { why: state === 'cancelled' ? 'void' : game_id === 'roulette' ? 'opposite' : null, stakeMinor },
    ]),
  )
}

/** Nothing is left where no bonus is. */
async function proveRest(tx: BrandTransaction): Promise<string[]> {
  const open = await tx.select('promo_award').select(['award_id', 'state']).where('ended_at', 'is', null).execute()
  const held = await tx
    .select('currency_account')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'currency_account.brand_id')
        .onRef('ledger_entry.currency_account_id', '=', 'currency_account.currency_account_id'),
    )
    .innerJoin('ledger_transfer', (join) =>
      join
        .onRef('ledger_transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('ledger_transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .select(['currency_account.kind', 'currency_account.account_id as player', 'ledger_entry.balance_minor as minor'])
    .select(['ledger_transfer.kind as by', 'ledger_transfer.reference', 'ledger_entry.amount_minor as moved'])
    .where('currency_account.kind', 'in', ['bonus', 'freebet'])
    .orderBy('ledger_entry.sequence')
    .execute()
  const accounts = [...Map.groupBy(held, ({ kind, player }) => `${kind} of ${player}`)]
  return [
    ...open.map(({ award_id, state }) => `award ${award_id} is still ${state}`),
    ...accounts.flatMap(([name, entries]) => {
      const left = entries.at(-1)?.minor ?? 0
      const last = entries.slice(-8).map(({ by, reference, moved }) => `${by} ${reference} ${moved}`)
      return left === 0 ? [] : [`${left} is left as ${name}: ${last.join(', ')}`]
    }),
  ]
}

/** Points are what lots have left and what was moved; cashback is what periods say, and never more than what was lost. */
async function proveLoyalty(tx: BrandTransaction): Promise<string[]> {
  const lots = await tx.select('loyalty_lot').select(['account_id', 'left_points']).execute()
  const moves = await tx.select('loyalty_move').select(['account_id', 'points']).execute()
  const sumBy = (rows: readonly { account_id: number; points: number }[]) => {
    const sums = new Map<number, number>()
    for (const { account_id, points } of rows) sums.set(account_id, (sums.get(account_id) ?? 0) + points)
    return sums
  }
  const left = sumBy(lots.map(({ account_id, left_points: points }) => ({ account_id, points })))
  const moved = sumBy(moves)
  const points = [...left].filter(([id, sum]) => sum !== (moved.get(id) ?? 0))
  const periods = await tx
    .select('loyalty_period')
    .select(['account_id', 'loss_minor', 'paid_minor', 'terms'])
    .execute()
  const generous = periods.filter(({ loss_minor, paid_minor }) => paid_minor > Math.max(0, loss_minor))
  const cashback = await tx
    .select('ledger_transfer')
    .innerJoin('ledger_entry', (join) =>
      join
        .onRef('ledger_entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('ledger_entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .select('ledger_entry.amount_minor as minor')
    .where('ledger_transfer.kind', '=', 'loyalty-cashback')
    .where('ledger_entry.amount_minor', '>', 0)
    .execute()
  const [booked, said] = [
    cashback.reduce((sum, { minor }) => sum + minor, 0),
    periods.reduce((sum, { paid_minor }) => sum + paid_minor, 0),
  ]
  return [
    ...points.map(([id, sum]) => `player ${id} has ${sum} points in lots, ${moved.get(id) ?? 0} moved`),
    ...generous.map((one) => `period of ${one.account_id} has paid ${one.paid_minor} of ${one.loss_minor} lost`),
    ...(booked === said ? [] : [`cashback: ${booked} in the books, ${said} in the periods`]),
  ]
}
