import type { PeriodScore, Score } from '#schemas'
import type { LikelyScore } from './fair-price.rules.ts'
import { setChance } from './forecast.rules.ts'
import { isSetWon } from './game-plan.rules.ts'
import { asAway, asHome, asLead, type Likely, likelyOf } from './likely-scores.rules.ts'
import type { Outlook } from './outlook.rules.ts'
import type { SetPlay } from './simulated-sport.ts'

/** So many points beyond those that win a set are looked at; a longer set ends with the score of that point. */
const DEUCE_MOST = 14
const START: PeriodScore = { home: 0, away: 0 }

/** What is expected of a game of sets: of its sets, of the points within them, and of a single set. @param chance of the home side to
 *  win a point */
export function setOutlook(play: SetPlay, chance: number, score: Score | null): Outlook {
  const parts = score?.periods ?? []
  const last = parts.at(-1)
  const current = last && !isSetWon(play, last) ? last : null
  const over = current ? parts.slice(0, -1) : parts
  const needed = (play.mostSets + 1) / 2
  const won = { home: score?.home ?? 0, away: score?.away ?? 0 }
  const fresh = setEndings(play, chance, START)
  const now = current ? setEndings(play, chance, current) : fresh
  const certain = needed + Math.min(won.home, won.away)
  const known = new Map<string, Likely | null>()
  const make = (number: number | undefined): Likely | null => {
    if (number === undefined) return wholeOf({ needed, won, over, now, fresh })
    if (number <= over.length || number > certain) return null
    return likelyOf(number === over.length + 1 ? now : fresh)
  }
  return {
    of({ subject, part, question }) {
      if (question === 'part-whole-winner') return firstAndLast(play, chance, { needed, won, parts, over: over.length })
      if (subject !== 'points') return null
      const key = String(part?.from)
      const found = known.get(key)
      if (found !== undefined) return found
      const made = make(part?.from)
      known.set(key, made)
      return made
    },
  }
}

/** How a set may end that stands so. */
function setEndings(play: SetPlay, chance: number, from: PeriodScore): LikelyScore[] {
  const most = play.pointsToWin + DEUCE_MOST
  const endings: LikelyScore[] = []
  let open = new Map([[0, 1]])
  // By how many points were played; the key is how many of them the home side won.
  for (let played = 0; open.size > 0; played += 1) {
    const next = new Map<number, number>()
    for (const [homes, here] of open) {
      const score = { home: from.home + homes, away: from.away + played - homes }
      if (isSetWon(play, score) || Math.max(score.home, score.away) > most) endings.push({ ...score, chance: here })
      else {
        next.set(homes + 1, (next.get(homes + 1) ?? 0) + here * chance)
        next.set(homes, (next.get(homes) ?? 0) + here * (1 - chance))
      }
    }
    open = next
  }
  return endings
}

interface Sets {
  readonly needed: number
  readonly won: PeriodScore
  readonly over: readonly PeriodScore[]
  /** Of the set that is played, and of those after it. */
  readonly now: readonly LikelyScore[]
  readonly fresh: readonly LikelyScore[]
}

const FINISHED = 1e-7

/** Points of all sets together: their sum, lead and sides, each by itself. */
function wholeOf(sets: Sets): Likely | null {
  if (sets.won.home === sets.needed || sets.won.away === sets.needed) return null
  const made = new Map<string, readonly LikelyScore[]>()
  const by = (name: string, numberOf: (score: PeriodScore) => number, scoreOf: typeof asHome) => () => {
    const found = made.get(name) ?? numbers(sets, numberOf).map(([number, chance]) => ({ ...scoreOf(number), chance }))
    made.set(name, found)
    return found
  }
  return {
    all: () => [],
    results: () => [],
    sums: by('sums', ({ home, away }) => home + away, asHome),
    leads: by('leads', ({ home, away }) => home - away, asLead),
    homes: by('homes', ({ home }) => home, asHome),
    aways: by('aways', ({ away }) => away, asAway),
  }
}

function numbers(sets: Sets, numberOf: (score: PeriodScore) => number): [number: number, chance: number][] {
  const { needed, won, over } = sets
  const start = over.reduce((sum, score) => sum + numberOf(score), 0)
  const found = new Map<number, number>()
  let open = new Map([[`${won.home}:${won.away}`, { ...won, chances: new Map([[start, 1]]) }]])
  for (let isFirst = true; open.size > 0; isFirst = false) {
    const steps = [true, false].map((isHome) => numbersOf(isFirst ? sets.now : sets.fresh, { isHome, numberOf }))
    const next: typeof open = new Map()
    for (const { home, away, chances } of open.values())
      for (const [isAway, step] of steps.entries()) {
        const won = { home: home + 1 - isAway, away: away + isAway }
        const isOver = won.home === needed || won.away === needed
        const key = `${won.home}:${won.away}`
        const target = isOver ? found : (next.get(key)?.chances ?? new Map<number, number>())
        for (const [number, chance] of chances)
          for (const [more, share] of step) {
            const both = chance * share
            if (both > FINISHED) target.set(number + more, (target.get(number + more) ?? 0) + both)
          }
        if (!isOver) next.set(key, { ...won, chances: target })
      }
    open = next
  }
  const sum = [...found.values()].reduce((total, chance) => total + chance, 0)
  return [...found].map(([number, chance]) => [number, chance / sum])
}

function numbersOf(
  endings: readonly LikelyScore[],
  { isHome, numberOf }: { readonly isHome: boolean; readonly numberOf: (score: PeriodScore) => number },
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (const score of endings) {
    if (score.home > score.away !== isHome) continue
    const number = numberOf(score)
    found.set(number, (found.get(number) ?? 0) + score.chance)
  }
  return found
}

/** Who wins the first set beside who wins the match. */
function firstAndLast(
  play: SetPlay,
  chance: number,
  sets: {
    readonly needed: number
    readonly won: PeriodScore
    readonly parts: readonly PeriodScore[]
    readonly over: number
  },
): Likely | null {
  const { needed, won, parts, over } = sets
  if (won.home === needed || won.away === needed) return null
  const fresh = setChance(play, chance, START)
  const now = parts.length > over ? setChance(play, chance, parts.at(-1) ?? START) : fresh
  const wins = (home: number, away: number, next: number): number => {
    if (home === needed || away === needed) return home === needed ? 1 : 0
    return next * wins(home + 1, away, fresh) + (1 - next) * wins(home, away + 1, fresh)
  }
  const first = parts[0]
  const firstChance = over > 0 && first ? Number(first.home > first.away) : now
  const ways = [1, 0].flatMap((isHome) => {
    const after = over > 0 ? wins(won.home, won.away, now) : wins(isHome, 1 - isHome, fresh)
    const own = isHome === 1 ? firstChance : 1 - firstChance
    const periods = [{ home: isHome, away: 1 - isHome }]
    return [
      { home: 1, away: 0, chance: own * after, periods },
      { home: 0, away: 1, chance: own * (1 - after), periods },
    ]
  })
  // Two periods, so that the match is more than its first set.
  return likelyOf(ways.filter((way) => way.chance > 0).map((way) => ({ ...way, periods: [...way.periods, START] })))
}
