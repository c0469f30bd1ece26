import { getBetByGuid, getCoupon, makeBetBidWeb, makeBetWeb, saveCoupon, updateCoupon } from '#calls/betting.calls.ts'
import { say } from '#cli/command-text.ts'
import { couponProblems } from '#machines/betting/coupon/coupon-problems.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { EventPlace, Impossible, MachineActs, PageAct, PageDeed, PageThing } from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { Coupon, CouponEdit, CouponEntry, CouponEvent, CouponFeedChange, PricePolicy, Scenario } from '#schemas'
import { isSameJson } from '../../player/plain-json.ts'
import { playScenario } from '../../player/scenario-player.ts'
import { begunAt, endOf, type PlayedStep, playedSteps } from '../browser/played-steps.ts'
import { scenarioSides } from '../http/betting-book.ts'
import { entriesIn } from '../http/coupon-outcomes.ts'
import { comparableEvent, PLAYER, withNames } from './coupon-sightings.ts'

type Edited = Extract<CouponEvent, { readonly type: 'coupon.edited' }>
type Confirmed = Extract<CouponEvent, { readonly type: 'bet.confirmed' }>
type Closed = Extract<CouponEvent, { readonly type: 'result.closed' }>
type Pressed = Extract<CouponEvent, { readonly type: 'outcome.pressed' }>
type Fed = Extract<CouponEvent, { readonly type: 'feed.changed' }>
type PriceChange = Extract<CouponFeedChange, { readonly kind: 'price_changed' }>
type OneClickSet = Extract<CouponEdit, { readonly kind: 'one_click_set' }>
type Json = Readonly<Record<string, unknown>>

const KEY = preferenceKey('coupon')
/** The channel in which the tabs of the site tell each other of their player. */
const TABS = 'livery.player'
/** Tabs keep a bet one after the other. */
const KEEPING = { do: 'lock', lock: 'livery.coupon' } as const
/** How long a page takes to show a price, and until it looks at markets, ms. */
const PRICES_MS = 250
const MARKETS_MS = 1250
const ONE_CLICK: PageThing = { role: 'checkbox', name: 'One-click bet' }
/** Scenarios of an advance do something else first. */
const ADVANCED = say('driver.page_asks_how_much')
/** What to do when prices change, as the page has it. */
const POLICIES: Partial<Record<PricePolicy['kind'], string>> = {
  none: 'Ask me every time',
  higher: 'Accept higher prices',
  any: 'Accept all prices',
}
const NO_SIGN_IN = { routes: { login: { isAvailable: false } } }
const OFFERED = {
  isOneClickBetAllowed: true,
  isPromoCodeInCoupon: true,
  isCouponSaveLoadAllowed: true,
  isAutoBetAllowed: true,
} as const

/** betting/coupon beside the boards before the match, on which the games of the scenario stand: what is in the coupon at first was left
 *  there by a visit before. */
