import { memo } from 'react'
import { type BoardColumn, marketInColumn } from '#machines/feed/board/board-columns.rules.ts'
import { nameOfSides } from '#machines/feed/board/game-names.rules.ts'
import { columnText, marketText, outcomeText } from '#machines/feed/markets/market-texts.rules.ts'
import { MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import { press } from '#machines/site/events/press.rules.ts'
import type { BoardGame, Market } from '#schemas'
import { Icon } from '../../site/Icon.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import { GameSides } from '../game/GameSides.tsx'
import { GameTime } from '../game/GameTime.tsx'
import { PriceGap } from '../price/PriceButton.tsx'
import { usePriceCell } from '../price/price-cell.tsx'
import styles from './Board.module.css'
import type { BellsPort, BoardLinks, BoardView, FavoritesPort, PinsPort } from './board-view.ts'
import { MarkButton } from './MarkButton.tsx'

/** Props of {@link BoardRow}. */
export interface BoardRowProps {
  readonly game: BoardGame
  readonly columns: readonly BoardColumn[]
  /** Which of the columns a narrow board shows. */
  readonly chosenColumn: number
  readonly view: BoardView
  readonly links: BoardLinks
  /** Left out where nothing can be kept. */
  readonly favorites?: FavoritesPort | undefined
  readonly isFavorite?: boolean
  /** Left out where no game can be put in front. */
  readonly pins?: PinsPort | undefined
  readonly isPinned?: boolean
  /** Left out where nobody can be told news. */
  readonly bells?: BellsPort | undefined
  readonly isBelled?: boolean
  readonly startOf: (game: BoardGame) => { readonly day: string; readonly time: string }
  /** Whether the row names its championship: where the head above does not. */
  readonly hasChamp?: boolean
}

/** A game in one row: when, who, how it stands, the prices of its main markets below their heads, and how many there are more. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { game, columns, chosenColumn, view, links, favorites, isFavorite = false, pins, isPinned = false } = props
  const { startOf, hasChamp = false, bells, isBelled = false } = props
  const t = useText()
  const Link = useLink()
  const names = gameName(game)
  const path = links.game(game)
  const field = game.markets.find(({ typeId }) => typeId === MARKET_TYPE.fieldWinner.typeId)
  return (
    <div className={styles.row} data-game={game.gameId} data-field={field ? '' : undefined}>
      {favorites && (
        <span className={styles.marks}>
          <MarkButton
            mark="star"
            isOn={isFavorite}
            label={t('board.favorite', { name: names })}
            onPress={() => favorites.toggleGame(game)}
          />
          <span className={styles.quiet}>
            {pins && (
              <MarkButton
                mark="pin"
                isOn={isPinned}
                label={t('board.pin', { name: names })}
                onPress={() => pins.toggle(game.gameId)}
              />
            )}
            {bells && (
              <MarkButton
                mark="bell"
                isOn={isBelled}
                label={t('board.bell', { name: names })}
                onPress={() => bells.toggle(game)}
              />
            )}
          </span>
        </span>
      )}
      <Link to={path} className={styles.names} {...press('board_game_opened', game.gameId)}>
        <GameTime game={game} start={startOf(game)} showsGameId={view.showsGameId} />
        <GameSides
          game={game}
          hasPeriods={!view.isLight}
          hasCrests={!view.isLight}
          champ={hasChamp ? game.champName : undefined}
        />
        {game.furtherMarketCount > 0 && (
          <bdi className={styles.further} dir="ltr" aria-hidden="true">
            {`+${game.furtherMarketCount}`}
          </bdi>
        )}
      </Link>
      {field && <Favourites game={game} market={field} view={view} />}
      {!field && (
        <span className={styles.markets}>
          {columns.map((column, place) => (
            <MarketPrices
              key={column.typeId}
              game={game}
              column={column}
              market={marketInColumn(game, column)}
              isChosen={place === chosenColumn}
              view={view}
              name={names}
            />
          ))}
        </span>
      )}
      <Link to={path} className={styles.more} {...press('board_game_opened', game.gameId)}>
        <span className="visually-hidden">
          {t('board.more_markets', { name: names, count: game.furtherMarketCount })}
        </span>
        <bdi dir="ltr" aria-hidden="true">
          {game.furtherMarketCount > 0 ? `+${game.furtherMarketCount}` : ''}
        </bdi>
        <Icon name="chevron-end" size={16} />
      </Link>
    </div>
  )
})

/** How many participants of a multi-runner event are shown in its row. */
const FAVOURITES = 3

/** The likeliest of many with their prices; all stand on the page of the event. */
function Favourites({ game, market, view }: Pick<BoardRowProps, 'game' | 'view'> & { readonly market: Market }) {
  const Price = usePriceCell()
  const first = market.outcomes
    .filter(({ isSuspended }) => !isSuspended)
    .toSorted((one, other) => Number(one.odds) - Number(other.odds))
    .slice(0, FAVOURITES)
  return (
    <span className={styles.favourites}>
      {first.map((outcome) => (
        <span key={outcome.outcomeId} className={styles.favourite}>
          <bdi className={styles.favouriteName}>{outcome.name}</bdi>
          <Price
            game={game}
            market={market}
            outcome={outcome}
            name={`${gameName(game)}: ${outcome.name}.`}
            format={view.format}
          />
        </span>
      ))}
    </span>
  )
}

interface MarketPricesProps {
  readonly game: BoardGame
  readonly column: BoardColumn
  readonly market: Market | undefined
  readonly isChosen: boolean
  readonly view: BoardView
  readonly name: string
}

function MarketPrices({ game, column, market, isChosen, view, name }: MarketPricesProps) {
  const t = useText()
  const Price = usePriceCell()
  return (
    <span className={styles.market} data-tier={tierOf(column)} data-chosen={isChosen || undefined}>
      {column.outcomes.map((typeId) => {
        const outcome = market?.outcomes.find((other) => other.typeId === typeId)
        if (!market || !outcome) return <PriceGap key={typeId} />
        const full = outcomeText(market.typeId, typeId, market.parameter)
        return (
          <Price
            key={typeId}
            game={game}
            market={market}
            outcome={outcome}
            label={t(columnText(market.typeId, typeId).key)}
            line={full.values.line?.toString()}
            name={`${name}. ${t(marketText(market.typeId).key)}: ${t(full.key, full.values)}.`}
            format={view.format}
          />
        )
      })}
    </span>
  )
}

/** How wide a board has to be before a market stands on it beside those before it. */
export function tierOf({ untilColumn }: Pick<BoardColumn, 'untilColumn'>): 1 | 2 | 3 | 4 {
  if (untilColumn <= 3) return 1
  if (untilColumn <= 5) return 2
  return untilColumn <= 7 ? 3 : 4
}

/** A game by its sides: `Arsenal – Everton`. */
export function gameName({ participants }: Pick<BoardGame, 'participants'>): string {
  return nameOfSides(participants.map(({ name }) => name))
}
