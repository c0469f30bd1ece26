import { sql } from 'kysely'
import { taskBalance } from '#machines/promo/awards/task-debt.rules.ts'
import { POINTS_CURRENCY } from '#machines/promo/loyalty/loyalty-postings.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Something in the books that does not follow from the bonuses. */
export interface BonusBreak {
  readonly kind:
    | 'budget-not-bonuses'
    | 'bonus-not-moved'
    | 'held-not-bonuses'
    | 'points-not-lots'
    | 'debt-not-explained'
    | 'winnings-not-of-bet'
  /** What was found, in words. */
  readonly found: string
}

/** Bonuses held against the books. */
export interface BonusProof {
  readonly bonuses: number
  readonly breaks: readonly BonusBreak[]
}

/** Proves the bonuses of a brand against the books: each budget was charged what its bonuses cost, and no more than it was; each bonus was
 *  given, paid and taken back as it says; what is owed of it follows from what was paid, and from bonuses that were less by it; what free bets have won that has to be played through is
 *  what their bets have paid; points that players have are those of their lots; and bonus money and free bets that players hold are those of bonuses that hold (PROMO-15). */
export async function proveBonuses(tx: BrandTransaction): Promise<BonusProof> {
  const awards = await readAwards(tx)
  return {
    bonuses: awards.length,
    breaks: [
      ...(await proveBudgets(tx, awards)),
      ...(await proveMoves(tx, awards)),
      ...(await proveHeld(tx, awards)),
      ...(await proveDebts(tx, awards)),
      ...(await proveWinnings(tx, awards)),
      ...(await provePoints(tx)),
    ],
  }
}

type ReadAward = Awaited<ReturnType<typeof readAwards>>[number]

function readAwards(tx: BrandTransaction) {
  return (
    tx
      .select('promo_award')
      .select(['award_id', 'account_id', 'campaign_id', 'currency', 'state', 'begun_at', 'granted_minor', 'paid_minor'])
      .select(['removed_minor', 'premium_minor', 'charged_minor', 'owed_minor', 'deposit_minor', 'charged_back_minor'])
      .select(['worth_minor', 'of_award_id', 'of_bet_id', 'changed_minor', 'moved_minor'])
      // What a free bet has won is bonus money that was given for its bet.
      .select(
        sql<string>`case when of_award_id is null then coalesce(terms -> 'reward' ->> 'kind', 'funds') else 'funds' end`.as(
          'gives',
        ),
      )
      .select(sql<string>`case when of_award_id is null then terms -> 'trigger' ->> 'on' else 'freebet' end`.as('on'))
      .select(sql<number>`(terms ->> 'budgetMinor')::int8`.as('budget_minor'))
      .select(sql<number | null>`(terms -> 'reward' -> 'points' ->> 'points')::int8`.as('points'))
      .select(
        sql<number>`coalesce((
        select granted from loyalty_lot
        where loyalty_lot.brand_id = promo_award.brand_id and loyalty_lot.award_id = promo_award.award_id
      ), 0)::int8`.as('lot_points'),
      )
      .execute()
  )
}

async function proveBudgets(tx: BrandTransaction, awards: readonly ReadAward[]): Promise<BonusBreak[]> {
  const charged = await tx.select('promo_budget').select(['campaign_id', 'charged_minor']).execute()
  const byCampaign = Map.groupBy(awards, ({ campaign_id }) => campaign_id)
  return charged.flatMap(({ campaign_id: id, charged_minor: minor }): BonusBreak[] => {
    const own = byCampaign.get(id) ?? []
    const cost = own.reduce((sum, { charged_minor }) => sum + charged_minor, 0)
    const most = own.reduce((largest, { budget_minor }) => Math.max(largest, budget_minor), 0)
    if (minor === cost && minor <= most) return []
    const found = `the budget of ${id} was charged ${minor} minor units, its bonuses cost ${cost}, and it was ${most} at most`
    return [{ kind: 'budget-not-bonuses', found }]
  })
}

/** Minor units that transfers of a kind have moved to a kind of account.
 *  @param isAll whether those count too that came after the end, or since bets were settled again */
type Moved = (kind: string, account: string, isAll?: boolean) => number

