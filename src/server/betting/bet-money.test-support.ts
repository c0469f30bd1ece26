import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { PlaceBetPayload } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { openCashAccount } from '#server/money/currency-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'
import { correctBalance, undoTransfer } from '#server/money/ledger-correction.ts'
import { betOn, createScene, START, seen } from './betting.test-support.ts'

/** The last is live: bets on it wait, and so do their sales and insurances. */
const GAMES = [1, 2, 3] as const
const LIVE_GAME = 3
const DELAY_MS = 3000
/** Of each currency, and of bonus money. */
export const START_MINOR = 100_000_000

const currency = fc.constantFrom('EUR', 'USD')
const stake = fc.integer({ min: 20, max: 20_000 })
const STEPS = {
  place: fc.record({
    kind: fc.constant('place'),
    currency,
    stake,
    isChain: fc.boolean(),
    games: fc.subarray([...GAMES], { minLength: 1 }),
  }),
  bid: fc.record({
    kind: fc.constant('bid'),
    currency,
    stake,
    isGivenUp: fc.boolean(),
    game: fc.constantFrom(1 as const, 3 as const),
    price: fc.constantFrom('2.50', '9.50'),
    isDropped: fc.boolean(),
  }),
  score: fc.record({ kind: fc.constant('score'), game: fc.constantFrom(...GAMES) }),
  price: fc.record({
    kind: fc.constant('price'),
    game: fc.constantFrom(...GAMES),
    odds: fc.integer({ min: 101, max: 900 }),
  }),
  insure: fc.record({ kind: fc.constant('insure'), bet: fc.nat(5), percent: fc.integer({ min: 1, max: 100 }) }),
  sell: fc.record({
    kind: fc.constant('sell'),
    bet: fc.nat(5),
    part: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
  }),
  wait: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1000, DELAY_MS, 100_000) }),
  end: fc.record({
    kind: fc.constant('end'),
    game: fc.constantFrom(...GAMES),
    score: fc.constantFrom([1, 0], [0, 1], null),
  }),
  terms: fc.record({ kind: fc.constant('terms'), payoutTaxPercent: fc.integer({ min: 0, max: 60 }) }),
  settle: fc.record({ kind: fc.constant('settle') }),
  correct: fc.record({
    kind: fc.constant('correct'),
    currency,
    minor: fc.integer({ min: -5000, max: 5000 }).filter((minor) => minor !== 0),
    isUndone: fc.boolean(),
  }),
  exchange: fc.record({ kind: fc.constant('exchange'), minor: stake, rate: fc.integer({ min: 1, max: 9 }) }),
}

/** What may happen to the money of a player who bets. */
export type Step = typeof any extends fc.Arbitrary<infer One> ? One : never
const any = fc.oneof(...Object.values(STEPS))

/** Every flow once in an order in which each can come about, and then whatever comes. */
export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    // On the first game: insured, sold, and an auto-bet on it.
    STEPS.place.map((step) => ({ ...step, games: [1] as (typeof GAMES)[number][], isChain: false })),
    STEPS.place.map((step) => ({ ...step, games: [1] as (typeof GAMES)[number][], isChain: false })),
    STEPS.insure.map((step) => ({ ...step, bet: 0 })),
    // At a lower price the sale is worth more than its stake, and taxed.
    fc.constant({ kind: 'price' as const, game: 1 as const, odds: 120 }),
    STEPS.sell.map((step) => ({ ...step, bet: 1 })),
    STEPS.bid.map((step) => ({ ...step, isGivenUp: true, game: 1 as const, price: '9.50' as const })),
    STEPS.exchange,
    STEPS.correct.map((step) => ({ ...step, isUndone: true })),
    fc.array(any, { minLength: 3, maxLength: 12 }),
  )
  .map(([...first]) => first.flat())

/** An entry of the ledger with what it belongs to. */
export interface BookEntry {
  readonly transfer: number
  readonly kind: string
  readonly account: number
  readonly accountKind: CurrencyAccountKind
  readonly currency: string
  readonly sequence: number
  readonly amount: number
  readonly balance: number
}

