import { useState } from 'react'
import { returnShopOrder } from '#calls/promo/loyalty.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Badge, type BadgeKind } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PointsAnswer, ShopOrderShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { shellPort } from '../../page/shell-port.ts'
import styles from './loyalty.module.css'
import { countText } from './loyalty-text.ts'

const KINDS: Readonly<Record<ShopOrderShown['state'], BadgeKind>> = {
  ordered: 'positive',
  waiting: 'info',
  returned: 'neutral',
}

/** Props of {@link OrderRows}. */
export interface OrderRowsProps {
  readonly orders: readonly ShopOrderShown[]
  readonly onReturned: (points: PointsAnswer) => void
}

/** Orders of the player; one whose bonus has not begun can be given back. */
export function OrderRows({ orders, onReturned }: OrderRowsProps) {
  const { call } = useApp()
  const t = useText()
  const [leaving, setLeaving] = useState<ShopOrderShown | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function giveBack({ id }: ShopOrderShown): Promise<void> {
    setBusy(true)
    try {
      onReturned(await call(returnShopOrder, { body: { orderId: id } }))
      shellPort.notify({ id: 'loyalty', kind: 'success', text: 'loyalty.order_returned' })
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'loyalty', kind: 'error', text: code, params: { ...params } })
    } finally {
      setBusy(false)
      setLeaving(null)
    }
  }

  if (orders.length === 0)
    return <EmptyState icon="gift" title={t('loyalty.orders_none')} text={t('loyalty.orders_none_text')} />
  return (
    <>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderRow order={order} onLeave={() => setLeaving(order)} />
          </li>
        ))}
      </ul>
      <Dialog
        isOpen={leaving !== null}
        title={t('loyalty.order_return_title')}
        okLabel={t('loyalty.order_return')}
        isBusy={isBusy}
        closesOnEscape
        onClose={(way) => {
          if (way === 'ok-button' && leaving) void giveBack(leaving)
          else setLeaving(null)
        }}
      >
        <p className={styles.text}>{t('loyalty.order_return_text')}</p>
      </Dialog>
    </>
  )
}

function OrderRow({ order, onLeave }: { readonly order: ShopOrderShown; readonly onLeave: () => void }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { id, name, points, state, at } = order
  return (
    <article className={styles.row}>
      <div>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.facts}>
          <time dateTime={at}>{write(at)}</time>
          <span>{t('loyalty.item_price', { points: countText(app, points) })}</span>
          <bdi>{id}</bdi>
        </p>
      </div>
      <div className={styles.sum}>
        <Badge kind={KINDS[state]}>{t(`loyalty.order_state_${state}`)}</Badge>
        {state === 'waiting' ? (
          <Button size="small" onClick={onLeave}>
            {t('loyalty.order_return')}
          </Button>
        ) : null}
      </div>
    </article>
  )
}
