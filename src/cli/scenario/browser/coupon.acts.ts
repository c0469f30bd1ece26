import { getBetByGuid, getCoupon, makeBetBidWeb, makeBetWeb, saveCoupon, updateCoupon } from '#calls/betting.calls.ts'
import type {
  EventPlace,
  Impossible,
  MachineActs,
  PageAct,
  PageSighting,
  PageThing,
} from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/stored-keys.rules.ts'
import type { Coupon, CouponEdit, CouponEntry, CouponEvent, Scenario } from '#schemas'
import { typed } from './typed-lines.ts'

type Edited = Extract<CouponEvent, { readonly type: 'coupon.edited' }>
type Closed = Extract<CouponEvent, { readonly type: 'result.closed' }>
type Json = Readonly<Record<string, unknown>>

const KEY = preferenceKey('coupon')
/** The channel in which the tabs of the site tell each other of their player. */
const TABS = 'livery.player'
/** The number of the player in scenarios. */
const PLAYER = 7001
const ONE_CLICK: PageThing = { role: 'checkbox', name: 'One-click bet' }
const OFFERED = {
  isOneClickBetAllowed: true,
  isPromoCodeInCoupon: true,
  isCouponSaveLoadAllowed: true,
  isAutoBetAllowed: true,
} as const

/** betting/coupon beside the boards before the match, which have no games: what stands in the coupon was left there by a visit before. */
export const couponActs: MachineActs<CouponEvent> = {
  path: '/en/line',
  opensAfterMs: 1000,
  player: ({ input }) => (input?.userId === null ? undefined : { hasSecondFactor: false }),
  config: ({ input }) => ({ boolean: { ...OFFERED, ...flagsOf(input?.terms as Json | undefined) } }),
  // The prices that the page asks for are those that are kept.
  answers: () => [{ call: updateCoupon }],
  stored: (scenario) => {
    const coupon = restored(scenario)
    return { [KEY]: coupon === null ? null : JSON.stringify(coupon) }
  },
  storage: ({ steps }) => {
    const failed = steps.find(({ do: deed }) => deed === 'err')?.actor ?? ''
    return failed.startsWith('root/restore#') ? 'closed' : failed.startsWith('root/keep#') ? 'full' : 'open'
  },
  // What the brand's terms are beside what the scenario names is the sample's; nobody is offered an advance by a page.
  comparableInput: ({ userId }) => ({ isGuest: userId === null }),
  events: {
    'outcome.pressed': { impossible: 'the boards of the page have no games' },
    'feed.changed': { impossible: 'prices come from the stream of the server, which has no games' },
    'advance.requested': { impossible: 'the page offers no advance, for no call says how much it could be' },
    'coupon.edited': edited,
    'bet.confirmed': [{ do: 'click', on: { role: 'button', name: /^Place bet/ } }],
    'bet.asked': [{ do: 'click', on: { role: 'button', name: 'Ask now' } }],
    'offer.accepted': [{ do: 'click', on: { role: 'button', name: /^Bet at these prices/ } }],
    'result.closed': closed,
    'save.requested': (_, { scenario }) =>
      withCodes(scenario, [{ do: 'click', on: { role: 'button', name: 'Save under a code' } }]),
    'load.requested': ({ code }, { scenario }) =>
      withCodes(scenario, [
        { do: 'fill', on: { label: 'Code of a coupon' }, text: code },
        { do: 'click', on: { role: 'button', name: 'Load' } },
      ]),
    'player.left': (_, { started }) => [
      { do: 'tell', channel: TABS, word: { kind: 'signed-out', userId: numberOf(started), because: 'choice' } },
    ],
  },
  actors: {
    restore: { own: 'the page reads its storage at once', comparable: entriesOf },
    keep: { own: 'the page makes the name of a bet and keeps it at once', comparable: () => null },
    place: { call: { ...makeBetWeb, alsoAt: makeBetBidWeb.path } },
    askBet: { call: getBetByGuid },
    saveCoupon: {
      call: saveCoupon,
      answer: (output) => ({ couponCode: codeOf(output), expiresAt: '2026-02-14T12:00:00.000Z' }),
    },
    loadCoupon: { call: getCoupon, answer: loadedAnswer, comparable: entriesOf },
    askAdvance: { impossible: 'the page offers no advance' },
  },
  shows: {
    'placing.sending': { text: /Your bet is being sent/ },
    'placing.pending.counting': { text: /Your bet is being checked/ },
    'placing.unknown': { text: /It is not known yet whether your bet stands/ },
    repriced: { text: /Prices have changed/ },
    'settled.accepted': { role: 'button', name: 'Keep selections' },
    'settled.partial': { text: /Bet accepted for a part/ },
    'settled.rejected': { text: /Bet not placed/ },
  },
  comparable: withNames,
  reasonAgainst,
}

function withCodes({ input }: Scenario, acts: readonly PageAct[]): readonly PageAct[] | Impossible {
  const isOffered = (input?.terms as Json | undefined)?.isSaveLoadAllowed !== false
  return isOffered ? acts : { impossible: 'the page has nothing for codes where they are not offered' }
}