/** A player with money of two currencies and bonus money, who bets before the match and live. */
export async function moneyScene(db: Kysely<Database>, brandId: string) {
  const scene = createScene(db, brandId)
  const { boolean, betting, global } = scene.sections
  const taxes = { ...betting.taxes, type: 'net' as const, stakeTaxPercent: 3, payoutTaxPercent: 7, hasReturnTax: true }
  scene.sections.boolean = { ...boolean, isInsuranceAllowed: true, isCouponSellAllowed: true, isAutoBetAllowed: true }
  scene.sections.betting = { ...betting, taxes, liveBetDelayMs: DELAY_MS, liveBetDelayMsBySport: {} }
  if (!global.currencies.USD) throw new Error('the brand has no dollars')
  const accountId = await scene.newPlayer(START_MINOR)
  const bettor = { brandId, accountId }
  const accounts = await openOthers(scene.door, accountId)
  const { fundingOf } = scene.ports
  // Odd stakes in euros are paid from bonus money.
  Object.assign(scene.ports, {
    fundingOf: async (...[tx, asked]: Parameters<typeof fundingOf>) =>
      isBonus(asked) ? accounts.bonus : fundingOf(tx, asked),
  })
  const guids: string[] = []
  const odds = new Map<number, string>(GAMES.map((game) => [game, '2.00']))
  const changes = (game: number) => (game === LIVE_GAME ? { kind: FEED_KIND.live } : {})
  const price = (game: number) => scene.price(game, odds.get(game) ?? '2.00', changes(game))
  for (const game of GAMES) price(game)
  /** What an operator has given, or exchanged, by currencies. */
  const given = { EUR: 0, USD: 0 }
  let references = 0

  async function place(payload: PlaceBetPayload, currency: string): Promise<string> {
    const betGuid = scene.newGuid()
    guids.push(betGuid)
    await scene.betting.placeBet(bettor, { betGuid, payload, currency })
    return betGuid
  }

  async function trade(happens: Extract<Step, { kind: 'insure' | 'sell' }>): Promise<void> {
    const answers = await Promise.all(guids.map((guid) => scene.betting.askBet(bettor, guid)))
    const bets = answers.flatMap((answer) => (answer.kind === 'accepted' ? answer.betId : []))
    const betId = bets[happens.bet % Math.max(1, bets.length)]
    if (betId === undefined) return
    if (happens.kind === 'insure') {
      const answer = await scene.betting.quoteInsurance(bettor, { betId, percent: happens.percent })
      if (answer.kind !== 'quoted') return
      await scene.betting.insureBet(bettor, { quoteId: answer.quote.quoteId, insuranceGuid: scene.newGuid() })
      return
    }
    const answer = await scene.betting.quoteCashOut(bettor, { betId, part: happens.part })
    if (answer.kind !== 'quoted') return
    await scene.betting.sellBet(bettor, { quoteId: answer.quote.quoteId, saleGuid: scene.newGuid() })
  }

  async function give({ currency, minor, isUndone }: Extract<Step, { kind: 'correct' }>): Promise<void> {
    references += 1
    const to = { accountId, currency, amountMinor: minor, reference: `by-hand-${references}`, reason: 'a test' }
    await scene.door.transaction(async (tx) => {
      const { transferId } = await correctBalance(tx, { ...to, now: scene.now() })
      if (isUndone) await undoTransfer(tx, { transferId, reason: 'a mistake', now: scene.now() })
    })
    if (!isUndone) given[currency as keyof typeof given] += minor
  }

  /** Euros of the player become dollars, over the accounts of liquidity. */
  async function exchange({ minor, rate }: Extract<Step, { kind: 'exchange' }>): Promise<void> {
    references += 1
    const entry = (currencyAccountId: number, currency: string, amountMinor: number) => {
      return { currencyAccountId, currency, amountMinor }
    }
    const entries = [
      entry(accounts.EUR, 'EUR', -minor),
      entry(accounts.euros, 'EUR', minor),
      entry(accounts.dollars, 'USD', -minor * rate),
      entry(accounts.USD, 'USD', minor * rate),
    ]
    await scene.door.transaction((tx) =>
      postTransfer(tx, { kind: 'exchange', reference: String(references), entries, now: scene.now() }),
    )
    given.EUR -= minor
    given.USD += minor * rate
  }

  async function run(happens: Step): Promise<void> {
    if (happens.kind === 'place') {
      const { games, stake: summ, isChain, currency } = happens
      const events = games.map((game) => seen(game, odds.get(game) ?? '2.00', changes(game)))
      const type = isChain && games.length > 1 ? { betType: 'chain' as const } : {}
      await place(betOn(events, { summ, groupsSumms: [summ], ...type }), currency)
    } else if (happens.kind === 'bid') {
      const { stake: summ, currency, isGivenUp, game, price: autoBetCf, isDropped: dropOnScoreChange } = happens
      const wish = { summ, groupsSumms: [summ], isAutoBet: true, autoBetCf, dropOnScoreChange }
      const guid = await place(betOn([seen(game, odds.get(game) ?? '2.00', changes(game))], wish), currency)
      if (isGivenUp) await scene.betting.cancelAutoBet(bettor, guid)
    } else if (happens.kind === 'score') scene.score(happens.game)
    else if (happens.kind === 'price') {
      odds.set(happens.game, (happens.odds / 100).toFixed(2))
      price(happens.game)
    } else if (happens.kind === 'terms') {
      const { betting: now } = scene.sections
      scene.sections.betting = { ...now, taxes: { ...now.taxes, payoutTaxPercent: happens.payoutTaxPercent } }
    } else if (happens.kind === 'wait') {
      scene.wait(happens.ms)
      await scene.betting.resolveDueBets(brandId)
    } else if (happens.kind === 'correct') await give(happens)
    else if (happens.kind === 'exchange') await exchange(happens)
    else if (happens.kind === 'end') scene.end(happens.game, happens.score?.[0], happens.score?.[1])
    else if (happens.kind === 'settle') await scene.betting.settleBets(brandId)
    else await trade(happens)
  }

  return {
    ...scene,
    run,
    given,
    accounts,
    settle: () => scene.betting.settleBets(brandId),
    /** Ends every game, with the same score or as void. */
    endAll: (score: readonly [number, number] | null) => GAMES.map((game) => scene.end(game, score?.[0], score?.[1])),
    /** Ends all that waits: auto-bets are given up, and delays are over. */
    async endWaiting(): Promise<void> {
      const giveUp = async () => {
        for (const guid of guids) await scene.betting.cancelAutoBet(bettor, guid)
      }
      await giveUp()
      scene.wait(DELAY_MS)
      await scene.betting.resolveDueBets(brandId)
      // Those whose price was reached, and was not there any more when their delay was over.
      await giveUp()
    },
  }
}

