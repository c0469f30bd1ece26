import type { TrackedFact } from '#schemas'

/** Measures of an event as its source gives them: whole numbers, numbers with a fraction, and texts. */
export type RawMetrics = Readonly<Partial<Record<MetricKey, unknown>>>

type IntegerKey = 'i1' | 'i2' | 'i3'
type FractionKey = 'f1' | 'f2' | 'f3'
type TextKey = 's1' | 's2' | 's3'
type MetricKey = IntegerKey | FractionKey | TextKey

const INTEGERS: readonly IntegerKey[] = ['i1', 'i2', 'i3']
const FRACTIONS: readonly FractionKey[] = ['f1', 'f2', 'f3']
const TEXTS: readonly TextKey[] = ['s1', 's2', 's3']
/** Longest text of a measure, in characters; what is longer is cut. */
const TEXT_LENGTH = 100

/** Keeps what can be counted: numbers where numbers belong, whole ones rounded down; what is zero, empty or of another kind is left out
 *  (ANA-10 to ANA-12). */
export function cleanMetrics(raw: RawMetrics): Pick<TrackedFact, MetricKey> {
  const numbers = (keys: readonly (IntegerKey | FractionKey)[], shape: (value: number) => number) =>
    keys.flatMap((key) => {
      const value = raw[key]
      if (typeof value !== 'number' || !Number.isFinite(value)) return []
      const kept = shape(value)
      return kept === 0 ? [] : [[key, kept] as const]
    })
  const texts = TEXTS.flatMap((key) => {
    const value = raw[key]
    return typeof value === 'string' && value !== '' ? [[key, value.slice(0, TEXT_LENGTH)] as const] : []
  })
  return Object.fromEntries([...numbers(INTEGERS, wholeNumber), ...numbers(FRACTIONS, (value) => value), ...texts])
}

function wholeNumber(value: number): number {
  const whole = Math.floor(value)
  return Number.isSafeInteger(whole) ? whole : 0
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Whether a text has the format of RFC 9562 (ANA-8, ANA-9). */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text)
}

/** How far the server's clock is ahead of this one, ms: its time against the middle of the request that has asked it (ANA-4).
 *  @param sentAtMs when the request left, by this clock   @param answeredAtMs when the answer came */
export function clockOffset(serverMs: number, sentAtMs: number, answeredAtMs: number): number {
  return Math.round(serverMs - (sentAtMs + answeredAtMs) / 2)
}

/** What a browser shows of itself. */
export interface BrowserSigns {
  readonly userAgent: string
  /** `navigator.webdriver`. */
  readonly isDriven: boolean
  readonly plugins: number
  readonly languages: number
  /** CSS pixels of the window. */
  readonly width: number
  readonly height: number
}

const SIGNS = ['robot', 'driver', 'headless', 'bare', 'no_window', 'hasty'] as const

/** A sign of a bot. */
export type BotSign = (typeof SIGNS)[number]

/** Signs as the number that a batch has: 1 robot, 2 driver, 4 headless, 8 bare, 16 no window, 32 hasty, added up. */
export function botMask(found: readonly BotSign[]): number {
  return SIGNS.reduce((sum, sign, at) => (found.includes(sign) ? sum + 2 ** at : sum), 0)
}

const ROBOT = /bot\b|bot\/|crawler|spider|slurp|lighthouse|curl\/|wget\//i
/** Navigations that a person may make in {@link HASTE_MS}; one more is a bot's (ANA-27, decision 58). */
const MOST_NAVIGATIONS = 5
const HASTE_MS = 5000

/** The signs by which a visitor is taken for a bot (ANA-27, ANA-28); none for a person.
 *  @param navigationsAtMs times of the latest navigations, ms, rising */
export function botSigns(signs: BrowserSigns, navigationsAtMs: readonly number[]): readonly BotSign[] {
  const found: readonly (readonly [BotSign, boolean])[] = [
    ['robot', ROBOT.test(signs.userAgent)],
    ['driver', signs.isDriven],
    ['headless', /headless/i.test(signs.userAgent)],
    // Browsers of phones have no plugins: only a desktop without them is odd.
    ['bare', signs.languages === 0 || (signs.plugins === 0 && !/mobile|android|iphone|ipad/i.test(signs.userAgent))],
    ['no_window', signs.width === 0 || signs.height === 0],
    ['hasty', isHasty(navigationsAtMs)],
  ]
  return found.flatMap(([sign, isFound]) => (isFound ? [sign] : []))
}

function isHasty(atMs: readonly number[]): boolean {
  return atMs.some((at, index) => {
    const sixth = atMs[index + MOST_NAVIGATIONS]
    return sixth !== undefined && sixth - at < HASTE_MS
  })
}

/** For how long after a press something is counted as its effect, ms (ANA-29). */
export const INTERACTION_MS = 1000

/** Whether something follows from what the visitor did. @param pressedAtMs null before the first press */
export function isByVisitor(atMs: number, pressedAtMs: number | null): boolean {
  return pressedAtMs !== null && atMs >= pressedAtMs && atMs - pressedAtMs <= INTERACTION_MS
}
