import { GROUPS } from './derived-types.ts'
import type { MarketBlock } from './market-page.rules.ts'
import { MARKET_TYPE } from './market-types.ts'

/** What a tab of a game's page holds. */
export interface MarketTab {
  /** `main`, `all`, or the number of a group. */
  readonly id: string
  /** The group that names it; null for those of more groups. */
  readonly groupId: number | null
  readonly blocks: readonly MarketBlock[]
}

const { matchResult, doubleChance, drawNoBet, total, handicap, bothTeamsToScore, winner } = MARKET_TYPE

/** Types that a visitor looks for first. */
const MAIN_TYPES: readonly number[] = [
  matchResult,
  winner,
  doubleChance,
  drawNoBet,
  total,
  handicap,
  bothTeamsToScore,
].map(({ typeId }) => typeId)

/** Groups of the first types, by the tab in which they are. */
const TABS_OF_FIRST: ReadonlyMap<number, number> = new Map([
  [4, GROUPS.totals],
  [6, GROUPS.totals],
  [9, GROUPS.totals],
  [10, GROUPS.totals],
  [5, GROUPS.handicaps],
  [7, GROUPS.scores],
  [8, GROUPS.parts],
  [12, GROUPS.parts],
])

/** Below so many blocks a page needs no tabs. */
const FEW_BLOCKS = 8

/** The tabs of a game's page: the markets that are looked for first, those of each kind, and all; none where there are few markets. */
export function marketTabs(blocks: readonly MarketBlock[]): readonly MarketTab[] {
  if (blocks.length < FEW_BLOCKS) return []
  const tabOf = ({ groupId }: MarketBlock) => TABS_OF_FIRST.get(groupId) ?? Math.max(GROUPS.main, groupId)
  const first = blocks.filter(({ typeId }) => MAIN_TYPES.includes(typeId))
  const further = [...Map.groupBy(blocks, tabOf)]
    .filter(([groupId]) => groupId !== GROUPS.main)
    .sort(([one], [other]) => one - other)
    .map(([groupId, own]): MarketTab => ({ id: String(groupId), groupId, blocks: own }))
  const main = first.length > 0 ? [{ id: 'main', groupId: GROUPS.main, blocks: first }] : []
  return [...main, ...further, { id: 'all', groupId: null, blocks }]
}
