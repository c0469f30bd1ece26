import { marketText, outcomeText } from '#machines/feed/markets/market-texts.rules.ts'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { gameName } from '#renderers/feed/board/BoardRow.tsx'
import { usePriceCell } from '#renderers/feed/price/price-cell.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DayExpress } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useBoardView } from '../../page/board/board-preferences.ts'
import { FeedEvent, FeedExpress, FeedExpresses, FeedTogether } from '../FeedParts.tsx'
import { gamePath } from '../feed.selectors.ts'

/** Props of {@link ExpressCards}. */
export interface ExpressCardsProps {
  readonly expresses: readonly DayExpress[]
  /** Level of their headings: below that of the page, or of a block of it. */
  readonly level: 2 | 3
}

/** Expresses of the day: what each is made of, and its price. */
export function ExpressCards({ expresses, level }: ExpressCardsProps) {
  return (
    <FeedExpresses>
      {expresses.map((express) => (
        <ExpressCard key={express.expressNum} express={express} level={level} />
      ))}
    </FeedExpresses>
  )
}

function ExpressCard({ express, level }: { readonly express: DayExpress } & Pick<ExpressCardsProps, 'level'>) {
  const t = useText()
  const { format } = useBoardView()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <FeedExpress>
      <Heading>{t('board.express_number', { number: express.expressNum })}</Heading>
      {express.legs.map((event) => (
        <ExpressEvent key={event.outcomeId} event={event} />
      ))}
      <FeedTogether>
        <span>{t('board.express_odds')}</span>
        <bdi>{formatOdds(express.odds, format)}</bdi>
      </FeedTogether>
    </FeedExpress>
  )
}

function ExpressEvent({ event }: { readonly event: DayExpress['legs'][number] }) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const Price = usePriceCell()
  const { format } = useBoardView()
  const { game } = event
  const market = game.markets.find(({ marketId }) => marketId === event.marketId)
  const outcome = market?.outcomes.find(({ outcomeId }) => outcomeId === event.outcomeId)
  if (!market || !outcome) return null
  const text = outcomeText(market.typeId, outcome.typeId, market.parameter)
  const pick = t(text.key, text.values)
  const name = `${gameName(game)}. ${t(marketText(market.typeId).key)}: ${pick}.`
  return (
    <FeedEvent>
      <Link to={gamePath(app, game)}>{gameName(game)}</Link>
      <Price game={game} market={market} outcome={outcome} label={pick} name={name} format={format} />
    </FeedEvent>
  )
}
