import { AppError } from '#calls/app-error.ts'
import type { QuoteKind } from '#machines/betting/cash-out/bet-quote.rules.ts'
import type { CashOutLeg } from '#machines/betting/cash-out/fair-worth.rules.ts'
import type { ErrorCode } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import { type BetAccounts, lockBetAccounts, lockPlayerAccounts } from '../bet-accounts.ts'
import { liveDelayMs } from '../bet-verdict.ts'
import type { BettingPorts, BettingSections, Bettor } from '../betting-ports.ts'
import { followBonus } from '../bonus-stakes.ts'
import { legsNow, type OpenMarket, readMarket } from '../open-market.ts'
import { fundingKindOfHold, fundingOfHold, holdPremium, releasePremium } from '../stake-money.ts'
import {
  endTaking,
  findQuote,
  findTaking,
  insertQuote,
  insertTaking,
  isTaken,
  type KeptQuote,
  lockQuotedBet,
  type QuotedBet,
  type Taking,
} from './quote-store.ts'

/** Of which bet, and how much of its stake: all that is left when neither is said. */
export interface QuoteWish {
  readonly betId: number
  /** Minor units. */
  readonly part?: number | undefined
  /** The same as a share, 1 to 100. */
  readonly percent?: number | undefined
}

/** Why nothing is offered: key of the text, with the values that it names. */
interface QuoteRefusal {
  readonly reason: string
  readonly params?: Readonly<Record<string, string | number>>
}

type TermsResult<Terms> = ({ readonly kind: 'quoted' } & Terms) | ({ readonly kind: 'refused' } & QuoteRefusal)

/** What is said to one who asks for a quote, or takes one. */
type QuoteAnswer<Quote, Taken> =
  | Taken
  | { readonly kind: 'quoted' | 'requoted'; readonly quote: Quote & { readonly expiresInMs: number } }
  | { readonly kind: 'pending'; readonly delayMs: number }
  | { readonly kind: 'refused'; reason: string; params?: Record<string, string | number> }

/** A bet as a quote is made for it. */
export interface AskedBet {
  readonly bet: QuotedBet
  readonly legs: ReadonlyMap<number, CashOutLeg>
  readonly wish: QuoteWish
  readonly sections: BettingSections
}

/** What a kind of quote is: what it follows from, when it has become worse, and what is done when it is taken. */
export interface QuoteTrade<Terms, Quote, Taken> {
  readonly kind: QuoteKind
  readonly codes: Readonly<Record<'betUnknown' | 'quoteUnknown' | 'nameTaken', ErrorCode>>
  /** The margin, and how long a quote stands. */
  readonly terms: (sections: BettingSections) => { readonly marginPercent: number; readonly quoteMs: number }
  readonly judge: (asked: AskedBet) => TermsResult<Terms>
  /** The new money that a player stakes by taking it: the guard is asked for it, and it is held while the taking waits. */
  readonly stakeMinor: (terms: Terms) => number
  /** What the player is paid by taking it. */
  readonly paysMinor: (terms: Terms) => number
  /** How much of the stake a quote is of; undefined when it is all that was left. */
  readonly partOf: (terms: Terms) => number | undefined
  readonly isWorse: (quoted: Terms, now: { readonly kind: 'quoted' } & Terms) => boolean
  /** Moves the money, including what was held for it, and records it with the bet; says why when it cannot. */
  readonly take: (
    tx: BrandTransaction,
    accounts: BetAccounts,
    of: { readonly bet: QuotedBet; readonly kept: KeptQuote<Terms>; readonly heldMinor: number; readonly now: Date },
  ) => Promise<QuoteRefusal | null>
  readonly quoteOf: (bet: QuotedBet, kept: KeptQuote<Terms>) => Quote
  readonly takenOf: (bet: QuotedBet, kept: KeptQuote<Terms>) => Taken
}

/** What the functions of `createBetQuotes` share. */
interface QuoteDesk<Terms extends object, Quote extends object, Taken extends object> {
  readonly trade: QuoteTrade<Terms, Quote, Taken>
  readonly ports: BettingPorts
}