/** Whether a stake is paid from bonus money. */
export function isBonus({ currency, stakeMinor }: { readonly currency: string; readonly stakeMinor: number }): boolean {
  return currency === 'EUR' && stakeMinor % 2 === 1
}

/** Opens the player's accounts other than the one in euros, with as much on each, and the liquidity accounts. */
function openOthers(door: ReturnType<typeof createScene>['door'], accountId: number) {
  return door.transaction(async (tx) => {
    const open = async (kind: CurrencyAccountKind, currency: string, owner: number | null = null) => {
      const row = { account_id: owner, currency, kind, is_active: false, created_at: START }
      const made = tx.insert('currency_account', row).returning('currency_account_id as id')
      return (await made.executeTakeFirstOrThrow()).id
    }
    const USD = (await openCashAccount(tx, { accountId, currency: 'USD', now: START })) ?? 0
    const gift = { accountId, currency: 'USD', amountMinor: START_MINOR, reference: 'dollars', reason: 'a test' }
    await correctBalance(tx, { ...gift, now: START })
    const [EUR, house] = [await accountOf(tx, 'cash'), await accountOf(tx, 'house')]
    const bonus = await open('bonus', 'EUR', accountId)
    const entries = [
      { currencyAccountId: house, currency: 'EUR', amountMinor: -START_MINOR },
      { currencyAccountId: bonus, currency: 'EUR', amountMinor: START_MINOR },
    ]
    await postTransfer(tx, { kind: 'bonus', reference: String(accountId), entries, now: START })
    return { EUR, USD, bonus, euros: await open('liquidity', 'EUR'), dollars: await open('liquidity', 'USD') }
  })
}

async function accountOf(tx: BrandTransaction, kind: CurrencyAccountKind): Promise<number> {
  const row = tx.select('currency_account').select('currency_account_id as id').where('kind', '=', kind)
  return (await row.where('currency', '=', 'EUR').executeTakeFirstOrThrow()).id
}

/** All that the books of a brand hold, account by account in the order in which it was written. */
export function readBooks(tx: BrandTransaction): Promise<BookEntry[]> {
  return tx
    .select('ledger_entry')
    .innerJoin('ledger_transfer as transfer', (join) =>
      join
        .onRef('transfer.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('transfer.transfer_id', '=', 'ledger_entry.transfer_id'),
    )
    .innerJoin('currency_account as account', (join) =>
      join
        .onRef('account.brand_id', '=', 'ledger_entry.brand_id')
        .onRef('account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
    )
    .select(['ledger_entry.transfer_id as transfer', 'transfer.kind', 'account.kind as accountKind'])
    .select(['account.currency_account_id as account', 'account.currency', 'ledger_entry.sequence'])
    .select(['ledger_entry.amount_minor as amount', 'ledger_entry.balance_minor as balance'])
    .orderBy('account')
    .orderBy('sequence')
    .execute()
}