export const couponActs: MachineActs<CouponEvent> = {
  path: '/en/line',
  opensAfterMs: 1000,
  games: entriesIn,
  // The page begins to watch the games in sight, and those of its coupon.
  toStart: [{ do: 'wait', ms: 1000 }],
  beginsAsFound: true,
  player: ({ input }) => (input?.userId === null ? undefined : { hasSecondFactor: false, balanceMinor: 1_000_000_000 }),
  config: ({ input, steps }) => ({
    boolean: { ...OFFERED, ...flagsOf(input?.terms as Json | undefined) },
    // The sample's terms ask about every price; a brand's own take better ones.
    coupon: { pricePolicy: policyOf(input?.terms as Json | undefined) },
    // A guest has the way to the sign-in in place of the button, unless nobody signs in at this brand.
    ...(input?.userId === null && steps.some(isConfirmed) ? { application: NO_SIGN_IN } : {}),
  }),
  // The prices that the page asks for are those that are kept.
  answers: () => [{ call: updateCoupon }],
  stored: (scenario) => {
    const coupon = restored(scenario)
    return { [KEY]: coupon === null ? null : JSON.stringify(coupon) }
  },
  storage: (scenario) => (isClosed(scenario) ? 'closed' : 'open'),
  // What the brand's terms are beside what the scenario names is the sample's; no page is offered an advance.
  comparableInput: ({ userId }) => ({ isGuest: userId === null }),
  events: {
    'outcome.pressed': pressed,
    'feed.changed': fed,
    'advance.requested': (_, place) => ({
      impossible: contextAfter(place.scenario, place.step - 1)?.coupon.isAdvance
        ? ADVANCED
        : say('driver.page_asks_only_stake'),
    }),
    'coupon.edited': edited,
    'bet.confirmed': confirmed,
    'bet.asked': [{ do: 'click', on: { role: 'button', name: 'Ask now' } }],
    'quote.accepted': byKeyboard(/^Bet at these prices/),
    'result.closed': closed,
    'save.requested': (_, place) =>
      isEmptyBefore(place)
        ? { impossible: say('driver.page_no_button_saves') }
        : withCodes(place.scenario, [{ do: 'click', on: { role: 'button', name: 'Save under a code' } }]),
    'load.requested': ({ code }, { scenario }) =>
      withCodes(scenario, [
        { do: 'fill', on: { label: 'Coupon code' }, text: code },
        { do: 'click', on: { role: 'button', name: 'Load' } },
      ]),
    'player.left': (_, { started }) => [
      { do: 'tell', channel: TABS, word: { kind: 'signed-out', userId: numberOf(started), because: 'choice' } },
    ],
  },
  comparableEvent,
  actors: {
    restore: { own: say('driver.page_reads_storage_once'), comparable: entriesOf },
    keep: {
      own: say('driver.page_makes_name_bet'),
      comparable: () => null,
      deeds: ({ scenario, step }) =>
        isHeldUp(playedSteps(scenario), scenario.steps[step]?.actor ?? '') ? [{ ...KEEPING, isTaken: false }] : [],
    },
    place: { call: { ...makeBetWeb, alsoAt: makeBetBidWeb.path } },
    askBet: { call: getBetByGuid },
    saveCoupon: {
      call: saveCoupon,
      answer: (output) => ({ couponCode: codeOf(output), expiresAt: '2026-02-14T12:00:00.000Z' }),
    },
    loadCoupon: { call: getCoupon, answer: loadedAnswer, comparable: entriesOf },
    askAdvance: { impossible: ADVANCED },
  },
  shows: {
    'placing.sending': { text: /Your bet is being sent/ },
    'placing.pending.counting': { text: /Your bet is being checked/ },
    'placing.unknown': { text: /It is not yet known whether your bet was accepted/ },
    repriced: { text: /Prices have changed/ },
    'settled.accepted': { role: 'button', name: 'Keep selections' },
    'settled.partial': { text: /Bet partly accepted/ },
    'settled.rejected': { text: /Bet not placed/ },
  },
  comparable: withNames,
  around: (place) => ({ before: beforeKeeping(place), after: [] }),
  reasonAgainst,
}

function isClosed({ steps }: Scenario): boolean {
  return steps.some(({ do: deed, actor }) => deed === 'err' && actor?.startsWith('root/restore#') === true)
}

/** A name is kept at once, in a storage that takes it or is full, unless another tab is keeping something just then: it has the lock
 *  where a scenario lets something else happen meanwhile. */
function beforeKeeping({ scenario, step }: EventPlace): readonly PageDeed[] {
  const steps = playedSteps(scenario)
  const begun = begunAt(steps, step, 'keep')
  if (begun === undefined) return []
  const storage = { do: 'storage', is: endOf(steps, begun)?.do === 'err' ? 'full' : 'open' } as const
  return isHeldUp(steps, begun) ? [storage, { ...KEEPING, isTaken: true }] : [storage]
}

