import { useLoaderData } from 'react-router'
import { marketText, outcomeText } from '#machines/feed/market-texts.rules.ts'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { gameName } from '#renderers/feed/BoardRow.tsx'
import { usePriceCell } from '#renderers/feed/price-cell.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DayExpress, ExpressDayAnswer } from '#schemas'
import { useApp } from '../app/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../app/screen.ts'
import { useBoardView } from './board-preferences.ts'
import { FeedHead } from './FeedHead.tsx'
import styles from './feed.module.css'
import { gamePath } from './feed.selectors.ts'
import { asked, callsOf } from './feed-calls.ts'

/** Loads the expresses of the day (SPORT-5). */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<ExpressDayAnswer>> {
  const data = await app.call(callsOf('line').expressDay, { query: asked(app) })
  return { meta: () => ({ title: app.texts.t('board.express_title') }), data }
}

/** The expresses of the day: what each is made of, and its price. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ExpressDayAnswer>>()
  return (
    <>
      <FeedHead title={t('board.express_title')} />
      {data.items.length === 0 ? (
        <EmptyState icon="bolt" title={t('board.express_empty')} text={t('board.express_empty_text')} />
      ) : (
        <div className={styles.expresses}>
          {data.items.map((express) => (
            <Express key={express.expressNum} express={express} />
          ))}
        </div>
      )}
    </>
  )
}

function Express({ express }: { readonly express: DayExpress }) {
  const t = useText()
  const { format } = useBoardView()
  return (
    <section className={styles.express}>
      <h2>{t('board.express_number', { number: express.expressNum })}</h2>
      {express.legs.map((event) => (
        <ExpressEvent key={event.outcomeId} event={event} />
      ))}
      <p className={styles.together}>
        <span>{t('board.express_odds')}</span>
        <bdi>{formatOdds(express.odds, format)}</bdi>
      </p>
    </section>
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
    <div className={styles.event}>
      <Link to={gamePath(app, game)}>{gameName(game)}</Link>
      <Price game={game} market={market} outcome={outcome} label={pick} name={name} format={format} />
    </div>
  )
}
