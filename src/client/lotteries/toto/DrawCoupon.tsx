import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type ContextFrom, fromPromise } from 'xstate'
import { buyTotoTicket } from '#calls/lotteries/toto.calls.ts'
import { couponPrice, totoCouponMachine } from '#machines/lotteries/toto/toto-coupon.machine.ts'
import { randomFill, systemFill } from '#machines/lotteries/toto/toto-marks.rules.ts'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoDrawAnswer, TotoMatch, TotoTicket, TotoTicketBody } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { RefusalWay } from '../live/RefusalWay.tsx'
import { MatchLine, MOST_IN_A_ROW } from './MatchRows.tsx'
import styles from './toto.module.css'
import { minorText, percentText } from './toto-text.ts'

/** Props of {@link DrawCoupon}. */
export interface DrawCouponProps {
  readonly answer: TotoDrawAnswer
  /** The latest ticket of the player in the draw, whose marks can be played again. */
  readonly last: TotoTicket | undefined
  readonly onBought: () => void
}

function couponOf({ call }: App) {
  return totoCouponMachine.provide({
    actors: {
      buy: fromPromise<TotoTicket, TotoTicketBody>(({ input }) => call(buyTotoTicket, { body: input })),
    },
  })
}

function couponInput({ draw, terms, labels }: TotoDrawAnswer) {
  return {
    ...{ guid: crypto.randomUUID(), drawId: draw.drawId, events: draw.events, outcomes: labels.length },
    ...{ unitMinor: terms.unitMinor, mostLines: terms.mostLines, mostUnitsPerLine: terms.mostUnitsPerLine },
    ...{ marks: [], isOpen: draw.status === 'open' },
  }
}

/** Random numbers from 0 to below 1, of the browser's own source. */
function random(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1))
  return word / 2 ** 32
}

/** The games of a draw that sells, each with its marks, and beside them the coupon: fills, lines, price and purchase (LOT-7). */
export function DrawCoupon({ answer, last, onBought }: DrawCouponProps) {
  const app = useApp()
  const [machine] = useState(() => couponOf(app))
  const [input] = useState(() => couponInput(answer))
  const actor = useActorRef(machine, { input })
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const value = useSelector(actor, (snapshot) => snapshot.value)
  const { matches, labels } = answer
  const { marks, fault } = context
  const isEditing = value === 'editing'

  useEffect(() => {
    const subscription = actor.on('ticket.bought', onBought)
    return () => subscription.unsubscribe()
  }, [actor, onBought])

  return (
    <div className={styles.board}>
      <section className={styles.section}>
        <Fills
          answer={answer}
          context={context}
          isEditing={isEditing}
          last={last}
          onFill={(filled) => actor.send({ type: 'marks.filled', marks: filled.map((own) => [...own]) })}
          onClear={() => actor.send({ type: 'marks.cleared' })}
        />
        <ol className={styles.matches}>
          {matches.map((match) => (
            <MatchLine
              key={match.place}
              match={match}
              isFaulty={fault?.fault === 'toto.mark_missing' && (marks[match.place]?.length ?? 0) === 0}
            >
              <Marks
                match={match}
                labels={labels}
                marked={marks[match.place] ?? []}
                isDisabled={!isEditing}
                onPress={(outcome) => actor.send({ type: 'mark.pressed', place: match.place, outcome })}
              />
            </MatchLine>
          ))}
        </ol>
      </section>
      <CouponPanel answer={answer} context={context} value={String(value)} actor={actor} />
    </div>
  )
}

interface FillsProps {
  readonly answer: TotoDrawAnswer
  readonly context: Pick<ContextFrom<typeof totoCouponMachine>, 'marks' | 'mostLines'>
  readonly isEditing: boolean
  readonly last: TotoTicket | undefined
  readonly onFill: (marks: readonly (readonly number[])[]) => void
  readonly onClear: () => void
}