/** Whether anything else happens before an actor ends, or it does not end. */
function isHeldUp(steps: readonly PlayedStep<unknown>[], path: string): boolean {
  const begun = steps.findIndex(({ after }) => after.children.includes(path))
  return steps[begun + 1]?.told.actor !== path
}

function withCodes({ input }: Scenario, acts: readonly PageAct[]): readonly PageAct[] | Impossible {
  const isOffered = (input?.terms as Json | undefined)?.isSaveLoadAllowed !== false
  return isOffered ? acts : { impossible: say('driver.page_nothing_codes_not') }
}

/** What is done about changed prices where the player has chosen nothing; the sample's terms ask about every one. */
function policyOf(terms: Json | undefined): string {
  return (terms?.pricePolicy as { readonly kind: string } | undefined)?.kind ?? 'none'
}

function reasonAgainst({ steps }: Scenario): string | undefined {
  const isDenied = steps.some(
    ({ do: deed, actor, value }) =>
      deed === 'err' && actor?.startsWith('root/place#') === true && (value as Json).code === 'access.denied',
  )
  return isDenied ? say('driver.page_asks_another_token') : undefined
}

function isConfirmed({ event }: Scenario['steps'][number]): boolean {
  return event?.type === 'bet.confirmed'
}

function confirmed(event: Confirmed, place: EventPlace): readonly PageAct[] | Impossible {
  if (isEmptyBefore(place)) return { impossible: say('driver.page_no_button_places') }
  if (!event.acceptsPrices && hasNewPricesBefore(place)) return { impossible: say('driver.page_button_accepts') }
  return byKeyboard(
    event.acceptsPrices
      ? /^Accept and place/
      : /^(?:Place bet|Enter a stake|(?:Minimum|Maximum) stake|Insufficient balance)/,
  )
}

/** Whether nothing is in the coupon before a step; as long as nothing has happened, it is not known yet. */
function isEmptyBefore({ scenario, step }: EventPlace): boolean {
  return contextAfter(scenario, step - 1)?.coupon.entries.length === 0
}

/** Whether nothing but new prices keeps the bet back before a step: the button of the page then takes them with the bet. */
function hasNewPricesBefore({ scenario, step }: EventPlace): boolean {
  const state = contextAfter(scenario, step - 1)
  const problems = state ? couponProblems(state.coupon, state.terms, state) : []
  return problems.length > 0 && problems.every(({ code }) => code === 'price_changed' || code === 'line_changed')
}

/** A button that says why it is of no use now can be pressed all the same: Playwright waits with its mouse until it is of use. */
function byKeyboard(name: RegExp): readonly PageAct[] {
  return [{ do: 'press', key: 'Enter', on: { role: 'button', name } }]
}

/** A press on a price of the board, in the row of its game. */
function pressed({ entry }: Pressed, { scenario, step }: EventPlace): readonly PageAct[] | Impossible {
  const { gameId, mainGameId, kind, outcomeId } = entry
  if (mainGameId !== undefined) return { impossible: say('driver.board_shows_main_games') }
  if (kind !== FEED_KIND.line) return { impossible: say('driver.board_page_shows_games') }
  const last = scenario.steps
    .slice(0, step)
    .flatMap(pricesTold)
    .findLast((price) => price.outcomeId === outcomeId)
  if (last?.isSuspended) return { impossible: say('driver.board_lets_nobody_press') }
  const name = new RegExp(`^${scenarioSides(gameId).join(' – ')}\\. `)
  return [{ do: 'click', on: { role: 'button', name } }]
}

function pricesTold({ event }: Scenario['steps'][number]): readonly PriceChange[] {
  const { type, change } = (event ?? {}) as Partial<Fed>
  return type === 'feed.changed' && change?.kind === 'price_changed' ? [change] : []
}

