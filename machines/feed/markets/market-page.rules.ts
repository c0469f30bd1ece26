import type { BoardGame, Market, MarketGroup } from '#schemas'
import { type MarketType, marketType } from './market-types.ts'

/** Markets of one type in one block of a game's page. */
export interface MarketBlock {
  readonly id: string
  readonly groupId: number
  readonly typeId: number
  /** Of a type on a part of the game: the parameter that names the part. */
  readonly part?: string
  /** The markets: one, or one a line, the lowest line first. */
  readonly markets: readonly Market[]
}

/** The markets of a game's page in blocks: by group in the given order, then by type, and those on a part by their
 *  part; lines of one type are listed together. */
export function marketBlocks(
  { markets }: Pick<BoardGame, 'markets'>,
  groups: readonly Pick<MarketGroup, 'groupId'>[],
): readonly MarketBlock[] {
  const order = new Map(groups.map(({ groupId }, place) => [groupId, place]))
  const blocks = new Map<string, { groupId: number; typeId: number; part?: string; markets: Market[] }>()
  for (const market of markets) {
    const { groupId, typeId, parameter } = market
    const part = isOnPart(marketType(typeId)) ? parameter : undefined
    const id = part === undefined ? String(typeId) : `${typeId}-${part}`
    const block = blocks.get(id) ?? { groupId, typeId, ...(part === undefined ? {} : { part }), markets: [] }
    block.markets.push(market)
    blocks.set(id, block)
  }
  const place = (groupId: number) => order.get(groupId) ?? order.size
  return [...blocks]
    .map(([id, block]) => ({ id, ...block, markets: block.markets.toSorted(byLine) }))
    .sort((one, other) => place(one.groupId) - place(other.groupId) || one.typeId - other.typeId)
}

/** Whether markets of a type are about parts of the game or goals, each of which has a block of its own. */
function isOnPart({ parameter }: MarketType): boolean {
  return parameter === 'period' || parameter === 'number'
}

function byLine(one: Market, other: Market): number {
  return Number(one.parameter ?? 0) - Number(other.parameter ?? 0)
}