/** What transfers have moved for awards to and from the accounts of their players. */
async function movedByAward(tx: BrandTransaction): Promise<(award: number) => Moved> {
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
    .select(['ledger_transfer.kind', 'currency_account.kind as account'])
    .select(sql<string>`split_part(ledger_transfer.reference, '/', 1)`.as('award'))
    .select(sql<boolean>`ledger_transfer.reference like '%/%'`.as('later'))
    .select(sql<number>`sum(ledger_entry.amount_minor)::int8`.as('minor'))
    .where('ledger_transfer.kind', 'like', 'bonus-%')
    .where('currency_account.kind', '!=', 'promo')
    .groupBy(['ledger_transfer.kind', 'account', 'award', 'later'])
    .execute()
  const sums = new Map(rows.map((row) => [`${row.award} ${row.kind} ${row.account} ${row.later}`, row.minor]))
  const minor = (key: string) => sums.get(key) ?? 0
  return (award) =>
    (kind, account, isAll = false) => {
      const key = `${award} ${kind} ${account}`
      return minor(`${key} false`) + (isAll ? minor(`${key} true`) : 0)
    }
}

async function proveMoves(tx: BrandTransaction, awards: readonly ReadAward[]): Promise<BonusBreak[]> {
  const moved = await movedByAward(tx)
  return awards.flatMap((award): BonusBreak[] => {
    const [has, says] = movesOf(award, moved(award.award_id))
    if (has.every((minor, place) => minor === says[place])) return []
    const found = `bonus ${award.award_id} (${award.gives}, ${award.state}) has moved ${has.join(', ')} minor units, and says ${says.join(', ')}`
    return [{ kind: 'bonus-not-moved', found }]
  })
}

/** What was moved for an award, and what it says of itself. */
function movesOf(award: ReadAward, moved: Moved): [number[], number[]] {
  const { gives, on, state, granted_minor, paid_minor, removed_minor, premium_minor } = award
  if (isTokenKind(gives)) {
    const isUnused = state === 'refused' || state === 'expired'
    return [
      [
        ...[moved('bonus-extra', 'cash', true), -moved('bonus-premium', 'cash', true)],
        moved('bonus-premium-return', 'cash', true),
      ],
      [paid_minor, premium_minor, isUnused ? premium_minor : 0],
    ]
  }
  if (gives === 'points') return [[award.lot_points], [state === 'converted' ? (award.points ?? 0) : 0]]
  // What free rounds have won is in the books of the casino until it is a bonus.
  if (gives === 'free_rounds') return [[], []]
  const place = gives === 'freebet' ? 'freebet' : 'bonus'
  const granted = award.begun_at === null ? 0 : granted_minor
  // What is given for bets grows and shrinks with their results.
  if (on === 'bets' || on === 'losses')
    return [[moved('bonus-grant', place, true) + moved('bonus-removal', place, true)], [granted - removed_minor]]
  const [given, taken] = [moved('bonus-grant', place), -moved('bonus-removal', place)]
  const paid = gives === 'freebet' ? [] : [moved('bonus-conversion', 'cash')]
  return [
    [given, taken, ...paid],
    [granted, removed_minor, ...(gives === 'freebet' ? [] : [paid_minor])],
  ]
}

/** What free bets have won that has to be played through: the bonuses of a bet come to what it has paid, and each has moved what was asked of
 *  it, or owes that. */
async function proveWinnings(tx: BrandTransaction, awards: readonly ReadAward[]): Promise<BonusBreak[]> {
  const won = awards.filter(({ of_award_id }) => of_award_id !== null)
  const says = (found: string): BonusBreak => ({ kind: 'winnings-not-of-bet', found })
  const sizeOf = (of: readonly ReadAward[]) =>
    of.reduce((sum, { granted_minor, changed_minor }) => sum + granted_minor + changed_minor, 0)
  const byBet = Map.groupBy(won, ({ of_bet_id }) => of_bet_id)
  const bets = (await followedFreebets(tx)).flatMap(({ award_id, bet_id, paid_minor: paidMinor }) => {
    const minor = sizeOf(byBet.get(bet_id) ?? [])
    return minor === paidMinor
      ? []
      : [
          says(
            `bet ${bet_id} has paid ${paidMinor} minor units for the free bet ${award_id}, and its bonuses are ${minor}`,
          ),
        ]
  })
  if (won.length === 0) return bets
  const [moved, debts] = [await movedByAward(tx), Map.groupBy(await readDebts(tx), ({ award_id }) => award_id)]
  return [
    ...bets,
    ...won.flatMap(({ award_id, moved_minor }) => {
      const of = moved(award_id)
      const booked = of('bonus-winnings', 'cash', true) + of('bonus-winnings', 'bonus', true)
      const owed = sumOf((debts.get(award_id) ?? []).filter(({ cause }) => cause === 'undone'))
      return booked - owed === moved_minor
        ? []
        : [says(`bonus ${award_id} was changed by ${booked} minor units with ${owed} owed, and says ${moved_minor}`)]
    }),
  ]
}