/** The feed moves; of a market alone the page takes notice once a second, as of whether prices are live. */
function fed({ change }: Fed, place: EventPlace): readonly PageAct[] | Impossible {
  const told = (ms: number): readonly PageAct[] => [
    { do: 'feed', change },
    { do: 'wait', ms },
  ]
  if (change.kind === 'link_changed') {
    if (followedEntries(place).length > 0) return told(MARKETS_MS)
    return { impossible: say('driver.page_hears_no_prices') }
  }
  if (change.kind !== 'price_changed' && change.kind !== 'market_changed')
    return { impossible: say('driver.page_asks_or_told') }
  const isFollowed = followedEntries(place).some((entry) =>
    change.kind === 'price_changed' ? entry.outcomeId === change.outcomeId : entry.marketId === change.marketId,
  )
  if (!isFollowed) return { impossible: say('driver.page_follows_coupon_or') }
  const former = place.scenario.steps.slice(0, place.step).flatMap(pricesTold)
  if (former.some((price) => isSameJson(price, change))) return { impossible: say('driver.page_told_each_change') }
  return told(change.kind === 'price_changed' ? PRICES_MS : MARKETS_MS)
}

/** The outcomes whose prices the page follows before a step. */
function followedEntries({ scenario, step }: EventPlace): readonly CouponEntry[] {
  const { coupon, bet } = contextAfter(scenario, step - 1) ?? {}
  return [...(coupon?.entries ?? []), ...(bet?.isOneClick ? bet.coupon.entries : [])]
}

/** The context after a step, as the machine alone has it. */
function contextAfter(scenario: Scenario, step: number): CouponState | undefined {
  const contract = scenarioMachines[scenario.machine]
  let context: CouponState | undefined
  if (contract)
    playScenario(contract, scenario, {
      onStep: (index, seen) => {
        if (index === step) context = seen.context as CouponState
      },
    })
  return context
}

function flagsOf({ isOneClickAllowed, isSaveLoadAllowed }: Json = {}): Json {
  return {
    ...(isOneClickAllowed === undefined ? {} : { isOneClickBetAllowed: isOneClickAllowed }),
    ...(isSaveLoadAllowed === undefined ? {} : { isCouponSaveLoadAllowed: isSaveLoadAllowed }),
  }
}

/** What storage holds by the scenario. The page's player has another number, so that a coupon of the scenario's is nobody's. */
function restored(scenario: Scenario): unknown {
  const { steps } = scenario
  const told = steps.find(({ actor }) => actor?.startsWith('root/restore#') === true)?.value as Json | null | undefined
  const oneClickStakeText = keptText(scenario)
  // An empty coupon with the stake of one press is one that has nothing in it.
  const found = told ?? (oneClickStakeText === '' ? null : { ...contextAfter(scenario, 0)?.coupon })
  if (!found) return null
  const { userId, ...coupon } = found.oneClickStakeText === '' ? { ...found, oneClickStakeText } : found
  return userId === PLAYER ? coupon : found
}

function edited({ edit }: Edited, place: EventPlace): readonly PageAct[] | Impossible {
  const press = (name: string): readonly PageAct[] => [{ do: 'click', on: { role: 'button', name } }]
  switch (edit.kind) {
    case 'stake_typed':
      return typeStake(edit.text, place)
    case 'one_click_set':
      return oneClick(edit, place)
    case 'policy_chosen':
      return choosePolicy(edit.policy, place)
    case 'prices_accepted':
      return press('Accept changes')
    case 'conflicts_resolved':
      return press('Keep one per game')
    case 'cleared':
      return press('Remove all')
    case 'advance_set':
      return { impossible: ADVANCED }
    default:
      return { impossible: say('driver.nobody_written_down_how', { kind: edit.kind }) }
  }
}

function typeStake(text: string, place: EventPlace): readonly PageAct[] | Impossible {
  if (isEmptyBefore(place)) return { impossible: say('driver.empty_coupon_no_line') }
  if (contextAfter(place.scenario, place.step - 1)?.coupon.stakeText === text)
    return { impossible: say('driver.stake_stands_line_already') }
  return [{ do: 'fill', on: { label: 'Stake', index: -1 }, text }]
}

