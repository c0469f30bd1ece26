import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { ALL_PLAYERS } from './bet-limits.ts'

/** Something in the books that does not follow from the bets. */
export interface BetBreak {
  readonly kind: 'house-not-bets' | 'tax-not-bets' | 'pending-not-held' | 'advance-not-owed' | 'open-not-bets'
  /** What was found, in words. */
  readonly found: string
}

/** What is open of the bets in a currency, in its minor units. */
export interface OpenBets {
  readonly currency: string
  readonly bets: number
  readonly stakeMinor: number
  /** What they pay when all of them win. */
  readonly possibleMinor: number
}

export interface BetProof {
  readonly bets: number
  readonly open: readonly OpenBets[]
  readonly breaks: readonly BetBreak[]
}

/** What moves on the accounts of bets by any of their transfers. */
const BET_KINDS = [
  'bet-hold',
  'bet-stake',
  'bet-release',
  'bet-payout',
  'bet-payout-undone',
  'bet-sale',
  'bet-premium',
  'bet-premium-hold',
  'bet-premium-release',
  'bet-insurance',
  'bet-insurance-undone',
  'bet-advance-repaid',
  'bet-advance-undone',
]

/** Proves the money of a brand's bets against the bets: the house has won what was staked or
 *  paid for insurance and not paid out, taxes are those of the
 *  bets, what is pending is what is held, players owe what was advanced to them and not repaid (LEDGER-3, LEDGER-4), and what limits
 *  take for open on each outcome is what is open of its bets (PLACE-6). */
export async function proveBets(tx: BrandTransaction): Promise<BetProof> {
  const rows = await sumsOfBets(tx)
  const held = [...(await heldStakes(tx)), ...(await heldPremiums(tx))]
  const [owed, moved] = [await owedAdvances(tx), await movedByBets(tx)]
  const currencies = new Set([...rows, ...held, ...owed, ...moved].map(({ currency }) => currency))
  const breaks = [...currencies].sort().flatMap((currency): BetBreak[] => {
    const of = (kind: string) => moved.find((row) => row.currency === currency && row.kind === kind)?.minor ?? 0
    const bets = rows.find((row) => row.currency === currency)
    const taxMinor = bets?.taxMinor ?? 0
    const houseMinor = (bets?.stakeMinor ?? 0) - (bets?.payoutMinor ?? 0) - taxMinor
    const heldMinor = held.filter((row) => row.currency === currency).reduce((sum, row) => sum + row.heldMinor, 0)
    const owedMinor = owed.find((row) => row.currency === currency)?.owedMinor ?? 0
    return [
      ...differing('house-not-bets', { currency, booked: of('house'), due: houseMinor, what: 'the house has won' }),
      ...differing('tax-not-bets', { currency, booked: of('tax'), due: taxMinor, what: 'the taxes are' }),
      ...differing('pending-not-held', { currency, booked: of('pending'), due: heldMinor, what: 'pending are' }),
      ...differing('advance-not-owed', { currency, booked: of('advance'), due: 0 - owedMinor, what: 'advanced are' }),
    ]
  })
  return {
    bets: rows.reduce((sum, { bets }) => sum + bets, 0),
    open: rows.flatMap(({ currency, openBets: bets, openStakeMinor: stakeMinor, possibleMinor }) =>
      bets > 0 ? [{ currency, bets, stakeMinor, possibleMinor }] : [],
    ),
    breaks: [...breaks, ...(await wrongOpenStakes(tx))],
  }
}

function differing(
  kind: BetBreak['kind'],
  { currency, booked, due, what }: { currency: string; booked: number; due: number; what: string },
): BetBreak[] {
  if (booked === due) return []
  return [{ kind, found: `${what} ${booked} minor units of ${currency} by the books, and ${due} by the bets` }]
}

