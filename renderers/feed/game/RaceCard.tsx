import { marketText } from '#machines/feed/markets/market-texts.rules.ts'
import { entrantOf, MARKET_TYPE, marketType } from '#machines/feed/markets/market-types.ts'
import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { MARKET_STATUS, takesBets } from '#machines/site/tables/tables.ts'
import type { BoardGame, HorseRaceAnswer, Market, RaceCardEntrant } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { EmptyState } from '../../site/EmptyState.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import { PriceGap } from '../price/PriceButton.tsx'
import { usePriceCell } from '../price/price-cell.tsx'
import { RaceTrack } from '../tracker/RaceTrack.tsx'
import styles from './RaceCard.module.css'
import { Silks } from './Silks.tsx'

/** Props of {@link RaceCard}. */
export interface RaceCardProps {
  readonly game: BoardGame
  readonly card: HorseRaceAnswer
  readonly format: OddsFormat
  /** The record of a horse; null where there is none. */
  readonly horsePath?: (horseId: number) => string | null
}

/** An event of many: a race with its runners, an election with its candidates, each with its prices; once it is over, with the
 *  places, those who came in first at the top. */
export function RaceCard({ game, card, format, horsePath = () => null }: RaceCardProps) {
  const t = useText()
  const markets = card.isOver ? [] : marketsOf(game)
  if (card.entrants.length === 0) return <EmptyState title={t('board.no_markets')} text={t('board.no_markets_text')} />
  return (
    <div className={styles.card}>
      <RaceFactsLine card={card} />
      <RaceTrack card={card} />
      {card.isOver && game.status === MARKET_STATUS.CANCELED && (
        <p className={styles.note}>{t('board.race_called_off')}</p>
      )}
      <DataTable name={gameName(game)}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('board.race_entrant')}
            </th>
            {markets.map((market) => (
              <th key={market.typeId} scope="col" className={styles.priceHead}>
                {market.parameter === undefined
                  ? t('board.race_win')
                  : t('board.race_places', { places: market.parameter })}
              </th>
            ))}
            {card.isOver && (
              <th scope="col" className={styles.priceHead}>
                {t('board.race_place')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {inOrder(card).map((entrant) => (
            <Row key={entrant.number} {...{ game, card, entrant, markets, format, horsePath }} />
          ))}
        </tbody>
      </DataTable>
    </div>
  )
}

/** The market on the winner, and that on places which is offered now. */
function marketsOf({ markets }: BoardGame): readonly Market[] {
  const { fieldWinner, fieldPlace } = MARKET_TYPE
  return [fieldWinner, fieldPlace].flatMap(({ typeId }) => {
    const own = markets.filter((market) => market.typeId === typeId)
    return own.find(({ status }) => takesBets(status)) ?? own.at(-1) ?? []
  })
}

/** By place, then who did not finish, then who did not take part; before the result by number. */
function inOrder({ entrants, isOver }: HorseRaceAnswer): readonly RaceCardEntrant[] {
  const rank = ({ place, isWithdrawn }: RaceCardEntrant) => (isWithdrawn ? 1000 : isOver ? (place ?? 100) : 0)
  return entrants.toSorted((one, other) => rank(one) - rank(other) || one.number - other.number)
}

function RaceFactsLine({ card: { race, entrants } }: { readonly card: HorseRaceAnswer }) {
  const t = useText()
  if (!race) return null
  const { raceNumber, distanceM, going } = race
  const running = entrants.filter(({ isWithdrawn }) => !isWithdrawn).length
  return (
    <ul className={styles.facts}>
      <li>{t('board.race_number', { number: raceNumber })}</li>
      <li>{t('board.race_distance', { distance: distanceM })}</li>
      {going && <li>{t(`board.going_${going}`)}</li>}
      <li>{t('board.race_runners', { number: running })}</li>
    </ul>
  )
}

interface RowProps extends RaceCardProps {
  readonly entrant: RaceCardEntrant
  readonly markets: readonly Market[]
}

function Row({ game, card, entrant, markets, format, horsePath }: RowProps) {
  const t = useText()
  const Link = useLink()
  const { number, name, isWithdrawn, silks, place, horseId } = entrant
  const path = horseId === undefined ? null : (horsePath?.(horseId) ?? null)
  return (
    <tr data-out={isWithdrawn || undefined} data-marked={place === 1 || undefined}>
      <td data-cell="mark" className={styles.number}>
        <span>{number}</span>
        {silks && <Silks silks={silks} />}
      </td>
      <th scope="row">
        {path ? (
          <Link to={path}>
            <bdi className={styles.name}>{name}</bdi>
          </Link>
        ) : (
          <bdi className={styles.name}>{name}</bdi>
        )}
        <About entrant={entrant} />
      </th>
      {isWithdrawn && (
        <td colSpan={Math.max(1, markets.length + (card.isOver ? 1 : 0))} className={styles.out}>
          {t('board.race_withdrawn')}
        </td>
      )}
      {!isWithdrawn &&
        markets.map((market) => (
          <td key={market.typeId} className={styles.price}>
            <EntrantPrice {...{ game, market, entrant, format }} />
          </td>
        ))}
      {!isWithdrawn && card.isOver && (
        <td data-cell="place">
          {place ?? (game.status === MARKET_STATUS.CANCELED ? '–' : t('board.race_unfinished'))}
        </td>
      )}
    </tr>
  )
}

/** What is shown about a horse beside its name. */
function About({ entrant: { jockey, trainer, age, weightKg, stall, form } }: Pick<RowProps, 'entrant'>) {
  const t = useText()
  const people = [
    jockey && t('board.race_jockey', { name: jockey }),
    trainer && t('board.race_trainer', { name: trainer }),
  ].filter((text) => text !== undefined)
  const facts = [
    age && t('board.race_age', { age }),
    weightKg && t('board.race_weight', { weight: weightKg }),
    stall && t('board.race_stall', { stall }),
    form && t('board.race_form', { form }),
  ].filter((text) => text !== undefined)
  if (people.length + facts.length === 0) return null
  return (
    <span className={styles.about}>
      {[people, facts].map((texts, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: there are always these two lines
        <span key={line}>{texts.join(' · ')}</span>
      ))}
    </span>
  )
}

function EntrantPrice({
  game,
  market,
  entrant,
  format,
}: Omit<RowProps, 'card' | 'markets'> & { readonly market: Market }) {
  const t = useText()
  const Price = usePriceCell()
  const type = marketType(market.typeId)
  const outcome = market.outcomes.find(({ typeId }) => entrantOf(type, typeId) === entrant.number)
  if (!outcome) return <PriceGap />
  const title = t(marketText(market.typeId).key)
  return (
    <Price
      game={game}
      market={market}
      outcome={{ ...outcome, name: entrant.name }}
      name={`${gameName(game)}. ${title}: ${entrant.number}. ${entrant.name}.`}
      format={format}
    />
  )
}
