import { betQuoteActors } from '#calls/actors/bet-quote.actors.ts'
import { couponActors } from '#calls/actors/coupon.actors.ts'
import { say } from '#cli/command-text.ts'
import type { CashOutQuote, CouponEntry, PlaceBetRequest, Scenario } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { bettingWorld, CURRENCY, type PresentWorld } from './betting-world.ts'
import { type HttpActor, type HttpMachine, type HttpScope, member, Untold } from './http-machine.ts'

type Told = HttpScope['told']
type QuoteQuestion = Parameters<typeof betQuoteActors.askQuote>[1]
type TakingRequest = Parameters<typeof betQuoteActors.take>[1]
type QuoteAnswer = Awaited<ReturnType<typeof betQuoteActors.take>>

/** Sales of betting/bet-quote over HTTP: the player has a bet on one outcome, whose price is at each moment the one at
 *  which the bet is worth what the scenario tells. The house keeps no margin, so that every value can be expressed. */
export function betQuoteHttp(scenario: Scenario): HttpMachine {
  const stakeMinor = Number(scenario.input?.leftMinor ?? STAKE_MINOR)
  const odds = acceptedOdds(scenario)
  const [quoted] = quotesIn(scenario)
  const config = {
    coupon: { cashOutMarginPercent: 0 },
    betting: { ...(quoted ? { cashOutQuoteMs: quoted.expiresInMs } : {}), liveBetDelayMs: delayIn(scenario) },
  }
  const world = bettingWorld(scenario, { config, entries: [{ ...ENTRY, odds, agreedOdds: odds }], hasPlayer: true })
  let bet: Promise<number> | undefined
  /** Numbers of quotes by those of the scenario. */
  const quotes = new Map<number, number>()
  /** When the last quote was made, by the clock of the server. */
  let quotedAtMs = 0
  let isDelayed = false

  async function present(): Promise<PresentWorld & { readonly betId: number }> {
    const there = await world.present()
    bet ??= placed(there.place.scope, { odds, stakeMinor })
    return { ...there, betId: await bet }
  }
  function keep(told: Told, answer: QuoteAnswer): QuoteAnswer {
    const quote = quoteIn(told?.value)
    if (quote && 'quote' in answer) quotes.set(quote.quoteId, answer.quote.quoteId)
    return answer
  }
  /** A quote waits where its bet is live; one delay is all that the server has. */
  async function delay({ book, place }: PresentWorld): Promise<void> {
    if (isDelayed) throw new Untold(say('driver.delay_begun_not_begun'))
    if (quoted && place.server.clock.nowMs - quotedAtMs >= quoted.expiresInMs)
      throw new Untold(say('driver.offer_story_over_asked'))
    isDelayed = true
    await book.play(ENTRY.gameId)
  }
  const askQuote: HttpActor = {
    async send(scope, input) {
      const question = input as QuoteQuestion
      if (question.kind === 'insurance') throw new Untold(say('driver.premium_story_follows_from'))
      const { partMinor } = question
      const there = await present()
      const quote = quoteIn(scope.told?.value)
      if (quote && quote.soldMinor !== (partMinor ?? stakeMinor))
        throw new Untold(say('driver.offer_story_another_part'))
      await arrange(there, scope.told, { odds, stakeMinor })
      quotedAtMs = there.place.server.clock.nowMs
      return keep(scope.told, await betQuoteActors.askQuote(scope.call, { ...question, betId: there.betId }))
    },
    comparable,
  }
  async function take(scope: HttpScope, input: unknown, told: Told): Promise<QuoteAnswer> {
    const { kind, quoteId, guid } = input as TakingRequest
    const there = await present()
    if (member(told?.value, 'kind') === 'pending') await delay(there)
    else if (isDelayed && member(told?.value, 'code') === 'cash_out.quote_unknown')
      throw new Untold(say('driver.offer_waits_kept_until'))
    await arrange(there, told, { odds, stakeMinor })
    return keep(told, await betQuoteActors.take(scope.call, { kind, quoteId: quotes.get(quoteId) ?? quoteId, guid }))
  }
  const takeQuote: HttpActor = {
    send: (scope, input) => take(scope, input, scope.told),
    async lose(scope, input) {
      const after = scenario.steps.findIndex(({ actor }) => actor === scope.told?.actor) + 1
      const next = scenario.steps.slice(after).find(({ actor }) => actor?.startsWith('root/take#') === true)
      if (next?.do === 'ok' && member(next.value, 'kind') === 'sold') await take(scope, input, next)
    },
    comparable,
  }
  return { actors: { askQuote, take: takeQuote }, world }
}