/** What is asked for, and the name of its taking, where it is taken. */
interface JudgedWish {
  readonly wish: QuoteWish
  readonly market: OpenMarket
  readonly guid?: string
}

/** A bet as it could be sold or insured now. */
interface Judged<Terms extends object> extends AskedBet {
  readonly result: TermsResult<Terms>
  /** What is known of its taking. */
  readonly taking: Taking | undefined
}

interface Begun<Terms extends object> {
  readonly judged: Judged<Terms>
  readonly kept: KeptQuote<Terms>
  readonly guid: string
  readonly market: OpenMarket
}

interface Ended<Terms extends object> extends Omit<Begun<Terms>, 'market'> {
  readonly taking: Taking
}

/** Makes quotes of a kind and takes them. A quote is kept with what it follows from; taking it has a name, happens once, and waits as
 *  a live bet does when an outcome is live (PLACE-5, PLACE-7, BET-13). */
export function createBetQuotes<Terms extends object, Quote extends object, Taken extends object>(
  ports: BettingPorts,
  trade: QuoteTrade<Terms, Quote, Taken>,
) {
  const desk: QuoteDesk<Terms, Quote, Taken> = { trade, ports }

  return {
    /** Says what is offered now, and keeps it. @throws AppError when the player has no such bet */
    quote: (bettor: Bettor, asked: QuoteWish) => quote(desk, bettor, asked),

    /** Takes a quote, once under its name: the same again says what became of the first. One that has expired, or is worse for the
     *  player by now, moves nothing and is answered by another quote.
     *  @throws AppError when there is no such quote, or the name belongs to the taking of another one */
    take: (bettor: Bettor, of: { readonly quoteId: number; readonly guid: string }) => take(desk, bettor, of),
  }
}

async function judge<Terms extends object, Quote extends object, Taken extends object>(
  { trade, ports }: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  { accountId }: Bettor,
  { wish, market, guid }: JudgedWish,
): Promise<Judged<Terms>> {
  const { codes, kind } = trade
  const { clock } = ports
  const bet = await lockQuotedBet(tx, { accountId, betId: wish.betId })
  if (!bet) throw new AppError(codes.betUnknown)
  // With the bet locked, nobody else takes a quote on it.
  const taking = guid === undefined ? undefined : await findTaking(tx, { accountId, kind, guid })
  const asked = { bet, legs: await legsNow(tx, bet.betId, market), wish, sections: market.sections, taking }
  const result = trade.judge(asked)
  if (result.kind === 'refused') return { ...asked, result }
  const heldMinor = taking?.state === 'waiting' ? taking.heldMinor : 0
  const amountMinor = trade.stakeMinor(result) - heldMinor
  // What stakes nothing is never refused: a player who has reached a limit can still sell a bet (RG-13).
  if (amountMinor <= 0) return { ...asked, result }
  const money = { path: 'insurance' as const, accountId, currency: bet.currency, amountMinor, now: clock() }
  const refusal = await ports.mayStake(tx, money)
  return { ...asked, result: refusal ? { kind: 'refused', ...refusal } : result }
}

async function answerAnew<Terms extends object, Quote extends object, Taken extends object>(
  { trade, ports: { clock } }: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  answered: 'quoted' | 'requoted',
  judged: Judged<Terms>,
): Promise<QuoteAnswer<Quote, Taken>> {
  const { kind } = trade
  const { bet, legs, sections, result } = judged
  if (result.kind === 'refused') return refused(result)
  const { marginPercent, quoteMs } = trade.terms(sections)
  const now = clock()
  const { kind: _kind, ...terms } = result
  const kept = await insertQuote(tx, {
    kind,
    bet,
    terms: terms as unknown as Terms,
    facts: { marginPercent, legs },
    now,
    expiresAt: new Date(now.getTime() + quoteMs),
  })
  return { kind: answered, quote: { ...trade.quoteOf(bet, kept), expiresInMs: quoteMs } }
}

