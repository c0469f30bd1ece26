import type { BoardGame, Incident } from '#schemas'

/** Something that happened, and where on the line of time it stands. */
export interface TimelineMark extends Incident {
  /** From 0, the start, to 100, now. */
  readonly percent: number
  /** From 1. */
  readonly minute: number
}

/** What happened in a game so far. */
export interface Timeline {
  readonly marks: readonly TimelineMark[]
  /** Who pressed in equal parts of the time so far: above 0 the home side, below 0 the away side, from -100 to 100. */
  readonly momentum: readonly number[]
}

const MINUTE_S = 60
/** Parts of the time so far. */
const PARTS = 24
/** How much an incident says about who presses. */
const WEIGHTS: Readonly<Record<Incident['kind'], number>> = { goal: 4, corner: 2, yellow_card: -1, red_card: -2 }

/** The line of time of a game; null where what happened is not reported, or nothing has. */
export function timelineOf({ score, clock }: Pick<BoardGame, 'score' | 'clock'>): Timeline | null {
  const incidents = score?.facts?.incidents ?? []
  if (incidents.length === 0) return null
  const nowS = Math.max(MINUTE_S, clock?.seconds ?? 0, ...incidents.map(({ seconds }) => seconds))
  const marks = incidents.map((incident) => ({
    ...incident,
    percent: Math.round((incident.seconds / nowS) * 1000) / 10,
    minute: Math.floor(incident.seconds / MINUTE_S) + 1,
  }))
  const pressure = Array.from({ length: PARTS }, () => 0)
  for (const { kind, side, percent } of marks) {
    const place = Math.min(PARTS - 1, Math.floor((percent / 100) * PARTS))
    // What comes of a pressure was built up just before it.
    for (const [at, share] of [
      [place - 1, 0.5],
      [place, 1],
      [place + 1, 0.4],
    ] as const)
      if (at >= 0 && at < PARTS) pressure[at] = (pressure[at] ?? 0) + WEIGHTS[kind] * share * (side === 'home' ? 1 : -1)
  }
  const most = Math.max(1, ...pressure.map(Math.abs))
  return { marks, momentum: pressure.map((value) => Math.round((value / most) * 100)) }
}