const STAKE_MINOR = 1000
const ODDS = '4.00'
const ENTRY: CouponEntry = {
  gameId: 1,
  marketId: 1,
  typeId: 1,
  outcomeId: 1,
  kind: 3,
  odds: ODDS,
  agreedOdds: ODDS,
  epoch: 'book',
  seq: 1,
  status: 1,
  isSuspended: false,
  names: { game: 'Game 1', market: 'Result', outcome: 'Home' },
  startsAt: '2026-01-15T15:00:00Z',
}
/** Decimal places that prices of the book have. */
const PRICE_PLACES = 4

function quotesIn({ steps }: Scenario): readonly CashOutQuote[] {
  return steps.flatMap(({ value }) => quoteIn(value) ?? [])
}

/** How long a quote of the scenario waits, ms; 0 when none does. */
function delayIn({ steps }: Scenario): number {
  return Math.max(0, ...steps.map(({ value }) => Number(member(value, 'delayMs') ?? 0)))
}

function quoteIn(value: unknown): CashOutQuote | undefined {
  return member(value, 'quote') as CashOutQuote | undefined
}

/** The price at which the bet was accepted: known from what a part of it can still pay. */
function acceptedOdds(scenario: Scenario): string {
  const part = quotesIn(scenario).find(({ remainingMinor }) => remainingMinor > 0)
  return part ? (part.possibleMinor / part.remainingMinor).toFixed(PRICE_PLACES) : ODDS
}

async function placed(
  { call }: HttpScope,
  { odds, stakeMinor }: { readonly odds: string; readonly stakeMinor: number },
): Promise<number> {
  const { gameId, marketId, typeId, outcomeId, kind, epoch, seq } = ENTRY
  const request: PlaceBetRequest = {
    betGuid: '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11',
    payloadHash: '9f86d081884c7d65',
    payload: {
      betType: 'single',
      events: [{ gameId, marketId, typeId, outcomeId, kind, odds, epoch, seq }],
      summ: stakeMinor,
      groupsSumms: [stakeMinor],
      checkCf: 0,
      approvedBet: false,
    },
  }
  const answer = await couponActors.place(call, request, CURRENCY.exponent)
  if (answer.kind !== 'accepted')
    throw new Error(say('driver.bet_story_not_accepted', { answer: JSON.stringify(answer) }))
  return answer.betId
}

/** Brings the world to where the server says what it is told to say. */
async function arrange(
  { book, place, betId }: PresentWorld & { readonly betId: number },
  told: Told,
  bet: { readonly odds: string; readonly stakeMinor: number },
): Promise<void> {
  const quote = quoteIn(told?.value)
  if (quote) await book.price(ENTRY.outcomeId, priceFor(quote, bet))
  const code = member(told?.value, 'reason') ?? member(told?.value, 'code')
  if (code === 'cash_out.suspended') await book.suspend(ENTRY.outcomeId)
  if (code === 'cash_out.bet_over') {
    await book.end(ENTRY.gameId)
    await place.server.betting.settleBets(place.brandId)
  }
  if (code === 'cash_out.quote_unknown') await forgetQuotes(place, betId)
}

/** The price at which a bet is worth what is offered for a part of it. */
function priceFor(
  { payoutMinor, soldMinor }: CashOutQuote,
  { odds, stakeMinor }: { readonly odds: string; readonly stakeMinor: number },
): string {
  const wholeMinor = Math.ceil((payoutMinor * stakeMinor) / soldMinor)
  const price = (Number(odds) * stakeMinor) / wholeMinor
  if (price <= 1) throw new Untold(say('driver.offer_story_more_than'))
  return price.toFixed(PRICE_PLACES)
}

/** Quotes that nobody took go after a while. */
async function forgetQuotes({ server, brandId }: PresentWorld['place'], betId: number): Promise<void> {
  await forBrand(server.database.db, brandId).transaction((tx) =>
    tx.delete('bet_offer').where('bet_id', '=', betId).execute(),
  )
}

/** Numbers of quotes and bets are the server's. */
function comparable(output: unknown): unknown {
  const { quoteId: _quote, saleBetId: _bet, quote, ...answer } = output as Record<string, unknown>
  return quote === undefined ? answer : { ...answer, quote: comparable(quote) }
}