/** Bets of free bets whose winnings are to be played through, as they were followed last. */
function followedFreebets(tx: BrandTransaction) {
  return (
    tx
      .select('promo_stake')
      .innerJoin('bet', (join) =>
        join.onRef('bet.brand_id', '=', 'promo_stake.brand_id').onRef('bet.bet_id', '=', 'promo_stake.source_id'),
      )
      .innerJoin('promo_award', (join) =>
        join
          .onRef('promo_award.brand_id', '=', 'promo_stake.brand_id')
          .onRef('promo_award.award_id', '=', 'promo_stake.award_id'),
      )
      .select(['promo_stake.award_id', 'bet.bet_id'])
      // What all was void of came back as the free bet.
      .select(
        sql<number>`case when bet.settlement -> 'explanation' @> '[{"step": "refund"}]' then 0
        else coalesce((bet.settlement ->> 'payoutMinor')::int8, 0) end`.as('paid_minor'),
      )
      .where('promo_stake.source', '=', 'bet')
      .where('promo_award.of_award_id', 'is', null)
      .where(sql<boolean>`promo_award.terms -> 'reward' ->> 'winnings' = 'bonus'`)
      .where(sql<boolean>`promo_stake.revision = bet.revision`)
      .execute()
  )
}

/** What is owed of each bonus is the sum of what has made it, and each of that is what the books and the other bonuses say. */
async function proveDebts(tx: BrandTransaction, awards: readonly ReadAward[]): Promise<BonusBreak[]> {
  const debts = await readDebts(tx)
  const byAward = Map.groupBy(debts, ({ award_id }) => award_id)
  const byNumber = new Map(awards.map((award) => [award.award_id, award]))
  const byPayer = Map.groupBy(debts, ({ by_award_id }) => by_award_id ?? 0)
  const moved = debts.length === 0 ? null : await movedByAward(tx)
  return awards.flatMap((award): BonusBreak[] => {
    const own = byAward.get(award.award_id) ?? []
    const sum = own.reduce((total, { minor }) => total + minor, 0)
    const says = (found: string): BonusBreak => ({
      kind: 'debt-not-explained',
      found: `of bonus ${award.award_id} (${award.gives}, ${award.state}) ${found}`,
    })
    return [
      ...(sum === award.owed_minor ? [] : [says(`${award.owed_minor} minor units are owed, and ${sum} are explained`)]),
      ...wrongWorth(award, own, byPayer.get(award.award_id) ?? []).map(says),
      ...own.flatMap((debt) => (isOfAnother(debt, award, byNumber) ? [says(unexplained(debt))] : [])),
      ...(moved && own.length > 0 ? wrongDebts(award, own, moved(award.award_id)).map(says) : []),
    ]
  })
}

type ReadDebt = Awaited<ReturnType<typeof readDebts>>[number]

/** What has made players owe more or less. @returns with each whether the stake that it names was paid by its bonus */
function readDebts(tx: BrandTransaction) {
  return tx
    .select('promo_debt')
    .select(['award_id', 'minor', 'cause', 'reference', 'by_award_id'])
    .select(
      sql<boolean>`exists (
        select from promo_stake stake
        where stake.brand_id = promo_debt.brand_id and stake.award_id = promo_debt.award_id
          and promo_debt.reference = stake.source || '/' || stake.source_id
      ) or exists (
        select from bet_reservation request
        where request.brand_id = promo_debt.brand_id and request.award_id = promo_debt.award_id
          and promo_debt.reference = 'bet/' || request.reservation_id
      )`.as('is_of_stake'),
    )
    .orderBy('debt_id')
    .execute()
}

/** Whether a debt belongs to nothing: it was made by no stake of its bonus, or taken off a bonus of another player or currency. */
function isOfAnother(debt: ReadDebt, award: ReadAward, awards: ReadonlyMap<number, ReadAward>): boolean {
  if (debt.cause === 'late') return !debt.is_of_stake
  if (debt.cause !== 'paid') return false
  const payer = awards.get(debt.by_award_id ?? 0)
  return payer?.account_id !== award.account_id || payer.currency !== award.currency
}

function unexplained({ minor, cause, reference }: ReadDebt): string {
  return `${minor} minor units are explained by ${reference} (${cause}), which is not theirs`
}

const sumOf = (debts: readonly ReadDebt[]) => debts.reduce((total, { minor }) => total + minor, 0)

/** What is owed of a bonus whose bets or rounds have not earned what was used follows from what they are worth by now; of any other one they
 *  make nothing owed. Where something else is owed of it too, only the sum is known.
 *  @param taken what was taken off it, by which less is owed of other bonuses */
