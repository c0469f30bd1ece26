import { disconnect } from '#calls/account.calls.ts'
import { couponActors } from '#calls/actors/coupon.actors.ts'
import { say } from '#cli/command-text.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { CouponEntry, PlaceBetAnswer, PlaceBetRequest, Scenario, ScenarioGiven } from '#schemas'
import { bettingWorld, CURRENCY, type PresentWorld } from './betting-world.ts'
import { entriesIn } from './coupon-outcomes.ts'
import { type HttpActor, type HttpMachine, type HttpScope, member, Untold } from './http-machine.ts'

type Told = HttpScope['told']

/** betting/coupon over HTTP, in a world that is as the scenario tells: the book holds the outcomes that the page shows and follows the
 *  feed as the page does, except where the scenario gives the server other prices. No scenario has open bets that money could be advanced on. */
export function couponHttp(scenario: Scenario): HttpMachine {
  const entries = entriesIn(scenario)
  const hasPlayer = scenario.input?.userId !== null
  const world = bettingWorld(scenario, { config: configOf(scenario), entries, hasPlayer })
  /** Requests that were on their way when the scenario began, and those that were sent since: name → request. */
  const underWay = new Map(placementsIn(scenario).map((request) => [request.betGuid, request]))
  const arrived = new Set<string>()

  async function send(scope: HttpScope, request: PlaceBetRequest, told: Told): Promise<unknown> {
    await arrange(await world.present(), request, told)
    const answer = await couponActors.place(scope.call, request, CURRENCY.exponent)
    arrived.add(request.betGuid)
    underWay.set(request.betGuid, request)
    return answer
  }
  const place: HttpActor = {
    send: (scope, input) => send(scope, input as PlaceBetRequest, scope.told),
    async lose(scope, input) {
      const after = scenario.steps.findIndex(({ actor }) => actor === scope.told?.actor) + 1
      const told = scenario.steps.slice(after).find((step) => step.do === 'ok' && isEndOf('askBet')(step))
      if (hasArrived(told)) await send(scope, input as PlaceBetRequest, told)
    },
    comparable: comparableAnswer,
  }
  const askBet: HttpActor = {
    async send(scope, input) {
      const { betGuid } = input as { readonly betGuid: string }
      const request = underWay.get(betGuid)
      if (request && hasArrived(scope.told) && !arrived.has(betGuid)) await send(scope, request, scope.told)
      const { book } = await world.present()
      if (request && arrived.has(betGuid)) await passDelay(book, request, scope.told)
      return couponActors.askBet(scope.call, betGuid)
    },
    comparable: comparableAnswer,
  }
  const saveCoupon: HttpActor = {
    async send(scope, input) {
      await world.present()
      const saved = await couponActors.saveCoupon(scope.call, (input as SavedInput).coupon)
      scope.standIns.set(String(member(scope.told?.value, 'code')), () => saved.code)
      return saved
    },
    comparable: (output) => ({ code: typeof member(output, 'code') }),
  }
  const loadCoupon: HttpActor = {
    async send(scope, input) {
      await world.present()
      const code = String(member(input, 'code'))
      const known = scope.standIns.get(code)?.() ?? (await savedBefore(scope))
      return couponActors.loadCoupon(scope.call, known ?? code, ({ gameName }) => ({
        game: gameName,
        market: '',
        outcome: '',
      }))
    },
    comparable: (output) => (member(output, 'entries') as readonly CouponEntry[]).map(comparableEntry),
  }
  return { actors: { place, askBet, saveCoupon, loadCoupon }, world }
}

type SavedInput = { readonly coupon: Parameters<typeof couponActors.saveCoupon>[1] }

/** Where the scenario loads what it has not saved, somebody else has. */
async function savedBefore({ call, told }: HttpScope): Promise<string | undefined> {
  if (told?.do !== 'ok') return undefined
  const entries = member(told.value, 'entries') as readonly CouponEntry[]
  const saved = await couponActors.saveCoupon(call, { entries } as SavedInput['coupon'])
  return saved.code
}

function placementsIn({ steps }: Scenario): readonly PlaceBetRequest[] {
  return steps.flatMap(({ value }) => {
    const request = member(member(value, 'placement'), 'request')
    return request === undefined ? [] : [request as PlaceBetRequest]
  })
}

