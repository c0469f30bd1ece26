import type { CSSProperties, ReactNode } from 'react'
import { colourOf } from '#machines/casino/games/roulette.rules.ts'
import type { RouletteView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import type { BoardProps } from '../board.ts'
import { Chip } from './Chip.tsx'
import styles from './RouletteTable.module.css'
import { BETWEEN_POINTS, NUMBER_AREAS, OUTSIDE_AREAS, type SpotArea, type SpotPoint } from './roulette-layout.ts'
import { moveBySpots } from './spot-keys.ts'
import { pressable } from './TableButton.tsx'
import { useSpotName } from './use-spot-name.ts'

const RANGES: Readonly<Record<string, string>> = {
  ...{ column1: '2:1', column2: '2:1', column3: '2:1', low: '1–18', high: '19–36' },
  ...{ dozen1: '1–12', dozen2: '13–24', dozen3: '25–36' },
}

const WORDS = ['red', 'black', 'even', 'odd'] as const

/** Props of {@link RouletteTable}. */
export interface RouletteTableProps extends Pick<BoardProps<'roulette'>, 'stakes' | 'onSpot' | 'isBusy' | 'money'> {
  /** The result that is seen; null while there is none. */
  readonly shown: RouletteView | null
}

/** What all spots of a table have in common, by the name of the spot. */
function useSpots({ stakes, onSpot, isBusy, money, shown }: RouletteTableProps) {
  const t = useText()
  const nameOf = useSpotName()
  const amounts = new Map(stakes.map(({ on, amountMinor }) => [on, money(amountMinor)]))
  const wins = new Set(shown?.wins.map(({ on }) => on))
  return (on: string) => {
    const amount = amounts.get(on)
    const spot = nameOf(on)
    return {
      amount,
      attributes: {
        ...pressable(isBusy, () => onSpot(on)),
        'aria-label': amount === undefined ? spot : t('casino.spot_staked', { spot, amount }),
        'data-staked': amount !== undefined || undefined,
        'data-win': wins.has(on) || undefined,
      },
    }
  }
}

type SpotOf = ReturnType<typeof useSpots>

function areaStyle({ wide, tall }: SpotArea): CSSProperties {
  return { '--wide': wide, '--tall': tall } as CSSProperties
}

interface CellProps {
  readonly area: SpotArea
  readonly spotOf: SpotOf
  readonly colour?: string | undefined
  /** Whether the ball lies in it. */
  readonly isHit?: boolean
  readonly children: ReactNode
}

function Cell({ area, spotOf, colour, isHit = false, children }: CellProps) {
  const { amount, attributes } = spotOf(area.on)
  return (
    <button
      {...attributes}
      className={styles.cell}
      style={areaStyle(area)}
      data-on={area.on}
      data-colour={colour}
      data-hit={isHit || undefined}
    >
      {children}
      {amount !== undefined && <Chip amount={amount} />}
    </button>
  )
}

function Outside({ area, spotOf }: { readonly area: SpotArea; readonly spotOf: SpotOf }) {
  const t = useText()
  const { on } = area
  const word = WORDS.find((one) => one === on)
  return (
    <Cell area={area} spotOf={spotOf}>
      <span className={styles.words}>
        {(on === 'red' || on === 'black') && <span className={styles.diamond} data-colour={on} />}
        {word ? t(`casino.roulette_spot_${word}`) : RANGES[on]}
      </span>
    </Cell>
  )
}

function Between({ point, spotOf }: { readonly point: SpotPoint; readonly spotOf: SpotOf }) {
  const { amount, attributes } = spotOf(point.on)
  const [[wideX, wideY], [tallX, tallY]] = [point.wide, point.tall]
  const places = { '--wide-x': `${wideX}%`, '--wide-y': `${wideY}%`, '--tall-x': `${tallX}%`, '--tall-y': `${tallY}%` }
  return (
    <button
      {...attributes}
      className={styles.between}
      style={places as CSSProperties}
      tabIndex={-1}
      data-shape={point.shape}
    >
      {amount !== undefined && <Chip amount={amount} />}
    </button>
  )
}

/** The betting table: numbers in three rows, or in twelve where it is narrow, with what can be staked on around and between them. Spots
 *  between numbers are for a fine pointer and the arrow keys, which reach all that is seen. */
export function RouletteTable(props: RouletteTableProps) {
  const t = useText()
  const spotOf = useSpots(props)
  const { shown } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid of its own in all browsers, and this is no form
    <div className={styles.grid} dir="ltr" role="group" aria-label={t('casino.roulette_spots')} onKeyDown={moveBySpots}>
      {NUMBER_AREAS.map((area) => (
        <Cell
          key={area.on}
          area={area}
          spotOf={spotOf}
          colour={colourOf(area.number)}
          isHit={shown?.number === area.number}
        >
          {area.number}
        </Cell>
      ))}
      <div className={styles.field}>
        {BETWEEN_POINTS.map((point) => (
          <Between key={point.on} point={point} spotOf={spotOf} />
        ))}
      </div>
      {OUTSIDE_AREAS.map((area) => (
        <Outside key={area.on} area={area} spotOf={spotOf} />
      ))}
    </div>
  )
}