function reasonAgainst({ steps }: Scenario): string | undefined {
  const isDenied = steps.some(
    ({ do: deed, actor, value }) =>
      deed === 'err' && actor?.startsWith('root/place#') === true && (value as Json).code === 'access.denied',
  )
  if (isDenied) return 'the page asks for another token of service first, and sends the bet again'
  const keeps = steps.filter(({ actor }) => actor?.startsWith('root/keep#') === true)
  if (new Set(keeps.map(({ do: deed }) => deed)).size > 1) return 'a storage that is full stays full on the page'
  const isEmpty = steps.find(({ actor }) => actor?.startsWith('root/restore#') === true)?.value === null
  const isSaved = steps.some(({ event }) => event?.type === 'save.requested')
  return isEmpty && isSaved ? 'the page has no button that saves an empty coupon' : undefined
}

function flagsOf({ isOneClickAllowed, isSaveLoadAllowed }: Json = {}): Json {
  return {
    ...(isOneClickAllowed === undefined ? {} : { isOneClickBetAllowed: isOneClickAllowed }),
    ...(isSaveLoadAllowed === undefined ? {} : { isCouponSaveLoadAllowed: isSaveLoadAllowed }),
  }
}

/** What storage holds by the scenario. The page's player has another number, so that a coupon of the scenario's is nobody's. */
function restored({ steps }: Scenario): unknown {
  const found = steps.find(({ actor }) => actor?.startsWith('root/restore#') === true)?.value as Json | null | undefined
  if (!found) return null
  const { userId, ...coupon } = found
  return userId === PLAYER ? coupon : found
}

function edited({ edit, ...event }: Edited, place: EventPlace): readonly PageAct[] | Impossible {
  const press = (name: string): readonly PageAct[] => [{ do: 'click', on: { role: 'button', name } }]
  switch (edit.kind) {
    case 'stake_typed':
      return typed({ label: 'Stake', index: 0 }, edit.text, { ...event, edit } as Edited, place)
    case 'one_click_set':
      return oneClick(edit)
    case 'prices_accepted':
      return press('Accept changes')
    case 'conflicts_resolved':
      return press('Keep one per game')
    case 'cleared':
      return press('Remove all')
    default:
      return { impossible: `nobody has written down how a page brings ${edit.kind} about` }
  }
}

/** The page asks first whether, and then for the stake: what comes between is told the machine as well. */
function oneClick({ isOn, text }: Extract<CouponEdit, { readonly kind: 'one_click_set' }>): readonly PageAct[] {
  if (!isOn) return [{ do: 'uncheck', on: ONE_CLICK }]
  return [
    { do: 'check', on: ONE_CLICK },
    { do: 'fill', on: { label: 'Stake', index: -1 }, text },
  ]
}

function closed({ keepsEntries }: Closed, { scenario, step }: EventPlace): readonly PageAct[] | Impossible {
  const before = scenario.steps.slice(0, step).findLast(({ do: deed }) => deed === 'ok' || deed === 'err')
  const kind = (before?.value as { readonly kind?: string } | undefined)?.kind
  const isPlaced = kind === 'accepted' || kind === 'partial' || kind === 'bid'
  if (isPlaced) return [{ do: 'click', on: { role: 'button', name: keepsEntries ? 'Keep selections' : 'Done' } }]
  if (!keepsEntries) return { impossible: 'the page leads back to the coupon with its selections alone' }
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
  return (output as Partial<Coupon> | null)?.entries?.map(({ outcomeId, odds }) => ({ outcomeId, odds })) ?? null
}

/** Name that the page has made → what the scenario has in its stead, in the order in which they were seen first. */
const NAMES = new WeakMap<Scenario, Map<string, Json | undefined>>()

/** Names of bets are made by chance and the number of a player by the server: those of the scenario stand for them. */
function withNames(seen: PageSighting, scenario: Scenario): PageSighting {
  const { steps } = scenario
  const kept = steps.flatMap(({ actor, do: deed, value }) =>
    actor?.startsWith('root/keep#') === true && deed === 'ok' ? [value as Json] : [],
  )
  const texts = JSON.stringify(steps)
  const names = NAMES.get(scenario) ?? new Map<string, Json | undefined>()
  NAMES.set(scenario, names)
  const nameOf = (guid: string) => {
    if (texts.includes(guid)) return undefined
    if (!names.has(guid)) names.set(guid, kept[Math.min(names.size, kept.length - 1)])
    return names.get(guid)
  }
  const told = (key: string, value: unknown) => {
    if (key === 'userId' && value !== null) return PLAYER
    if (key === 'betGuid' && typeof value === 'string') return nameOf(value)?.betGuid ?? value
    if (key === 'payloadHash' && !texts.includes(String(value))) return kept[0]?.payloadHash ?? value
    return value
  }
  return JSON.parse(JSON.stringify(seen, told)) as PageSighting
}