/** Whether a quote cannot be had any more as it was made. */
function isWorse<Terms extends object, Quote extends object, Taken extends object>(
  { trade }: QuoteDesk<Terms, Quote, Taken>,
  { terms }: KeptQuote<Terms>,
  { result }: Judged<Terms>,
): boolean {
  return result.kind === 'refused' || trade.isWorse(terms, result)
}

async function partiesOf<Terms extends object, Quote extends object, Taken extends object>(
  { ports: { clock } }: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  { accountId, currency, reservationId }: QuotedBet,
) {
  return { accountId, currency, funding: await fundingOfHold(tx, reservationId), now: clock() }
}

async function carryOut<Terms extends object, Quote extends object, Taken extends object>(
  desk: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  { bet, kept, heldMinor }: { readonly bet: QuotedBet; readonly kept: KeptQuote<Terms>; readonly heldMinor: number },
): Promise<QuoteRefusal | null> {
  const { trade, ports } = desk
  const accounts = await lockBetAccounts(tx, await partiesOf(desk, tx, bet))
  const isStaking = heldMinor === 0 && trade.stakeMinor(kept.terms) > 0
  if (isStaking && (await isPaidByEnded(desk, tx, bet))) return { reason: 'balance.too_low' }
  const now = ports.clock()
  const refusal = await trade.take(tx, accounts, { bet, kept, heldMinor, now })
  const moved = { gainedMinor: trade.paysMinor(kept.terms), reference: `quote/${kept.quoteId}`, now }
  if (!refusal) await followBonus(ports, tx, bet, moved)
  return refusal
}

/** Whether a bet was paid from a bonus that is over: it has no money for anything further. The accounts are locked. */
async function isPaidByEnded<Terms extends object, Quote extends object, Taken extends object>(
  { ports }: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  { reservationId }: QuotedBet,
): Promise<boolean> {
  return (await fundingKindOfHold(tx, reservationId)) === 'bonus' && ports.isBonusOver(tx, reservationId)
}

/** Sets aside what a quote costs until its delay is over. */
async function hold<Terms extends object, Quote extends object, Taken extends object>(
  desk: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  bet: QuotedBet,
  kept: KeptQuote<Terms>,
): Promise<QuoteRefusal | null> {
  const { trade } = desk
  const { clock } = desk.ports
  const premiumMinor = trade.stakeMinor(kept.terms)
  if (premiumMinor === 0) return null
  const accounts = await lockPlayerAccounts(tx, await partiesOf(desk, tx, bet))
  if (accounts.playerMinor < premiumMinor || (await isPaidByEnded(desk, tx, bet))) return { reason: 'balance.too_low' }
  await holdPremium(tx, accounts, { quoteId: kept.quoteId, premiumMinor, now: clock() })
  return null
}

/** Takes a quote that stands, at once or, where an outcome is live, once the delay is over. */
async function begin<Terms extends object, Quote extends object, Taken extends object>(
  desk: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  { judged, kept, guid, market }: Begun<Terms>,
): Promise<QuoteAnswer<Quote, Taken>> {
  const { trade } = desk
  const { clock } = desk.ports
  const { kind } = trade
  const now = clock()
  const { bet, sections } = judged
  const isOver = kept.expiresAt <= now || isWorse(desk, kept, judged)
  if (isOver || (await isTaken(tx, { kind, quoteId: kept.quoteId }))) return answerAnew(desk, tx, 'requoted', judged)
  const delayMs = liveDelayMs([...market.facts.values()], sections.betting)
  const dueAt = new Date(now.getTime() + delayMs)
  const expiresAt = new Date(dueAt.getTime() + sections.betting.riskLimits.holdMs)
  const refusal = delayMs > 0 ? await hold(desk, tx, bet, kept) : await carryOut(desk, tx, { bet, kept, heldMinor: 0 })
  if (refusal) return refused(refusal)
  const state = delayMs > 0 ? 'waiting' : 'taken'
  const heldMinor = delayMs > 0 ? trade.stakeMinor(kept.terms) : 0
  await insertTaking(tx, {
    accountId: bet.accountId,
    kind,
    guid,
    quoteId: kept.quoteId,
    state,
    heldMinor,
    dueAt,
    expiresAt,
    now,
  })
  return delayMs > 0 ? { kind: 'pending', delayMs } : trade.takenOf(bet, kept)
}