/** What marks many games at once: by chance, by what others have marked, as last time, or not at all. */
function Fills({ answer, context, isEditing, last, onFill, onClear }: FillsProps) {
  const t = useText()
  const { marks } = context
  const outcomes = answer.labels.length
  const shares = () => answer.matches.map(({ sharesE2 }) => sharesE2)
  const atRandom = () =>
    randomFill(marks.every((own) => own.length > 0) ? marks.map(() => []) : marks, outcomes, random)
  const bySystem = (lines: number) => systemFill(shares(), outcomes, lines)
  return (
    <div className={styles.fills}>
      <h2 className={styles.heading}>{t('toto.games')}</h2>
      <Button size="small" icon="dice" disabled={!isEditing} onClick={() => onFill(atRandom())}>
        {t('toto.fill_random')}
      </Button>
      <Button size="small" icon="users" disabled={!isEditing} onClick={() => onFill(bySystem(1))}>
        {t('toto.fill_popular')}
      </Button>
      <SystemChoice isDisabled={!isEditing} most={context.mostLines} onChosen={(lines) => onFill(bySystem(lines))} />
      {last ? (
        <Button size="small" icon="refresh" disabled={!isEditing} onClick={() => onFill(last.marks)}>
          {t('toto.fill_last')}
        </Button>
      ) : null}
      <Button
        size="small"
        icon="trash"
        disabled={!isEditing || marks.every((own) => own.length === 0)}
        onClick={onClear}
      >
        {t('toto.clear')}
      </Button>
    </div>
  )
}

const SYSTEMS = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] as const

/** Chooses a system by how many lines it plays at most. */
function SystemChoice({
  isDisabled,
  most,
  onChosen,
}: {
  readonly isDisabled: boolean
  readonly most: number
  readonly onChosen: (lines: number) => void
}) {
  const t = useText()
  const sizes = SYSTEMS.filter((size) => size <= most)
  if (sizes.length === 0) return null
  return (
    <select
      className={styles.select}
      aria-label={t('toto.fill_system')}
      disabled={isDisabled}
      value=""
      onChange={({ target }) => onChosen(Number(target.value))}
    >
      <option value="" disabled>
        {t('toto.fill_system')}
      </option>
      {sizes.map((size) => (
        <option key={size} value={size}>
          {t('toto.lines', { count: size })}
        </option>
      ))}
    </select>
  )
}

function Marks({
  match,
  labels,
  marked,
  isDisabled,
  onPress,
}: {
  readonly match: TotoMatch
  readonly labels: readonly string[]
  readonly marked: readonly number[]
  readonly isDisabled: boolean
  readonly onPress: (outcome: number) => void
}) {
  const app = useApp()
  const t = useText()
  const { home, away, sharesE2 } = match
  return (
    <fieldset className={styles.marks} data-grid={labels.length > MOST_IN_A_ROW ? '' : undefined}>
      <legend className="visually-hidden">{t('toto.marks_of', { home, away })}</legend>
      {labels.map((label, outcome) => (
        <button
          key={label}
          type="button"
          className={styles.mark}
          aria-pressed={marked.includes(outcome)}
          disabled={isDisabled}
          onClick={() => onPress(outcome)}
        >
          <strong dir="ltr">{label}</strong>
          <small>{sharesE2.length > 0 ? percentText(app, sharesE2[outcome] ?? 0) : ''}</small>
        </button>
      ))}
    </fieldset>
  )
}

interface PanelProps {
  readonly answer: TotoDrawAnswer
  readonly context: ReturnType<ReturnType<typeof useActorRef<typeof totoCouponMachine>>['getSnapshot']>['context']
  readonly value: string
  readonly actor: ReturnType<typeof useActorRef<typeof totoCouponMachine>>
}

