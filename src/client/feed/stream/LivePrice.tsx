import { useEffect, useState } from 'react'
import { nameWithEntrant } from '#machines/feed/board/game-names.rules.ts'
import { pickNames } from '#machines/feed/markets/pick-names.rules.ts'
import { formatOdds } from '#machines/odds/odds-format.rules.ts'
import { decimalOfUnits } from '#machines/odds/odds-preference.rules.ts'
import type { ShownPrice } from '#machines/odds/price-store.ts'
import { takesBets } from '#machines/site/tables/tables.ts'
import { gameName } from '#renderers/feed/board/BoardRow.tsx'
import { PriceButton, type PriceState } from '#renderers/feed/price/PriceButton.tsx'
import type { PriceCellProps } from '#renderers/feed/price/price-cell.tsx'
import { useMovement } from '#renderers/feed/price/use-movement.ts'
import { SkipLink } from '#renderers/site/frame/SkipLink.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { CouponEntry } from '#schemas'
import { useGoToCoupon, useIsSelected, usePressOutcome } from '../coupon-port.ts'
import { useOddsStream, usePrice, useWatchedGame } from './use-price.tsx'

/** A price that lives: as the page was made with it first, then as the stream tells it. Its game is watched as long as it is drawn,
 *  so a board watches the rows in sight (STREAM-7). Where there is a coupon it can be pressed once the stream vouches for it, since a
 *  bet names the moment at which its price held. */
export function LivePrice({ game, market, outcome, label, line, name, format }: PriceCellProps) {
  const t = useText()
  useWatchedGame(game.gameId)
  const price = usePrice(outcome.outcomeId)
  const press = usePressOutcome()
  const goToCoupon = useGoToCoupon()
  const isSelected = useIsSelected(outcome.outcomeId)
  const movement = useMovement(price?.movement ?? 0, price?.seq ?? 0)
  const odds = price ? decimalOfUnits(price.oddsUnits) : outcome.odds
  const entry = (shown: ShownPrice): CouponEntry => {
    const { parameter } = market
    const picked = {
      gameName: nameWithEntrant(gameName(game), outcome.name),
      marketTypeId: market.typeId,
      typeId: outcome.typeId,
      parameter,
      sportId: game.sportId,
    }
    return {
      gameId: game.gameId,
      ...(game.mainGameId === undefined ? {} : { mainGameId: game.mainGameId }),
      marketId: market.marketId,
      typeId: outcome.typeId,
      outcomeId: outcome.outcomeId,
      kind: game.kind,
      ...(parameter === undefined ? {} : { parameter, agreedParameter: parameter }),
      odds,
      agreedOdds: odds,
      epoch: shown.epoch,
      seq: shown.seq,
      status: market.status,
      isSuspended: shown.isSuspended,
      startsAt: game.startsAt,
      names: pickNames(picked, t),
    }
  }
  return (
    <>
      <PriceButton
        label={label}
        line={line}
        name={name}
        price={formatOdds(odds, format)}
        state={stateOf({ game, market, outcome }, price)}
        movement={movement}
        isSelected={isSelected}
        onPress={press ? (price?.isLive ? () => press(entry(price)) : null) : undefined}
      />
      {isSelected && goToCoupon && <SkipLink onPress={goToCoupon}>{t('feed.to_coupon')}</SkipLink>}
    </>
  )
}

function stateOf(
  { game, market, outcome }: Pick<PriceCellProps, 'game' | 'market' | 'outcome'>,
  price: ShownPrice | null,
): PriceState {
  const isClosed = !takesBets(market.status) || !takesBets(game.status)
  if (isClosed || (price ? price.isSuspended : outcome.isSuspended)) return 'suspended'
  return price && !price.isLive ? 'stale' : 'open'
}

const LOOK_MS = 1000

/** Whether prices stand still as a whole (STREAM-4). */
export function useIsDegraded(): boolean {
  const stream = useOddsStream()
  const [isDegraded, setDegraded] = useState(false)
  useEffect(() => {
    if (!stream) return
    // The first connection is not there yet when the page comes up: what was never live is not stale.
    let wasLive = false
    const timer = setInterval(() => {
      wasLive ||= !stream.isDegraded()
      setDegraded(wasLive && stream.isDegraded())
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [stream])
  return isDegraded
}
