import { Badge } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ShopItemShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './loyalty.module.css'
import { countText, daysText, minorText } from './loyalty-text.ts'

/** Props of {@link ShopItems}. */
export interface ShopItemsProps {
  readonly items: readonly ShopItemShown[]
  /** Orders an item; left out for those who cannot. */
  readonly onOrder?: (item: ShopItemShown) => void
}

/** What points are swapped for, with the terms of each bonus (PROMO-21). */
export function ShopItems({ items, onOrder }: ShopItemsProps) {
  const t = useText()
  if (items.length === 0)
    return <EmptyState icon="gift" title={t('loyalty.shop_none')} text={t('loyalty.shop_none_text')} />
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <Panel as="li" key={item.id} className={styles.item}>
          <ShopItem item={item} onOrder={onOrder} />
        </Panel>
      ))}
    </ul>
  )
}

function ShopItem({ item, onOrder }: { readonly item: ShopItemShown; readonly onOrder: ShopItemsProps['onOrder'] }) {
  const app = useApp()
  const t = useText()
  const { name, text, icon, points, left, timesE2, lifeDays } = item
  return (
    <>
      <div className={styles.standing}>
        <span className={styles.mark}>
          <Icon name={icon} size={24} />
        </span>
        <div>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.gift}>{minorText(app, item.amountMinor, item)}</p>
        </div>
      </div>
      <p className={styles.text}>{text}</p>
      <p className={styles.facts}>
        {timesE2 > 0 ? <span>{t('loyalty.item_wagering', { times: countText(app, timesE2 / 100) })}</span> : null}
        <span>{t('loyalty.item_life', { days: daysText(app, lifeDays) })}</span>
        {left !== undefined && left > 0 ? <span>{t('loyalty.item_left', { left: countText(app, left) })}</span> : null}
      </p>
      <div className={styles.buy}>
        <strong>{t('loyalty.item_price', { points: countText(app, points) })}</strong>
        {left === 0 ? (
          <Badge kind="neutral">{t('loyalty.item_out')}</Badge>
        ) : onOrder ? (
          <Button kind="primary" aria-label={`${t('loyalty.order')}: ${name}`} onClick={() => onOrder(item)}>
            {t('loyalty.order')}
          </Button>
        ) : null}
      </div>
    </>
  )
}