function CouponPanel({ answer, context, value, actor }: PanelProps) {
  const app = useApp()
  const t = useText()
  const { draw, matches } = answer
  const { lines, priceMinor } = couponPrice(context)
  const { marks, units, fault, failure, ticket, mostUnitsPerLine, mostLines } = context
  const marked = marks.filter((own) => own.length > 0).length
  const missing = matches.length - marked
  if (value === 'bought' && ticket)
    return <Receipt ticket={ticket} onNext={() => actor.send({ type: 'next.requested', guid: crypto.randomUUID() })} />
  return (
    <aside className={styles.coupon} aria-label={t('toto.coupon')}>
      <p className={styles.progress}>
        <span>{t('toto.marked_of', { count: marked, events: matches.length })}</span>
        <progress value={marked} max={matches.length} aria-label={t('toto.marked')} />
      </p>
      <p className={styles.sum}>
        <span>{t('toto.lines', { count: lines })}</span>
        <strong>{draw.unitMinor === 0 ? t('toto.free') : minorText(app, priceMinor, draw)}</strong>
      </p>
      {mostUnitsPerLine > 1 ? (
        <Units
          units={units}
          most={mostUnitsPerLine}
          isDisabled={value !== 'editing'}
          amount={minorText(app, units * draw.unitMinor, draw)}
          onChange={(next) => actor.send({ type: 'units.changed', units: next })}
        />
      ) : null}
      {fault ? (
        <p role="alert" className={styles.alert}>
          {t(fault.fault, { event: fault.place + 1, count: missing, most: mostLines })}
        </p>
      ) : null}
      {failure ? (
        <p role="alert" className={styles.alert}>
          {value === 'unsure' ? t('toto.unsure') : t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      {failure && value !== 'unsure' ? <RefusalWay code={failure.code} priceMinor={priceMinor} money={draw} /> : null}
      <BuyButton value={value} isFree={draw.unitMinor === 0} onBuy={() => actor.send({ type: 'buy.requested' })} />
    </aside>
  )
}

function Units({
  units,
  most,
  amount,
  isDisabled,
  onChange,
}: {
  readonly units: number
  readonly most: number
  readonly amount: string
  readonly isDisabled: boolean
  readonly onChange: (units: number) => void
}) {
  const t = useText()
  return (
    <fieldset className={styles.units}>
      <legend>{t('toto.per_line')}</legend>
      <button
        type="button"
        className={styles.step}
        aria-label={t('toto.less')}
        disabled={isDisabled || units <= 1}
        onClick={() => onChange(units - 1)}
      >
        <Icon name="minus" />
      </button>
      <output>{amount}</output>
      <button
        type="button"
        className={styles.step}
        aria-label={t('toto.more')}
        disabled={isDisabled || units >= most}
        onClick={() => onChange(units + 1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  )
}

function BuyButton({
  value,
  isFree,
  onBuy,
}: {
  readonly value: string
  readonly isFree: boolean
  readonly onBuy: () => void
}) {
  const app = useApp()
  const t = useText()
  const { pathname, search } = useLocation()
  if (value === 'closed') return <p className={styles.notice}>{t('toto.draw_closed')}</p>
  if (app.state.visitor.player === null) {
    const signIn = offeredPath(app, 'login', { [app.site.config.other.returnUrlParameter]: pathname + search })
    return signIn ? <ButtonLink to={signIn}>{t('toto.sign_in')}</ButtonLink> : null
  }
  return (
    <Button size="large" isWide isBusy={value === 'buying'} onClick={onBuy}>
      {value === 'unsure' ? t('toto.ask_again') : isFree ? t('toto.take_part') : t('toto.buy')}
    </Button>
  )
}

/** What was bought: the number by which the ticket is found again. */
function Receipt({ ticket, onNext }: { readonly ticket: TotoTicket; readonly onNext: () => void }) {
  const app = useApp()
  const t = useText()
  const tickets = offeredPath(app, 'office_toto')
  return (
    <aside className={styles.coupon} aria-label={t('toto.receipt')}>
      <p role="status" className={styles.receipt}>
        <Icon name="success" />
        <span>
          <strong>{t('toto.bought')}</strong>
          {t('toto.coupon_number', { number: ticket.couponNumber })}
        </span>
      </p>
      <p className={styles.sum}>
        <span>{t('toto.lines', { count: ticket.lines })}</span>
        <strong>{minorText(app, ticket.stakeMinor, ticket)}</strong>
      </p>
      <Button size="large" isWide onClick={onNext}>
        {t('toto.next_ticket')}
      </Button>
      {tickets ? (
        <ButtonLink to={`${tickets}?couponNumber=${ticket.couponNumber}`}>{t('toto.show_ticket')}</ButtonLink>
      ) : null}
    </aside>
  )
}