/** What the brand has to configure, so that its server may say what it says. */
function configOf({ steps }: Scenario): NonNullable<ScenarioGiven['config']> {
  const answers = steps.filter(({ do: deed, value }) => deed === 'ok' && member(value, 'kind') !== undefined)
  const values = answers.map(({ value }) => value as unknown as PlaceBetAnswer)
  const part = values.find(({ kind }) => kind === 'partial')
  const limited = values.find((answer) => answer.kind === 'rejected' && answer.reason === 'bet.outcome_limit')
  const pending = values.find(({ kind }) => kind === 'pending')
  const limitMinor = part?.kind === 'partial' ? part.stakeMinor : LIMIT_MINOR
  const limits = { playerOutcomeStakeMinor: limitMinor, isPartAccepted: part !== undefined }
  return {
    betting: {
      ...(part || limited ? { riskLimits: { ...RISK, ...limits } } : {}),
      liveBetDelayMs: pending?.kind === 'pending' ? pending.delayMs : 0,
    },
  }
}

/** How much a player may stake on an outcome where a scenario has the limit reached. */
const LIMIT_MINOR = 300
/** A section is given in full where it contains an object. */
const RISK = {
  outcomeLiabilityMinor: 0,
  maximumLegOdds: '1000',
  maximumRisePercent: 50,
  antiExpressMarginPercent: 6,
  holdMs: 60_000,
  savedCouponDays: 30,
} as const

/** Brings the world to where the server says what it is told to say.
 *  @throws Untold when it can be brought nowhere where it would */
async function arrange({ book, place, spendAll }: PresentWorld, request: PlaceBetRequest, told: Told): Promise<void> {
  const { payload } = request
  if (payload.avanceBet) throw new Untold(say('driver.player_no_open_bets'))
  if (told?.do === 'err' && member(told.value, 'code') === 'access.denied') await place.scope.call(disconnect, {})
  if (told?.do === 'err' && member(told.value, 'code') === 'bet.guid_taken')
    await couponActors.place(place.scope.call, withOtherStake(request), CURRENCY.exponent)
  if (told?.do !== 'ok') return
  const answer = told.value as unknown as PlaceBetAnswer
  const [first = { outcomeId: 0 }] = payload.events
  if (answer.kind === 'pending' && payload.events.every(({ kind }) => kind !== FEED_KIND.live))
    throw new Untold(say('driver.bet_before_match_waits'))
  // The price for which it waits is reached when it comes.
  if (answer.kind === 'pending' && payload.autoBetCf !== undefined) await book.price(first.outcomeId, payload.autoBetCf)
  if (answer.kind === 'repriced')
    for (const { outcomeId, odds, parameter } of answer.prices) await book.price(outcomeId, odds, parameter)
  if (answer.kind !== 'rejected') return
  const reasons: Readonly<Record<string, () => Promise<void>>> = {
    'balance.too_low': spendAll,
    'bet.suspended': () => book.suspend(first.outcomeId),
    'bet.market_closed': () => book.close(first.outcomeId),
    'bet.game_started': () => book.begin(first.outcomeId),
  }
  await reasons[answer.reason]?.()
}

/** Brings a bid whose price was reached to where the server says what it is told to say when the delay of live bets is over. */
async function passDelay(book: PresentWorld['book'], { payload }: PlaceBetRequest, told: Told): Promise<void> {
  const [first] = payload.events
  if (told?.do !== 'ok' || !payload.isAutoBet || !first) return
  const answer = told.value as unknown as PlaceBetAnswer
  if (answer.kind === 'bid') await book.price(first.outcomeId, first.odds)
  if (answer.kind === 'rejected' && answer.reason === 'bet.bid_score_changed') await book.score(first.outcomeId)
}

/** What another page of the player has sent under the same name. */
function withOtherStake({ payload, ...name }: PlaceBetRequest): PlaceBetRequest {
  const summ = payload.summ + 100
  return { ...name, payload: { ...payload, summ, groupsSumms: [summ] } }
}

function isEndOf(actor: string) {
  return (step: Scenario['steps'][number]) =>
    step.actor?.startsWith(`root/${actor}#`) === true && (step.do === 'ok' || step.do === 'err')
}

/** Whether the server knows of the bet by then. */
function hasArrived(told: Told): boolean {
  return told?.do === 'ok' && member(told.value, 'kind') !== 'absent'
}

/** Bet numbers are assigned by the server, as is the position of a price in the history of its book. */
function comparableAnswer(output: unknown): unknown {
  const { betId: _bet, bidId: _bid, ...answer } = output as Record<string, unknown>
  if (!Array.isArray(answer.prices)) return answer
  return { ...answer, prices: answer.prices.map(({ epoch: _epoch, seq: _seq, ...price }) => price) }
}

/** Names are made by the page, and what was agreed to is what it costs now. */
function comparableEntry(entry: CouponEntry): unknown {
  const { names: _names, epoch: _epoch, seq: _seq, odds, agreedOdds, startsAt, ...outcome } = entry
  return { ...outcome, odds: Number(odds), agreedOdds: Number(agreedOdds), startsAt: Date.parse(startsAt) }
}
