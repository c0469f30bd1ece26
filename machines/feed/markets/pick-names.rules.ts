import type { TextWriter } from '#machines/site/text.rules.ts'
import type { CouponEntry } from '#schemas'
import { entrantIn, type Sides, sidesOf } from '../board/game-names.rules.ts'
import { playerOf } from './derived-types.ts'
import { type FeedText, marketText, outcomeText, sideOfOutcome, writeAround } from './market-texts.rules.ts'
import { entrantOf, type MarketType, marketType } from './market-types.ts'

/** An outcome as a bet keeps it. */
export interface PickedOutcome {
  /** Those who play; of an event of many the event and who is bet on. */
  readonly gameName: string
  readonly marketTypeId: number
  readonly typeId: number
  /** Line, period or places of its market; absent where there is none. */
  readonly parameter?: string | undefined
  /** Absent where nobody knows it any more: a part of the game is then called a period. */
  readonly sportId?: number | undefined
}

/** A sport of which nothing is known. */
const ANY_SPORT = 0

/** What a bet calls an outcome: who is bet on by the side's own name, where a board says "W1" or "1".
 *  `{ gameName: 'Arsenal – Everton', marketTypeId: 5, typeId: 12, parameter: '-1.5' }` → "Handicap", "Everton (+1.5)". Where the name of
 *  the game does not tell the sides, it is what the board says.
 *  @throws RangeError when the type of market is none, or has no such outcome */
export function pickNames(picked: PickedOutcome, t: TextWriter): CouponEntry['names'] {
  const { gameName, marketTypeId, typeId, parameter, sportId = ANY_SPORT } = picked
  const type: MarketType = marketType(marketTypeId)
  const sides = sidesOf(gameName)
  const write = ({ key, values }: FeedText) => t(key, values)
  const market = write(marketOfSide(type, sides) ?? marketText(marketTypeId, parameter))
  const board = outcomeText(marketTypeId, typeId, parameter)
  return {
    game: gameName,
    market: writeAround(t, market, { sportId, typeId: marketTypeId, parameter }),
    outcome: write(pickText(type, picked, { sides, board }) ?? board),
  }
}

/** A market that counts the points of one side alone, by the name of the side; null for others. */
function marketOfSide({ question, side }: MarketType, sides: Sides | null): FeedText | null {
  if (question !== 'over-under' || side === undefined || sides === null) return null
  return { key: 'feed.pick_market_total', values: { side: sides[side] } }
}

/** An outcome by the names of those whom it is about; null where a board says it in the same words. */
function pickText(
  type: MarketType,
  { gameName, typeId }: PickedOutcome,
  { sides, board }: { readonly sides: Sides | null; readonly board: FeedText },
): FeedText | null {
  const number = entrantOf(type, typeId)
  if (number !== null) {
    const name = entrantIn(gameName)
    return name === null ? null : { key: 'feed.pick_entrant', values: { name, number } }
  }
  const player = playerOf(typeId)
  if (player) {
    const name = entrantIn(gameName)
    return name === null ? null : { key: 'feed.pick_entrant', values: { name, number: player.number } }
  }
  const place = type.outcomes.indexOf(typeId)
  if (type.question === 'result' && place === 1) return { key: 'feed.pick_draw', values: {} }
  if (sides === null) return null
  const { home, away } = sides
  const ofPair = { side: place === 0 ? home : away }
  const side = sideOfOutcome(type.typeId, typeId)
  if (side) return { key: 'feed.pick_side', values: { side: sides[side] } }
  switch (type.question) {
    case 'double-chance':
      return place === 1
        ? { key: 'feed.pick_either', values: { home, away } }
        : { key: 'feed.pick_side_or_draw', values: ofPair }
    case 'handicap':
      return { key: 'feed.pick_handicap', values: { ...ofPair, ...board.values } }
    case 'fight-method':
      return methodText(place, sides)
    default:
      return null
  }
}

const METHODS = ['knockout', 'submission', 'decision'] as const

/** Home by each method, then away. */
function methodText(place: number, { home, away }: Sides): FeedText {
  const side = place < METHODS.length ? home : away
  return { key: `feed.pick_${METHODS[place % METHODS.length] ?? METHODS[0]}`, values: { side } }
}
