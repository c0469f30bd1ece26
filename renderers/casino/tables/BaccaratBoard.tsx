import type { BaccaratView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import type { BoardProps } from '../board.ts'
import styles from './BaccaratBoard.module.css'
import { CardFan } from './CardFan.tsx'
import { Chip } from './Chip.tsx'
import { type Deal, dealOf } from './deal-order.ts'
import { pressable } from './TableButton.tsx'
import { TableFelt } from './TableFelt.tsx'
import { useMovement, useViewChange } from './use-movement.ts'
import { paidOf, usePayText } from './use-pay-text.ts'

/** Milliseconds between two cards: slower than at other tables, since the last card decides. */
const STEP_MS = 320

const SIDES = ['player', 'banker'] as const
const SPOTS = ['player', 'tie', 'banker'] as const
const BACKS: readonly null[] = [null, null]

type Props = BoardProps<'baccarat'>

interface HandProps {
  readonly side: (typeof SIDES)[number]
  readonly view: BaccaratView | null
  readonly deal: Deal
  readonly isMoving: boolean
  readonly isCalm: boolean
}

function Hand({ side, view, deal, isMoving, isCalm }: HandProps) {
  const t = useText()
  const points = side === 'player' ? view?.playerTotal : view?.bankerTotal
  const isWinner = !isMoving && view?.winner === side
  return (
    <div className={styles.hand} data-side={side} data-winner={isWinner || undefined}>
      <p className={styles.name}>
        {t(`casino.baccarat_${side}`)}
        {points !== undefined && (
          <span className={styles.points} data-hidden={isMoving || undefined}>
            {points}
          </span>
        )}
      </p>
      <CardFan owner={side} cards={view?.[side] ?? BACKS} deal={deal} isMoving={isMoving} isCalm={isCalm} />
      <p className={styles.mark}>{isWinner && t('casino.winner')}</p>
    </div>
  )
}

type SpotsProps = Pick<Props, 'settings' | 'stakes' | 'onSpot' | 'isBusy' | 'money'> & {
  readonly shown: BaccaratView | null
}

function Spots({ settings, stakes, onSpot, isBusy, money, shown }: SpotsProps) {
  const t = useText()
  const pays = usePayText(money)
  const winsE4 = { player: 10_000, tie: settings.tieWinsE4, banker: settings.bankerWinsE4 }
  return (
    <ul className={styles.spots} dir="ltr">
      {SPOTS.map((on) => {
        const stake = stakes.find((one) => one.on === on)
        const amount = stake && money(stake.amountMinor)
        return (
          <li key={on}>
            <button
              {...pressable(isBusy, () => onSpot(on))}
              className={styles.spot}
              data-on={on}
              data-win={shown?.wins.some((win) => win.on === on) || undefined}
            >
              <span className={styles.spotName}>{t(`casino.baccarat_${on}`)}</span>
              <span className={styles.ratio}>{pays.ratio(winsE4[on])}</span>
              <span className={styles.stake}>{amount !== undefined && <Chip amount={amount} size="large" />}</span>
              {amount !== undefined && <span className="visually-hidden">{amount}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The result in words: whose points are more, and what the stakes pay. */
function useResult(money: Props['money']): (view: BaccaratView) => readonly [result: string, paid: string] {
  const t = useText()
  const pays = usePayText(money)
  return ({ winner, playerTotal, bankerTotal, wins }) => [
    t(`casino.baccarat_result_${winner}`, { player: playerTotal, banker: bankerTotal }),
    pays.paid(paidOf(wins)),
  ]
}

/** Punto banco: both hands with their points, the result, and the three spots. */
export function BaccaratBoard(props: Props) {
  const { settings, skin, view, roundId, stakes, onSpot, isBusy, isCalm, onShown, money } = props
  const t = useText()
  const resultOf = useResult(money)
  const { key } = useViewChange(view, roundId)
  const deal = dealOf([], view ? SIDES.map((side) => ({ owner: side, cards: view[side] })) : [], STEP_MS)
  const isMoving = useMovement({ key, ms: deal.ms + 200, isCalm, onShown })
  const shown = isMoving ? null : view
  const [result = '', paid = ''] = shown ? resultOf(shown) : []
  return (
    <TableFelt skin={skin} label={t('casino.baccarat_table')} status={shown ? `${result} ${paid}` : ''} isCalm={isCalm}>
      <div className={styles.board}>
        <div className={styles.hands} dir="ltr">
          {SIDES.map((side) => (
            <Hand
              key={`${view ? roundId : 'none'}:${side}`}
              side={side}
              view={view}
              deal={deal}
              isMoving={isMoving}
              isCalm={isCalm}
            />
          ))}
        </div>
        <p className={styles.result} aria-hidden={shown !== null || undefined}>
          {shown ? (
            <>
              <strong>{result}</strong>
              <span data-win={shown.wins.length > 0 || undefined}>{paid}</span>
            </>
          ) : (
            <span>{t(view ? 'casino.no_more_bets' : 'casino.place_chips')}</span>
          )}
        </p>
        <Spots
          settings={settings}
          stakes={stakes}
          onSpot={onSpot}
          isBusy={isBusy || isMoving}
          money={money}
          shown={shown}
        />
      </div>
    </TableFelt>
  )
}