/** Decides a quote whose delay is over: it is judged again, and taken unless it has become worse. */
async function end<Terms extends object, Quote extends object, Taken extends object>(
  desk: QuoteDesk<Terms, Quote, Taken>,
  tx: BrandTransaction,
  { judged, kept, guid, taking }: Ended<Terms>,
): Promise<QuoteRefusal | 'lapsed' | null> {
  const { clock } = desk.ports
  const { kind } = desk.trade
  const now = clock()
  const { bet } = judged
  const { heldMinor } = taking
  const name = { accountId: bet.accountId, kind, guid }
  const isOver = taking.expiresAt <= now || isWorse(desk, kept, judged)
  const refusal = isOver ? null : await carryOut(desk, tx, { bet, kept, heldMinor })
  if ((isOver || refusal) && heldMinor > 0) {
    const accounts = await lockPlayerAccounts(tx, await partiesOf(desk, tx, bet))
    await releasePremium(tx, accounts, { quoteId: kept.quoteId, premiumMinor: heldMinor, now })
    const moved = { gainedMinor: heldMinor, reference: `quote/${kept.quoteId}`, now }
    await followBonus(desk.ports, tx, bet, moved)
  }
  await endTaking(tx, name, { state: isOver || refusal ? 'lapsed' : 'taken', now })
  return isOver ? 'lapsed' : refusal
}

async function quote<Terms extends object, Quote extends object, Taken extends object>(
  desk: QuoteDesk<Terms, Quote, Taken>,
  bettor: Bettor,
  asked: QuoteWish,
): Promise<QuoteAnswer<Quote, Taken>> {
  const { ports } = desk
  const { db } = ports
  const wish = { ...asked, betId: storableId(asked.betId) }
  const market = await readMarket(ports, bettor, wish.betId)
  return forBrand(db, bettor.brandId).transaction(async (tx) =>
    answerAnew(desk, tx, 'quoted', await judge(desk, tx, bettor, { wish, market })),
  )
}

async function take<Terms extends object, Quote extends object, Taken extends object>(
  desk: QuoteDesk<Terms, Quote, Taken>,
  bettor: Bettor,
  { quoteId, guid }: { readonly quoteId: number; readonly guid: string },
): Promise<QuoteAnswer<Quote, Taken>> {
  const { ports, trade } = desk
  const { db, clock } = ports
  const { kind, codes } = trade
  const { accountId, brandId } = bettor
  const door = forBrand(db, brandId)
  const asked = { kind, accountId, quoteId: storableId(quoteId) }
  const kept = await door.transaction((tx) => findQuote<Terms>(tx, asked))
  if (!kept) throw new AppError(codes.quoteUnknown)
  const market = await readMarket(ports, bettor, kept.betId)
  const wish = { betId: kept.betId, part: trade.partOf(kept.terms) }
  return door.transaction(async (tx) => {
    const judged = await judge(desk, tx, bettor, { wish, market, guid })
    const { taking } = judged
    if (taking && taking.quoteId !== kept.quoteId) throw new AppError(codes.nameTaken)
    if (!taking) return begin(desk, tx, { judged, kept, guid, market })
    if (taking.state === 'taken') return trade.takenOf(judged.bet, kept)
    const waitsMs = taking.dueAt.getTime() - clock().getTime()
    if (taking.state === 'waiting' && waitsMs > 0) return { kind: 'pending', delayMs: waitsMs }
    const ended = taking.state === 'lapsed' ? 'lapsed' : await end(desk, tx, { judged, kept, guid, taking })
    if (ended === 'lapsed') return answerAnew(desk, tx, 'requoted', judged)
    return ended ? refused(ended) : trade.takenOf(judged.bet, kept)
  })
}

function refused({ reason, params }: QuoteRefusal) {
  return { kind: 'refused' as const, reason, ...(params === undefined ? {} : { params: { ...params } }) }
}
