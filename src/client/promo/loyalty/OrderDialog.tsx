import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PointsAnswer, ShopItemShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import styles from './loyalty.module.css'
import { countText, minorText } from './loyalty-text.ts'
import { shopOrderOf } from './shop-order.ts'

/** Props of {@link OrderDialog}. */
export interface OrderDialogProps {
  readonly item: ShopItemShown
  /** Points that the player has. */
  readonly points: number
  readonly onClose: () => void
  readonly onOrdered: (points: PointsAnswer) => void
}

/** Asks whether an item is ordered for points, orders it, and says why not where it cannot be (PROMO-21). */
export function OrderDialog({ item, points, onClose, onOrdered }: OrderDialogProps) {
  const app = useApp()
  const t = useText()
  const [machine] = useState(() => shopOrderOf(app))
  const [input] = useState(() => ({ guid: crypto.randomUUID(), points }))
  const actor = useActorRef(machine, { input })
  const failure = useSelector(actor, ({ context }) => context.failure)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const isUnsure = useSelector(actor, (state) => state.matches('unsure'))
  const isRefused = useSelector(actor, (state) => state.matches('refused'))

  useEffect(() => {
    const subscription = actor.on('item.ordered', (event) => onOrdered(event.points))
    actor.send({ type: 'item.chosen', item: { id: item.id, points: item.points, isSoldOut: item.left === 0 } })
    return () => subscription.unsubscribe()
  }, [actor, item, onOrdered])

  const gift = minorText(app, item.amountMinor, item)
  return (
    <Dialog
      isOpen
      title={t('loyalty.order_title')}
      okLabel={t(isRefused ? 'loyalty.order_close' : isUnsure ? 'loyalty.order_retry' : 'loyalty.order_do')}
      isBusy={isBusy}
      closesOnEscape
      onClose={(way) => {
        if (way === 'ok-button' && !isRefused) actor.send({ type: 'order.confirmed' })
        else onClose()
      }}
    >
      {isRefused && failure ? (
        <p role="alert" className={styles.warning}>
          {t(failure.code, { ...failure.params })}
        </p>
      ) : isUnsure ? (
        <p role="alert" className={styles.warning}>
          {t('loyalty.order_unsure')}
        </p>
      ) : (
        <p className={styles.text}>
          {t('loyalty.order_text', {
            ...{ item: item.name, amount: gift, points: countText(app, item.points) },
            left: countText(app, Math.max(0, points - item.points)),
          })}
        </p>
      )}
    </Dialog>
  )
}
