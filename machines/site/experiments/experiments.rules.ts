/** A variant of an experiment: its share of the visitors, and what it changes. */
export interface Variant {
  /** Its part of the visitors, beside the weights of the others. */
  readonly weight: number
  /** Key of the configuration → value: `boolean/isAutoBetAllowed` → `true`; none in the variant that changes nothing. */
  readonly changes: Readonly<Record<string, string>>
}

/** An experiment as a brand writes it. */
export interface Experiment {
  readonly isRunning: boolean
  /** Experiments of a layer share its visitors: nobody is in two of them. */
  readonly layer: string
  /** Which visitors of the layer it takes, in percent: from 0, to 50. */
  readonly fromPercent: number
  readonly toPercent: number
  readonly variants: Readonly<Record<string, Variant>>
}

/** What a visitor is shown of an experiment. */
export interface Assignment {
  readonly experiment: string
  readonly variant: string
  /** `sid` of the specification: `header-search.open`. */
  readonly sid: string
}

const SLOTS = 10_000
const PERCENT = SLOTS / 100

/** The experiments that a visitor is in, with the variant of each: always the same for the same visitor, and for each experiment apart from the
 *  others. @param visitor name of the visitor, a UUID */
export function assignmentsOf(
  experiments: Readonly<Record<string, Experiment>>,
  visitor: string,
): readonly Assignment[] {
  return Object.entries(experiments).flatMap(([experiment, { isRunning, layer, fromPercent, toPercent, variants }]) => {
    if (!isRunning) return []
    const slot = slotOf(`layer ${layer} ${visitor}`)
    if (slot < fromPercent * PERCENT || slot >= toPercent * PERCENT) return []
    const variant = variantAt(variants, slotOf(`variant ${experiment} ${visitor}`))
    return variant === undefined ? [] : [{ experiment, variant, sid: `${experiment}.${variant}` }]
  })
}

/** The variant of a slot: each has as many of them as its weight says. */
function variantAt(variants: Readonly<Record<string, Variant>>, slot: number): string | undefined {
  const entries = Object.entries(variants).sort(([one], [other]) => (one < other ? -1 : 1))
  const whole = entries.reduce((sum, [, { weight }]) => sum + weight, 0)
  let passed = 0
  for (const [name, { weight }] of entries) {
    passed += weight
    if (slot * whole < passed * SLOTS) return name
  }
  return undefined
}

/** A number below 10,000 for a text, evenly: FNV-1a, and the last steps of MurmurHash3. */
export function slotOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % SLOTS
}

/** The value that a change writes: `true`, `4` and `{"a":1}` are JSON, all else is a text. */
export function changedValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A key of the configuration: `betting/menuSections` → the section and the way in it. */
export function keyOf(key: string): { readonly section: string; readonly way: readonly string[] } {
  const [section = '', ...way] = key.split('/')
  return { section, way }
}

/** Sections that no experiment may change: limits and exclusion, licence and legal texts, money, prizes and bonuses, and who gets in. */
const CLOSED_SECTIONS: ReadonlySet<string> = new Set([
  ...[
    'responsible',
    'licence',
    'payments',
    'auth',
    'captcha',
    'third-party',
    'experiments',
    'registration',
    'dictionary',
  ],
  ...['global', 'seo', 'promo', 'casino', 'lotteries', 'toto', 'coupon', 'bring-a-friend', 'information', 'support'],
])
/** Keys of other sections by whose name limits, exclusion, ages and legal texts are known. */
const CLOSED_KEYS =
  /limit|risk|tax|exclu|protect|responsib|licen|legal|rules|terms|policy|privacy|consent|cookie|stake|self|auth|registration|identif/i
const AGES = /(?:^|\/)age(?![a-z])|Age(?![a-z])/

/** Whether an experiment may change a key: none touches the protection of players or what the law asks for. */
export function isOpenKey(key: string): boolean {
  const { section, way } = keyOf(key)
  const path = way.join('/')
  return path !== '' && !CLOSED_SECTIONS.has(section) && !CLOSED_KEYS.test(path) && !AGES.test(path)
}