function wrongWorth(award: ReadAward, own: readonly ReadDebt[], taken: readonly ReadDebt[]): string[] {
  const { worth_minor: worthMinor, granted_minor: grantedMinor, owed_minor, gives, on } = award
  const made = sumOf(own.filter(({ cause }) => cause === 'task'))
  const isOfBets = on === 'bets' || on === 'losses'
  if (own.some(({ cause }) => cause !== 'task' && cause !== 'paid')) return []
  if (!isOfBets) return made === 0 ? [] : [`${made} minor units are owed of bets, for which it is not given`]
  if (worthMinor === null || (gives !== 'funds' && gives !== 'freebet')) return []
  const { owedMinor } = taskBalance({
    ...{ grantedMinor, isUnused: false, worthMinor, takenMinor: -sumOf(taken) },
    ...{ paidOffMinor: -sumOf(own.filter(({ cause }) => cause === 'paid')), otherMinor: 0 },
  })
  return owedMinor === owed_minor
    ? []
    : [`${owed_minor} minor units are owed, and ${owedMinor} by what its bets are worth, ${worthMinor}`]
}

/** What of debts does not follow from what was paid: beside a bet, and of a bonus whose deposit was charged back. */
function wrongDebts(award: ReadAward, debts: readonly ReadDebt[], moved: Moved): string[] {
  if (debts.some(({ cause }) => cause === 'before')) return []
  const made = (of: ReadDebt['cause']) =>
    debts.filter(({ cause }) => cause === of).reduce((total, { minor }) => total + minor, 0)
  const overpaid = isTokenKind(award.gives) ? award.paid_minor - award.deposit_minor : 0
  const charged = (award.charged_back_minor ?? 0) + moved('bonus-charged-back', 'cash')
  return [
    ...(made('extra') === overpaid
      ? []
      : [`${made('extra')} minor units are owed of its bets, which were paid ${overpaid} too much`]),
    ...(made('charged_back') === charged
      ? []
      : [`${made('charged_back')} minor units are owed of its deposit, of which ${charged} are missing`]),
  ]
}

/** Players have bonus money while a bonus is played through, and free bets of those that can be used. */
async function proveHeld(tx: BrandTransaction, awards: readonly ReadAward[]): Promise<BonusBreak[]> {
  const held = await tx
    .select('currency_account')
    .select(['currency_account_id', 'account_id', 'currency', 'kind'])
    .select(
      sql<number>`coalesce((
        select balance_minor from ledger_entry
        where ledger_entry.brand_id = currency_account.brand_id
          and ledger_entry.currency_account_id = currency_account.currency_account_id
        order by sequence desc limit 1
      ), 0)::int8`.as('minor'),
    )
    .where('kind', 'in', ['bonus', 'freebet'])
    .execute()
  const keyOf = ({ account_id, currency }: { readonly account_id: number | null; readonly currency: string }) =>
    `${account_id} ${currency}`
  const active = new Set(awards.filter(({ state }) => state === 'active').map(keyOf))
  const ready = new Map<string, number>()
  for (const award of awards)
    if (award.gives === 'freebet' && award.state === 'ready')
      ready.set(keyOf(award), (ready.get(keyOf(award)) ?? 0) + award.granted_minor)
  return held.flatMap((account): BonusBreak[] => {
    const { account_id, currency, kind, minor } = account
    const isRight =
      kind === 'bonus' ? minor === 0 || active.has(keyOf(account)) : minor === (ready.get(keyOf(account)) ?? 0)
    if (isRight) return []
    const due =
      kind === 'bonus'
        ? 'no bonus is played through'
        : `free bets that can be used are ${ready.get(keyOf(account)) ?? 0}`
    return [
      {
        kind: 'held-not-bonuses',
        found: `player ${account_id} has ${minor} minor units of ${currency} as ${kind}, and ${due}`,
      },
    ]
  })
}

/** What the lots of a player have left is what the books have of their points. */
async function provePoints(tx: BrandTransaction): Promise<BonusBreak[]> {
  const rows = await tx
    .select('currency_account')
    .select('account_id')
    .select(
      sql<number>`coalesce((
        select balance_minor from ledger_entry
        where ledger_entry.brand_id = currency_account.brand_id
          and ledger_entry.currency_account_id = currency_account.currency_account_id
        order by sequence desc limit 1
      ), 0)::int8`.as('booked'),
    )
    .select(
      sql<number>`coalesce((
        select sum(left_points) from loyalty_lot
        where loyalty_lot.brand_id = currency_account.brand_id and loyalty_lot.account_id = currency_account.account_id
      ), 0)::int8`.as('left'),
    )
    .where('kind', '=', 'points')
    .where('currency', '=', POINTS_CURRENCY)
    .execute()
  return rows.flatMap(({ account_id, booked, left }): BonusBreak[] =>
    booked === left
      ? []
      : [
          {
            kind: 'points-not-lots',
            found: `player ${account_id} has ${booked} points in the books and ${left} in lots`,
          },
        ],
  )
}
