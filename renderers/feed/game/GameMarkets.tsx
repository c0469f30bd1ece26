import { type ReactNode, useId, useState } from 'react'
import { isOnPlayer } from '#machines/feed/markets/derived-types.ts'
import { type MarketBlock, marketBlocks } from '#machines/feed/markets/market-page.rules.ts'
import { type MarketTab, marketTabs } from '#machines/feed/markets/market-tabs.rules.ts'
import {
  columnText,
  groupText,
  outcomeText,
  sideOfOutcome,
  writeAround,
  writeMarket,
} from '#machines/feed/markets/market-texts.rules.ts'
import { type MarketType, marketType } from '#machines/feed/markets/market-types.ts'
import { isListed, shownOutcomes } from '#machines/feed/markets/shown-outcomes.rules.ts'
import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { FEED_KIND, takesBets } from '#machines/site/tables/tables.ts'
import type { BoardGame, Market, MarketGroup } from '#schemas'
import { EmptyState } from '../../site/EmptyState.tsx'
import { Icon } from '../../site/Icon.tsx'
import { Tabs } from '../../site/Tabs.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import { PriceGap } from '../price/PriceButton.tsx'
import { usePriceCell } from '../price/price-cell.tsx'
import styles from './GameMarkets.module.css'
import { MarketTools } from './MarketTools.tsx'

/** Props of {@link GameMarkets}. */
export interface GameMarketsProps {
  readonly game: BoardGame
  readonly groups: readonly MarketGroup[]
  readonly format: OddsFormat
  /** Whether the blocks are laid out in two columns where the page is wide enough. */
  readonly isInTwoColumns: boolean
  readonly onColumns?: ((isInTwoColumns: boolean) => void) | undefined
  /** Without search and folding: for the few markets of a game shown beside others. */
  readonly isPlain?: boolean
  /** What the last tab shows: what is known of the game beside its prices. */
  readonly statistics?: ReactNode
}

/** The tab of what is no market. */
const STATISTICS = 'statistics'

