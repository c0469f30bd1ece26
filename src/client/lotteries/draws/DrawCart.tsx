import { useSelector } from '@xstate/react'
import type { ActorRefFrom, ContextFrom, EventFrom } from 'xstate'
import { type drawCartMachine, priceOfCart } from '#machines/lotteries/draws/draw-cart.machine.ts'
import { Balls } from '#renderers/lotteries/Balls.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawCard } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { usePlayer } from '../../page/player.tsx'
import { newGuid } from '../../page/request-keys.ts'
import { RefusalWay } from '../live/RefusalWay.tsx'
import { drawMoney } from './draw-text.ts'
import styles from './draws.module.css'

/** Props of {@link DrawCart}. */
export interface DrawCartProps {
  readonly game: DrawCard
  readonly actor: ActorRefFrom<typeof drawCartMachine>
}

/** For how many draws a ticket is offered at once. */
const DRAWS = [1, 2, 4, 8, 12, 20]

/** The lines that are bought, for how many draws, and what they cost (LOT-5). */
export function DrawCart({ game, actor }: DrawCartProps) {
  const app = useApp()
  const t = useText()
  const context = useSelector(actor, (state) => state.context)
  const value = useSelector(actor, (state) => state.value)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const { lines, draws, failure, mostDraws } = context
  const price = drawMoney(app, priceOfCart(context), game)
  if (value === 'bought')
    return (
      <section className={styles.cart} aria-label={t('draws.ticket')}>
        <p role="status">{t('draws.bought', { price })}</p>
        <Button kind="primary" onClick={() => actor.send({ type: 'cart.begun', guid: newGuid() })}>
          {t('draws.another')}
        </Button>
        {offeredPath(app, 'lotteries') ? (
          <ButtonLink to={`${offeredPath(app, 'lotteries')}#tickets`}>{t('draws.my_tickets')}</ButtonLink>
        ) : null}
      </section>
    )
  return (
    <section className={styles.cart} aria-label={t('draws.ticket')}>
      <h2>{t('draws.ticket')}</h2>
      {lines.length === 0 ? <p className={styles.quiet}>{t('draws.cart_empty')}</p> : null}
      <ol className={styles.lines}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line can be there twice
          <li key={`${place} ${line.numbers.join()} ${line.second.join()}`}>
            <Balls label={t('draws.line', { number: place + 1 })} size="small" {...line} />
            <Button
              kind="plain"
              size="small"
              icon="close"
              aria-label={t('draws.remove_line', { number: place + 1 })}
              onClick={() => actor.send({ type: 'line.removed', place })}
            />
          </li>
        ))}
      </ol>
      <label className={styles.choice}>
        <span>{t('draws.for_draws')}</span>
        <select
          value={draws}
          onChange={({ target }) => actor.send({ type: 'draws.chosen', draws: Number(target.value) })}
        >
          {DRAWS.filter((count) => count <= mostDraws).map((count) => (
            <option key={count} value={count}>
              {t('draws.draws_count', { count })}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.total}>
        <span>{t('draws.total')}</span>
        <strong>{price}</strong>
      </p>
      {value === 'refused' && failure ? (
        <p role="alert" className={styles.warning}>
          {t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      {value === 'unsure' ? (
        <p role="alert" className={styles.warning}>
          {t('draws.unsure')}
        </p>
      ) : null}
      <Purchase
        {...{ value: String(value), game, isBusy, failure }}
        priceMinor={priceOfCart(context)}
        isEmpty={lines.length === 0}
        onEvent={actor.send}
      />
    </section>
  )
}

interface PurchaseProps {
  /** The state of the cart. */
  readonly value: string
  readonly game: DrawCard
  readonly priceMinor: number
  readonly isBusy: boolean
  readonly isEmpty: boolean
  readonly failure: ContextFrom<typeof drawCartMachine>['failure']
  readonly onEvent: (event: EventFrom<typeof drawCartMachine>) => void
}

/** The step that comes next: signing in, buying, asking again, or back to the lines. */
function Purchase({ value, game, priceMinor, isBusy, isEmpty, failure, onEvent }: PurchaseProps) {
  const app = useApp()
  const t = useText()
  const { player } = usePlayer()
  const signIn = offeredPath(app, 'login')
  if (!player)
    return signIn ? (
      <ButtonLink to={signIn} kind="primary" isWide>
        {t('draws.sign_in')}
      </ButtonLink>
    ) : null
  if (value === 'refused')
    return (
      <>
        {failure ? <RefusalWay code={failure.code} {...{ priceMinor }} money={game} /> : null}
        <Button isWide onClick={() => onEvent({ type: 'purchase.left' })}>
          {t('draws.back_to_lines')}
        </Button>
      </>
    )
  return (
    <Button
      kind="primary"
      isWide
      isBusy={isBusy}
      disabled={isEmpty}
      onClick={() => onEvent({ type: 'purchase.asked' })}
    >
      {value === 'unsure' ? t('draws.ask_again') : t('draws.buy', { price: drawMoney(app, priceMinor, game) })}
    </Button>
  )
}