function sumsOfBets(tx: BrandTransaction) {
  const ofSettlement = (name: string) => sql`coalesce((settlement ->> ${sql.lit(name)})::int8, 0)`
  const stakeTax = sql`case when settlement is null then stake_tax_minor else ${ofSettlement('stakeTaxMinor')} + sold_stake_tax_minor end`
  return tx
    .select('bet')
    .select('currency')
    .select(sql<number>`count(*)::int8`.as('bets'))
    .select(sql<number>`sum(stake_minor + premium_minor)::int8`.as('stakeMinor'))
    .select(
      sql<number>`sum(${ofSettlement('payoutMinor')} + ${ofSettlement('insuranceMinor')} + sold_for_minor)::int8`.as(
        'payoutMinor',
      ),
    )
    .select(sql<number>`sum(${stakeTax} + ${ofSettlement('payoutTaxMinor')} + sold_tax_minor)::int8`.as('taxMinor'))
    .select(sql<number>`(count(*) filter (where state = 'open'))::int8`.as('openBets'))
    .select(
      sql<number>`coalesce(sum(stake_minor - sold_stake_minor) filter (where state = 'open'), 0)::int8`.as(
        'openStakeMinor',
      ),
    )
    .select(sql<number>`coalesce(sum(possible_minor) filter (where state = 'open'), 0)::int8`.as('possibleMinor'))
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/** Outcomes of which limits take more or less for open than there is. */
async function wrongOpenStakes(tx: BrandTransaction): Promise<BetBreak[]> {
  const kept = await tx
    .select('open_stake')
    .select(['outcome_id as outcomeId', 'account_id as accountId', 'currency'])
    .select(['stake_minor as stakeMinor', 'possible_minor as possibleMinor'])
    .execute()
  const due = await tx
    .select('bet')
    .innerJoin('bet_leg', (join) =>
      join.onRef('bet_leg.brand_id', '=', 'bet.brand_id').onRef('bet_leg.bet_id', '=', 'bet.bet_id'),
    )
    .select(['bet_leg.outcome_id as outcomeId', 'bet.currency', 'bet.account_id as accountId'])
    .select(sql<number>`sum(bet.stake_minor - bet.sold_stake_minor)::int8`.as('stakeMinor'))
    .select(sql<number>`sum(bet.possible_minor)::int8`.as('possibleMinor'))
    .where('bet.state', '=', 'open')
    .groupBy(['bet_leg.outcome_id', 'bet.currency', 'bet.account_id'])
    .execute()
  const open = new Map<string, { readonly stakeMinor: number; readonly possibleMinor: number }>()
  const add = (rows: typeof due, by: 1 | -1): void => {
    for (const { outcomeId, accountId, currency, stakeMinor, possibleMinor } of rows) {
      const name = `outcome ${outcomeId} in ${currency}${accountId === ALL_PLAYERS ? '' : ` of account ${accountId}`}`
      const former = open.get(name)
      open.set(name, {
        stakeMinor: (former?.stakeMinor ?? 0) + by * stakeMinor,
        possibleMinor: (former?.possibleMinor ?? 0) + by * possibleMinor,
      })
    }
  }
  add(kept, 1)
  add(due, -1)
  add(
    due.map((row) => ({ ...row, accountId: ALL_PLAYERS })),
    -1,
  )
  return [...open].flatMap(([name, { stakeMinor, possibleMinor }]) =>
    stakeMinor === 0 && possibleMinor === 0
      ? []
      : [
          {
            kind: 'open-not-bets',
            found: `what limits take for open on ${name} is off by ${stakeMinor} of stake and ${possibleMinor} of payout`,
          },
        ],
  )
}

function heldStakes(tx: BrandTransaction) {
  return tx
    .select('bet_reservation')
    .select('currency')
    .select(sql<number>`sum(stake_minor)::int8`.as('heldMinor'))
    .where('state', '=', 'held')
    .groupBy('currency')
    .execute()
}

/** Of insurances whose delay is not over. */
function heldPremiums(tx: BrandTransaction) {
  return tx
    .select('bet_taking')
    .innerJoin('bet_offer', (join) =>
      join
        .onRef('bet_offer.brand_id', '=', 'bet_taking.brand_id')
        .onRef('bet_offer.kind', '=', 'bet_taking.kind')
        .onRef('bet_offer.offer_id', '=', 'bet_taking.offer_id'),
    )
    .innerJoin('bet', (join) =>
      join.onRef('bet.brand_id', '=', 'bet_offer.brand_id').onRef('bet.bet_id', '=', 'bet_offer.bet_id'),
    )
    .select('bet.currency')
    .select(sql<number>`sum(bet_taking.held_minor)::int8`.as('heldMinor'))
    .where('bet_taking.state', '=', 'waiting')
    .groupBy('bet.currency')
    .execute()
}

function owedAdvances(tx: BrandTransaction) {
  return tx
    .select('bet_advance')
    .select('currency')
    .select(sql<number>`sum(advance_minor - repaid_minor)::int8`.as('owedMinor'))
    .where('state', '=', 'waiting')
    .groupBy('currency')
    .execute()
}

function movedByBets(tx: BrandTransaction) {
  return tx
    .select('ledger_entry')
    .innerJoin('ledger_transfer', (join) =>
      join
        .onRef('ledger_transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('ledger_transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .innerJoin('currency_account', (join) =>
      join
        .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select(['ledger_entry.currency', 'currency_account.kind'])
    .select(sql<number>`sum(ledger_entry.amount_minor)::int8`.as('minor'))
    .where('ledger_transfer.kind', 'in', BET_KINDS)
    .groupBy(['ledger_entry.currency', 'currency_account.kind'])
    .execute()
}