/** All markets of a game in blocks that fold, which can be searched by their names; statistics of the game are the last tab. */
export function GameMarkets(props: GameMarketsProps) {
  const { game, groups, format, isInTwoColumns, onColumns, isPlain = false, statistics } = props
  const t = useText()
  const { language } = useLanguage()
  const [search, setSearch] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [tabId, setTabId] = useState('main')
  const titles = blockTitles(game, t)
  const blocks = marketBlocks({ markets: offeredNow(game) }, groups)
  const tabs = isPlain ? [] : marketTabs(blocks)
  const tab = tabs.find(({ id }) => id === tabId) ?? tabs[0]
  const wanted = search.trim().toLocaleLowerCase(language)
  const inTab = wanted === '' ? (tab?.blocks ?? blocks) : blocks
  const found = inTab.filter((block) => titles(block).toLocaleLowerCase(language).includes(wanted))
  const isAllFolded = blocks.length > 0 && blocks.every(({ id }) => folded.has(id))
  const isOnMarkets = statistics === undefined || tabId !== STATISTICS
  const fold = (id: string) =>
    setFolded(new Set(folded.has(id) ? [...folded].filter((it) => it !== id) : [...folded, id]))
  return (
    <section className={styles.markets} aria-label={t('board.markets')}>
      {!isPlain && (
        <div className={styles.bar}>
          {wanted === '' && (
            <MarketTabs
              tabs={tabs}
              hasStatistics={statistics !== undefined}
              selectedId={isOnMarkets ? (tab?.id ?? 'main') : STATISTICS}
              onSelect={setTabId}
            />
          )}
          {isOnMarkets && (
            <MarketTools
              search={search}
              isInTwoColumns={isInTwoColumns}
              isAllFolded={isAllFolded}
              onSearch={setSearch}
              onColumns={onColumns}
              onFoldAll={() => setFolded(new Set(isAllFolded ? [] : blocks.map(({ id }) => id)))}
            />
          )}
        </div>
      )}
      {!isOnMarkets && statistics}
      {isOnMarkets && blocks.length === 0 ? (
        <EmptyState title={t('board.no_markets')} text={t('board.no_markets_text')} />
      ) : null}
      {isOnMarkets && blocks.length > 0 && found.length === 0 ? (
        <EmptyState title={t('board.no_market_found')} text={t('board.no_market_found_text')} />
      ) : null}
      {isOnMarkets && (
        <div className={styles.blocks} data-columns={isInTwoColumns ? 2 : 1}>
          {found.map((block) => (
            <Block
              key={block.id}
              game={game}
              block={block}
              title={titles(block)}
              format={format}
              isFolded={folded.has(block.id)}
              onFold={() => fold(block.id)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

interface MarketTabsProps {
  readonly tabs: readonly MarketTab[]
  readonly hasStatistics: boolean
  readonly selectedId: string
  readonly onSelect: (id: string) => void
}

/** The kinds of markets, and statistics. A game with few markets has them all in one tab; alone it would choose nothing. */
function MarketTabs({ tabs, hasStatistics, selectedId, onSelect }: MarketTabsProps) {
  const t = useText()
  const ofMarkets =
    tabs.length === 0
      ? [{ id: 'main', label: t('board.markets') }]
      : tabs.map(({ id, groupId, blocks }) => ({
          id,
          label: t(groupId === null ? 'board.all_markets' : groupText(groupId).key),
          count: blocks.length,
        }))
  const all = [...ofMarkets, ...(hasStatistics ? [{ id: STATISTICS, label: t('board.statistics') }] : [])]
  if (all.length < 2) return null
  return <Tabs label={t('board.market_groups')} tabs={all} selectedId={selectedId} onSelect={onSelect} />
}

/** The markets that take bets, while a game that is on takes any: a line that the score has left behind is closed for good. */
function offeredNow({ kind, status, markets }: BoardGame): BoardGame['markets'] {
  return kind === FEED_KIND.live && takesBets(status) ? markets.filter((market) => takesBets(market.status)) : markets
}

/** Writes the name of a block, with what is counted and the part of the game that it is about; a market that counts the points of one
 *  side alone has the side's name. */
function blockTitles({ sportId, participants }: BoardGame, t: ReturnType<typeof useText>) {
  return ({ groupId, typeId, part: parameter, markets }: MarketBlock): string => {
    const { side, question, subject } = marketType(typeId)
    const name = side && participants[side === 'home' ? 0 : 1]?.name
    if (question === 'over-under' && name && participants.length > 1)
      return writeAround(t, t('feed.pick_market_total', { side: name }), { sportId, typeId })
    const isOfGroup = markets.length > 1 && subject === undefined && groupId < FIRST_TAB_GROUP
    return isOfGroup ? t(groupText(groupId).key) : writeMarket(t, { sportId, typeId, parameter })
  }
}

/** Groups from here on hold many types, and name none of them. */
const FIRST_TAB_GROUP = 18

interface BlockProps {
  readonly game: BoardGame
  readonly block: MarketBlock
  readonly title: string
  readonly format: OddsFormat
  readonly isFolded: boolean
  readonly onFold: () => void
}

function Block({ game, block, title, format, isFolded, onFold }: BlockProps) {
  const panelId = useId()
  return (
    <section className={styles.block}>
      <h2>
        <button
          type="button"
          className={styles.title}
          {...press('market_folded')}
          aria-expanded={!isFolded}
          aria-controls={panelId}
          onClick={onFold}
        >
          <span className={styles.titleText}>{title}</span>
          <Icon name={isFolded ? 'chevron-down' : 'chevron-up'} size={16} />
        </button>
      </h2>
      <div id={panelId} className={styles.panel} hidden={isFolded}>
        {block.markets.map((market) => (
          <MarketLine key={market.marketId} game={game} market={market} title={title} format={format} />
        ))}
      </div>
    </section>
  )
}

/** Props of {@link MarketLine}. */
export interface MarketLineProps extends Pick<BlockProps, 'game' | 'title' | 'format'> {
  readonly market: Market
  /** Whether sides are called 1 and 2, for want of room for their names. */
  readonly isShort?: boolean
}

/** Prices of one market beside each other. Outcomes of a long list that cannot win any more are left out while the game is on. */
export function MarketLine({ game, market, title, format, isShort = false }: MarketLineProps) {
  const t = useText()
  const Price = usePriceCell()
  const type = marketType(market.typeId)
  const shown = shownOutcomes(market)
  return (
    <div className={styles.line} data-prices={columnsOf(type, shown.length)}>
      {shown.map((typeId) => {
        const outcome = market.outcomes.find((other) => other.typeId === typeId)
        if (!outcome) return <PriceGap key={typeId} />
        const text = outcomeText(market.typeId, typeId, market.parameter)
        const name = outcome.name ?? t(text.key, text.values)
        const side = isShort ? t(columnText(market.typeId, typeId).key) : nameOfSide(game, market.typeId, typeId)
        const isUnderColumn = text.values.line !== undefined && type.outcomes.length === 2
        return (
          <Price
            key={typeId}
            game={game}
            market={market}
            outcome={outcome}
            label={side ?? (isUnderColumn ? t(columnText(market.typeId, typeId).key) : name)}
            line={isUnderColumn ? text.values.line?.toString() : undefined}
            name={`${gameName(game)}. ${title}: ${name}.`}
            format={format}
          />
        )
      })}
    </div>
  )
}

/** Questions of which each answer has a second half: over or under, yes or no. */
const PAIRED: readonly string[] = [
  'result-both-score',
  'result-total',
  'winner-total',
  'both-score-total',
  'double-chance-total',
  'double-chance-both-score',
]

/** How many prices are beside each other: over and under in pairs, of lists three, of players one a side. */
function columnsOf(type: MarketType, shown: number): number | 'many' {
  if (isOnPlayer(type.outcomes[0] ?? 0)) return 2
  if (type.question === 'correct-score' || type.question === 'exact-score') return 'many'
  if (PAIRED.includes(type.question)) return 2
  if (isListed(type)) return 3
  return shown === 4 || shown === 6 ? 2 : shown
}

/** Of a result, a winner or a goal: the side's own name stands better than a number. */
function nameOfSide({ participants }: BoardGame, typeId: number, outcomeTypeId: number): string | undefined {
  const side = sideOfOutcome(typeId, outcomeTypeId)
  return side ? participants[side === 'home' ? 0 : 1]?.name : undefined
}
