/** The sign of a side that nobody has given a picture of: two colours and a pattern, always the same for a name. */
export interface Crest {
  readonly pattern: CrestPattern
  /** The ground, then what stands upon it: `#1d4ed8`. */
  readonly colours: readonly [string, string]
}

export type CrestPattern = (typeof PATTERNS)[number]

const PATTERNS = ['halved', 'stripes', 'hoop', 'sash', 'quartered', 'chevron'] as const
/** Pairs that read on light and dark grounds alike, and differ from each other by more than hue. */
const COLOURS: Crest['colours'][] = [
  ['#b91c1c', '#ffffff'],
  ['#1d4ed8', '#ffffff'],
  ['#15803d', '#fde047'],
  ['#ca8a04', '#1f2937'],
  ['#7c3aed', '#f5d0fe'],
  ['#0e7490', '#cffafe'],
  ['#be185d', '#fbcfe8'],
  ['#ea580c', '#1e3a8a'],
  ['#475569', '#f1f5f9'],
  ['#4d7c0f', '#ecfccb'],
  ['#0369a1', '#fca5a5'],
  ['#9f1239', '#bae6fd'],
]

/** The crest of a side by its name; spaces and case at its ends make no other one. (SPORT-17) */
export function crestOf(name: string): Crest {
  const sum = hash(name.trim().toLowerCase())
  const pattern = PATTERNS[sum % PATTERNS.length] ?? 'halved'
  const colours = COLOURS[Math.floor(sum / PATTERNS.length) % COLOURS.length] ?? (['#475569', '#f1f5f9'] as const)
  return { pattern, colours }
}

/** FNV-1a over the code units of a text, 32 bits. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}
