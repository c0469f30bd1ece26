import { useId, useState } from 'react'
import { type MarketBlock, marketBlocks } from '#machines/feed/markets/market-page.rules.ts'
import {
  columnText,
  groupText,
  marketPartText,
  marketText,
  outcomeText,
} from '#machines/feed/markets/market-texts.rules.ts'
import { marketType } from '#machines/feed/markets/market-types.ts'
import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import type { BoardGame, Market, MarketGroup } from '#schemas'
import { EmptyState } from '../../site/EmptyState.tsx'
import { Icon } from '../../site/Icon.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import { PriceGap } from '../price/PriceButton.tsx'
import { usePriceCell } from '../price/price-cell.tsx'
import styles from './GameMarkets.module.css'

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
}

/** Most characters of a search (product §5). */
const SEARCH_MOST = 100

/** All markets of a game in blocks that fold, which can be searched by their names. */
export function GameMarkets({ game, groups, format, isInTwoColumns, onColumns, isPlain = false }: GameMarketsProps) {
  const t = useText()
  const { language } = useLanguage()
  const searchId = useId()
  const [search, setSearch] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const titles = blockTitles(game, t)
  const blocks = marketBlocks(game, groups)
  const wanted = search.trim().toLocaleLowerCase(language)
  const found = blocks.filter((block) => titles(block).toLocaleLowerCase(language).includes(wanted))
  const isAllFolded = blocks.length > 0 && blocks.every(({ id }) => folded.has(id))
  const fold = (id: string) =>
    setFolded(new Set(folded.has(id) ? [...folded].filter((it) => it !== id) : [...folded, id]))
  return (
    <section className={styles.markets} aria-label={t('board.markets')}>
      {!isPlain && (
        <div className={styles.tools}>
          <label htmlFor={searchId} className={styles.search}>
            <Icon name="search" size={16} />
            <input
              id={searchId}
              className={styles.input}
              type="search"
              autoComplete="off"
              maxLength={SEARCH_MOST}
              aria-label={t('board.market_search')}
              placeholder={t('board.market_search')}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </label>
          {onColumns && (
            <button
              type="button"
              className={`${styles.tool} ${styles.columns}`}
              aria-pressed={isInTwoColumns}
              onClick={() => onColumns(!isInTwoColumns)}
            >
              {t('board.two_columns')}
            </button>
          )}
          <button
            type="button"
            className={styles.tool}
            onClick={() => setFolded(new Set(isAllFolded ? [] : blocks.map(({ id }) => id)))}
          >
            {t(isAllFolded ? 'board.unfold_all' : 'board.fold_all')}
          </button>
        </div>
      )}
      {blocks.length === 0 ? <EmptyState title={t('board.no_markets')} text={t('board.no_markets_text')} /> : null}
      {blocks.length > 0 && found.length === 0 ? (
        <EmptyState title={t('board.no_market_found')} text={t('board.no_market_found_text')} />
      ) : null}
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
    </section>
  )
}

/** Writes the name of a block, with the name of its group where that says more, and the part of the game that it is about. */
function blockTitles({ sportId }: BoardGame, t: ReturnType<typeof useText>) {
  return ({ groupId, typeId, part, markets }: MarketBlock): string => {
    const market = t(marketText(typeId).key)
    const ofPart = marketPartText(sportId, typeId, part)
    if (ofPart) return t('feed.market_of_part', { market, part: t(ofPart.key, ofPart.values) })
    return markets.length > 1 && marketType(typeId).side === undefined ? t(groupText(groupId).key) : market
  }
}

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

/** Prices of one market beside each other; exact scores fall into columns of home wins, draws and away wins. */
export function MarketLine({ game, market, title, format, isShort = false }: MarketLineProps) {
  const t = useText()
  const Price = usePriceCell()
  const type = marketType(market.typeId)
  const isScores = type.question === 'correct-score'
  const shown = isScores ? market.outcomes.map(({ typeId }) => typeId) : type.outcomes
  return (
    <div className={styles.line} data-prices={isScores ? 'many' : shown.length}>
      {shown.map((typeId) => {
        const outcome = market.outcomes.find((other) => other.typeId === typeId)
        if (!outcome) return <PriceGap key={typeId} />
        const text = outcomeText(market.typeId, typeId, market.parameter)
        const name = t(text.key, text.values)
        const side = isShort
          ? t(columnText(market.typeId, typeId).key)
          : sideOf(game, typeId, type.outcomes, type.question)
        return (
          <Price
            key={typeId}
            game={game}
            market={market}
            outcome={outcome}
            label={side ?? (text.values.line === undefined ? name : t(columnText(market.typeId, typeId).key))}
            line={text.values.line?.toString()}
            name={`${gameName(game)}. ${title}: ${name}.`}
            format={format}
          />
        )
      })}
    </div>
  )
}

/** Of a result or winner: the side's own name stands better than a number. */
function sideOf(
  { participants }: BoardGame,
  typeId: number,
  outcomes: readonly number[],
  question: string,
): string | undefined {
  if (question !== 'result' && question !== 'winner') return undefined
  if (typeId === outcomes[0]) return participants[0]?.name
  return typeId === outcomes.at(-1) ? participants[1]?.name : undefined
}