function choosePolicy({ kind }: PricePolicy, { scenario, step }: EventPlace): readonly PageAct[] | Impossible {
  if (contextAfter(scenario, step - 1)?.coupon.pricePolicy.kind === kind)
    return { impossible: say('driver.list_tells_choice_only') }
  const text = POLICIES[kind]
  if (text === undefined) return { impossible: say('driver.nobody_written_down_called', { kind }) }
  return [{ do: 'choose', on: { role: 'combobox', name: 'When prices change' }, text }]
}

/** The stake is what a visit before has left, where the scenario begins with it: one press tells both. */
function oneClick({ isOn, text }: OneClickSet, { scenario, step }: EventPlace): readonly PageAct[] | Impossible {
  if ((scenario.input?.terms as Json | undefined)?.isOneClickAllowed === false)
    return { impossible: say('driver.page_no_such_choice') }
  if (!isOn) return [{ do: 'uncheck', on: ONE_CLICK }]
  if (text !== '' && scenario.steps.slice(0, step).some(({ event }) => event?.type === 'player.left'))
    return { impossible: say('driver.stake_gone_player_page') }
  if (text !== '' && isClosed(scenario))
    return {
      impossible: say('driver.storage_closed_kept_no'),
    }
  const former = scenario.steps.slice(0, step).flatMap(oneClickSets).at(-1)?.text ?? keptText(scenario)
  const typing = [{ do: 'fill', on: { label: 'Stake', index: 0 }, text }] as const
  return [{ do: 'check', on: ONE_CLICK }, ...(former === text ? [] : typing)]
}

function oneClickSets({ event }: Scenario['steps'][number]): readonly OneClickSet[] {
  const { type, edit } = (event ?? {}) as Partial<Edited>
  return type === 'coupon.edited' && edit?.kind === 'one_click_set' ? [edit] : []
}

/** The stake of one press in the coupon that a visit before has left. */
function keptText(scenario: Scenario): string {
  return scenario.steps.flatMap(oneClickSets).find(({ isOn }) => isOn)?.text ?? ''
}

function closed({ keepsEntries }: Closed, { scenario, step }: EventPlace): readonly PageAct[] | Impossible {
  const before = scenario.steps.slice(0, step).findLast(({ do: deed }) => deed === 'ok' || deed === 'err')
  const kind = (before?.value as { readonly kind?: string } | undefined)?.kind
  const isPlaced = kind === 'accepted' || kind === 'partial' || kind === 'bid'
  if (isPlaced) return [{ do: 'click', on: { role: 'button', name: keepsEntries ? 'Keep selections' : 'Done' } }]
  if (!keepsEntries) return { impossible: say('driver.page_leads_back_coupon') }
  return [{ do: 'click', on: { role: 'button', name: 'Back to the coupon' } }]
}

function numberOf(started: unknown): unknown {
  return (started as { readonly userId?: unknown } | undefined)?.userId
}

/** Codes of scenarios are shorter than those that a server makes. */
function codeOf(output: unknown): string {
  return (output as { readonly code: string }).code
}

function loadedAnswer(output: unknown): unknown {
  const { code, entries } = output as { readonly code: string; readonly entries: readonly CouponEntry[] }
  const events = entries.map(({ names, agreedOdds: _odds, agreedParameter: _line, ...entry }) => ({
    ...entry,
    marketTypeId: 1,
    gameName: names.game,
  }))
  return { couponCode: code, events, absentOutcomes: [] }
}

/** Which outcomes there are; their names are made by the page. */
function entriesOf(output: unknown): unknown {
  return (output as Partial<Coupon> | null)?.entries?.map(({ outcomeId, odds }) => ({ outcomeId, odds })) ?? []
}
