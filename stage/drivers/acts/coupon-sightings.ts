import type { PageSighting } from '#machines/shell/machine-acts.ts'
import type { CouponEntry, Scenario } from '#schemas'
import { entriesIn } from '../http/coupon-outcomes.ts'

type Json = Readonly<Record<string, unknown>>

/** The number of the player in scenarios. */
export const PLAYER = 7001

/** What is known of an outcome, without its names, which the page makes; a price is the same with other places. */
export function comparableEvent(event: { readonly type: string }): unknown {
  const told = (key: string, value: unknown) => {
    if (key === 'names') return undefined
    if (key === 'startsAt') return Date.parse(String(value))
    return key === 'odds' || key === 'agreedOdds' ? Number(value) : value
  }
  return JSON.parse(JSON.stringify(event, told)) as unknown
}

/** Name that the page has made → what the scenario has in its stead, in the order in which they were seen first. */
const NAMES = new WeakMap<Scenario, Map<string, Json | undefined>>()

/** Names of bets are made by chance and the number of a player by the server: those of the scenario stand for them. */
export function withNames(seen: PageSighting, scenario: Scenario): PageSighting {
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
  const shown = new Map(entriesIn(scenario).map((entry) => [entry.outcomeId, entry]))
  const told = (key: string, value: unknown) => {
    if (isNamed(value)) return asShown(value, shown.get(value.outcomeId))
    if (key === 'userId' && value !== null) return PLAYER
    if (key === 'betGuid' && typeof value === 'string') return nameOf(value)?.betGuid ?? value
    // Prices come from the stream as numbers, and are written without noughts.
    if ((key === 'odds' || key === 'agreedOdds') && typeof value === 'string') return priceText(value)
    if (key === 'payloadHash' && !texts.includes(String(value))) return kept[0]?.payloadHash ?? value
    return value
  }
  return JSON.parse(JSON.stringify(seen, told)) as PageSighting
}

function isNamed(value: unknown): value is Pick<CouponEntry, 'outcomeId' | 'names' | 'startsAt'> {
  return typeof value === 'object' && value !== null && 'outcomeId' in value && 'names' in value
}

/** An outcome that was pressed has the names of the page, and its moment as the feed writes it. */
function asShown(seen: Pick<CouponEntry, 'outcomeId' | 'names' | 'startsAt'>, told: CouponEntry | undefined): unknown {
  if (!told) return seen
  const isSameMoment = Date.parse(seen.startsAt) === Date.parse(told.startsAt)
  return { ...seen, names: told.names, startsAt: isSameMoment ? told.startsAt : seen.startsAt }
}

/** A price as the scenarios write it: with two places at least. */
function priceText(odds: string): string {
  const [whole = '', places = ''] = odds.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
}
