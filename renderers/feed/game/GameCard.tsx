import { marketText } from '#machines/feed/markets/market-texts.rules.ts'
import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import type { BoardGame } from '#schemas'
import { Button } from '../../site/Button.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import styles from './GameCard.module.css'
import { MarketLine } from './GameMarkets.tsx'
import { Scoreboard, type ScoreboardProps } from './Scoreboard.tsx'

/** Props of {@link GameCard}. */
export interface GameCardProps extends Pick<ScoreboardProps, 'game' | 'start' | 'showsGameId' | 'isLight'> {
  readonly format: OddsFormat
  /** Where all its markets are. */
  readonly to: string
  /** Whether it shows its result or winner alone. */
  readonly isCompact: boolean
  readonly onRemove: () => void
}

/** Markets of a card at most. */
const MOST_MARKETS = 3

/** A game of a dashboard: how it stands, its main markets, and the way to the others. */
export function GameCard({ game, start, showsGameId, isLight, format, to, isCompact, onRemove }: GameCardProps) {
  const t = useText()
  const Link = useLink()
  const markets = game.markets.slice(0, isCompact ? 1 : MOST_MARKETS)
  const further = furtherMarkets(game, markets.length)
  const remove = (
    <Button
      kind="plain"
      size="small"
      icon="close"
      aria-label={t('board.multi_remove', { name: gameName(game) })}
      onClick={onRemove}
    />
  )
  return (
    <article className={styles.card} data-game={game.gameId} data-compact={isCompact || undefined}>
      <Scoreboard game={game} start={start} showsGameId={showsGameId} isLight={isLight || isCompact} action={remove} />
      <div className={styles.markets}>
        {markets.length === 0 && <p className={styles.none}>{t('board.no_markets')}</p>}
        {markets.map((market) => {
          const title = t(marketText(market.typeId).key)
          return (
            <div key={market.marketId} className={styles.market}>
              <h2 className={styles.title}>{title}</h2>
              <MarketLine game={game} market={market} title={title} format={format} isShort />
            </div>
          )
        })}
      </div>
      <Link to={to} className={styles.all} {...press('match_card_opened', game.gameId)}>
        <span className="visually-hidden">{t('board.more_markets', { name: gameName(game), count: further })}</span>
        <span aria-hidden="true">{t('board.multi_all_markets', { count: further })}</span>
      </Link>
    </article>
  )
}

function furtherMarkets({ markets, furtherMarketCount }: BoardGame, shown: number): number {
  return furtherMarketCount + markets.length - shown
}
