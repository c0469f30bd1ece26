import { useRef } from 'react'
import type { BlackjackView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import type { BoardProps } from '../board.ts'
import styles from './BlackjackBoard.module.css'
import { BlackjackHand } from './BlackjackHand.tsx'
import { DEALER, dealerCards, handOwners, seatsBefore, seatsOf } from './blackjack-seats.ts'
import { CardFan } from './CardFan.tsx'
import { Chip } from './Chip.tsx'
import { type Deal, dealOf } from './deal-order.ts'
import { pressable, TableButton } from './TableButton.tsx'
import { TableFelt } from './TableFelt.tsx'
import { useBlackjackStatus } from './use-blackjack-status.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useMovement, useViewChange } from './use-movement.ts'
import { usePayText } from './use-pay-text.ts'

/** Milliseconds between two cards. */
const STEP_MS = 120

const BACKS: readonly null[] = [null, null]

type Props = BoardProps<'blackjack'>

interface DealtProps {
  readonly view: BlackjackView | null
  readonly deal: Deal
  readonly isMoving: boolean
  readonly isCalm: boolean
}

function Dealer({ view, deal, isMoving, isCalm, roundId }: DealtProps & { readonly roundId: number }) {
  const t = useText()
  const isTotalKnown = view !== null && !(isMoving && deal.isDealtTo(DEALER))
  return (
    <div className={styles.dealer}>
      <p className={styles.name}>
        {t('casino.dealer')}
        {view && (
          <span className={styles.total} data-hidden={!isTotalKnown || undefined}>
            {view.dealer.total}
          </span>
        )}
      </p>
      <CardFan
        key={view ? roundId : 'none'}
        owner={DEALER}
        cards={view ? dealerCards(view) : BACKS}
        deal={deal}
        isMoving={isMoving}
        isCalm={isCalm}
      />
    </div>
  )
}

/** What the felt says of the rules, with the insurance of a round. */
function Rules({
  settings,
  view,
  money,
  isMoving,
}: Pick<Props, 'settings' | 'view' | 'money'> & { readonly isMoving: boolean }) {
  const t = useText()
  const pays = usePayText(money)
  const insurance = view?.insurance
  const isInsured = insurance !== undefined && insurance.stakeMinor > 0
  return (
    <div className={styles.rules}>
      <p className={styles.pays}>{t('casino.blackjack_pays', { ratio: pays.ratio(settings.blackjackPaysE4) })}</p>
      <p className={styles.line}>
        <span>{t('casino.blackjack_dealer_stands')}</span>
        <span data-lit={insurance?.isOffered || isInsured || undefined}>{t('casino.blackjack_insurance_pays')}</span>
      </p>
      {isInsured && (
        <p className={styles.insured}>
          {t('casino.blackjack_insurance')}
          <Chip amount={money(insurance.stakeMinor)} />
          <span className="visually-hidden">{money(insurance.stakeMinor)}</span>
          {!isMoving && insurance.payMinor > 0 && (
            <strong>{t('casino.paid', { amount: money(insurance.payMinor) })}</strong>
          )}
        </p>
      )}
    </div>
  )
}

function Boxes({
  settings,
  stakes,
  onSpot,
  money,
  isBusy,
}: Pick<Props, 'settings' | 'stakes' | 'onSpot' | 'money' | 'isBusy'>) {
  const t = useText()
  const boxes = Array.from({ length: settings.boxes }, (_, place) => place + 1)
  return (
    <ul className={styles.boxes} dir="ltr">
      {boxes.map((box) => {
        const stake = stakes.find(({ on }) => on === `box${box}`)
        const spot = t('casino.blackjack_box', { box })
        const amount = stake && money(stake.amountMinor)
        return (
          <li key={box}>
            <button
              {...pressable(isBusy, () => onSpot(`box${box}`))}
              className={styles.box}
              aria-label={amount === undefined ? spot : t('casino.spot_staked', { spot, amount })}
              data-staked={amount !== undefined || undefined}
            >
              <span>{spot}</span>
              {amount !== undefined && <Chip amount={amount} size="large" />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Acts({ view, onAct, isBusy }: Pick<Props, 'onAct' | 'isBusy'> & { readonly view: BlackjackView }) {
  const t = useText()
  return (
    <div className={styles.acts}>
      {view.insurance.isOffered && <p className={styles.question}>{t('casino.blackjack_insure_question')}</p>}
      {view.acts.map((kind) => (
        <TableButton
          key={kind}
          kind={kind === 'hit' || kind === 'stand' || kind === 'insure' ? 'gold' : 'line'}
          isBusy={isBusy}
          onPress={() => onAct({ kind })}
        >
          {t(`casino.act_${kind}`)}
        </TableButton>
      ))}
    </div>
  )
}

interface HandsProps extends DealtProps, Pick<Props, 'roundId' | 'money'> {
  /** How many hands a player can have. */
  readonly boxes: number
}

/** Where the hands of the next round will be. */
function EmptyHands({ boxes }: { readonly boxes: number }) {
  return (
    <div className={styles.hands}>
      {Array.from({ length: boxes }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
        <span key={place} className={styles.slot} />
      ))}
    </div>
  )
}

function Hands({ view, boxes, deal, isMoving, isCalm, roundId, money }: HandsProps) {
  const t = useText()
  if (view === null) return <EmptyHands boxes={boxes} />
  const owners = handOwners(view.hands)
  return (
    <ol
      className={styles.hands}
      dir="ltr"
      aria-label={t('casino.blackjack_hands')}
      data-many={view.hands.length > 3 || undefined}
    >
      {view.hands.map((hand, place) => (
        <BlackjackHand
          key={`${roundId}:${owners[place]}`}
          hand={hand}
          number={place + 1}
          owner={owners[place] ?? ''}
          deal={deal}
          isMoving={isMoving}
          isCalm={isCalm}
          money={money}
        />
      ))}
    </ol>
  )
}

/** Blackjack: the dealer above, the hands of the player below, and under them what to press. */
export function BlackjackBoard(props: Props) {
  const { settings, skin, view, roundId, stakes, onSpot, onAct, isBusy, isCalm, isPast, onShown, money } = props
  const t = useText()
  const statusOf = useBlackjackStatus(money)
  const zone = useRef<HTMLDivElement>(null)
  const { key, before } = useViewChange(view, roundId)
  const deal = dealOf(view ? seatsBefore(before, view) : [], view ? seatsOf(view) : [], STEP_MS)
  const isMoving = useMovement({ key, ms: deal.ms, isCalm, onShown })
  const isOpen = view !== null && (isMoving || view.acts.length > 0)
  useKeptFocus(zone, isOpen ? (view?.acts.join() ?? '') : 'boxes')
  const dealt = { view, deal, isMoving, isCalm, roundId }
  return (
    <TableFelt
      skin={skin}
      label={t('casino.blackjack_table')}
      status={view && !isMoving ? statusOf(view) : ''}
      isCalm={isCalm}
    >
      <div className={styles.board}>
        <Dealer {...dealt} />
        <Rules settings={settings} view={view} money={money} isMoving={isMoving} />
        <Hands {...dealt} boxes={settings.boxes} money={money} />
        {isPast ? null : (
          <div className={styles.zone} ref={zone} tabIndex={-1}>
            {isOpen ? (
              <Acts view={view} onAct={onAct} isBusy={isBusy || isMoving} />
            ) : (
              <Boxes settings={settings} stakes={stakes} onSpot={onSpot} money={money} isBusy={isBusy} />
            )}
          </div>
        )}
      </div>
    </TableFelt>
  )
}
