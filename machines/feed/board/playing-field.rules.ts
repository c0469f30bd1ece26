/** Where a sport is played, as it is drawn. */
export type PlayingField =
  | 'pitch'
  | 'rink'
  | 'court'
  | 'tennis'
  | 'volleyball'
  | 'handball'
  | 'table'
  | 'oval'
  | 'diamond'
  | 'gridiron'

/** Sports by their field: on grass, sand or a screen it is the same field (TABLE-8). */
const SPORTS: Readonly<Record<PlayingField, readonly number[]>> = {
  pitch: [1, 14, 85, 172, 4073],
  rink: [2],
  court: [3, 4077],
  tennis: [4],
  volleyball: [6],
  handball: [8],
  table: [10],
  oval: [66],
  diamond: [5],
  gridiron: [13],
}

const FIELDS: ReadonlyMap<number, PlayingField> = new Map(
  (Object.keys(SPORTS) as PlayingField[]).flatMap((field) => SPORTS[field].map((sportId) => [sportId, field] as const)),
)

/** The field of a sport; null where no ball goes from side to side, as in fights and maps. */
export function playingField(sportId: number): PlayingField | null {
  return FIELDS.get(sportId) ?? null
}

/** What having the ball means on a field: the sides serve or bat in turn, or have it on the move. */
export function ballRole(field: PlayingField): 'serves' | 'bats' | 'has' {
  if (field === 'tennis' || field === 'volleyball' || field === 'table') return 'serves'
  return field === 'oval' || field === 'diamond' ? 'bats' : 'has'
}
