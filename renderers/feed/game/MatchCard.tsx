import { columnText, marketText, outcomeText } from '#machines/feed/markets/market-texts.rules.ts'
import { marketType } from '#machines/feed/markets/market-types.ts'
import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import type { BoardGame } from '#schemas'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import { usePriceCell } from '../price/price-cell.tsx'
import { GameSides } from './GameSides.tsx'
import { GameTime } from './GameTime.tsx'
import styles from './MatchCard.module.css'

/** Props of {@link MatchCard}. */
export interface MatchCardProps {
  readonly game: BoardGame
  /** The line above it: "Match of the day". */
  readonly title: string
  /** Its start as the visitor reads it: the day, empty today, and the time. */
  readonly start: { readonly day: string; readonly time: string }
  readonly format: OddsFormat
  /** Where all its markets are. */
  readonly to: string
}

/** A market of more outcomes does not fit below a match. */
const MOST_OUTCOMES = 3

/** One game in front of all others, with the prices of its first market. */
export function MatchCard({ game, title, start, format, to }: MatchCardProps) {
  const t = useText()
  const Link = useLink()
  const Price = usePriceCell()
  const name = gameName(game)
  const market = game.markets.find(({ typeId }) => marketType(typeId).outcomes.length <= MOST_OUTCOMES)
  return (
    <article className={styles.card} data-game={game.gameId}>
      <Link to={to} className={styles.match} {...press('match_card_opened', game.gameId)}>
        <span className={styles.head}>
          <span className={styles.title}>{title}</span>
          <GameTime game={game} start={start} />
        </span>
        <span className={styles.champ}>
          <bdi>{game.champName}</bdi>
        </span>
        <span className={styles.sides}>
          <GameSides game={game} hasPeriods={false} hasCrests />
        </span>
      </Link>
      {market && (
        <div className={styles.prices}>
          {market.outcomes.map((outcome) => {
            const full = outcomeText(market.typeId, outcome.typeId, market.parameter)
            return (
              <Price
                key={outcome.outcomeId}
                game={game}
                market={market}
                outcome={outcome}
                label={t(columnText(market.typeId, outcome.typeId).key)}
                line={full.values.line?.toString()}
                name={`${name}. ${t(marketText(market.typeId).key)}: ${t(full.key, full.values)}.`}
                format={format}
              />
            )
          })}
        </div>
      )}
    </article>
  )
}
