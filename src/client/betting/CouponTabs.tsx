import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Lazy } from '#renderers/shell/Lazy.tsx'
import { Tabs } from '#renderers/site/Tabs.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { latePart } from '../page/late/late-code.ts'
import { report } from '../page/report.ts'
import styles from './CouponTabs.module.css'
import type { OpenBetsProps } from './OpenBets.tsx'

const OpenBets = latePart(() => import('./OpenBets.tsx'), 'OpenBets')

/** Props of {@link CouponTabs}. */
export interface CouponTabsProps extends OpenBetsProps {
  /** Selections in the coupon. */
  readonly count: number
  /** The coupon. */
  readonly children: ReactNode
}

/** The coupon, and the player's open bets in a tab beside it. A new selection brings the coupon to the front. */
export function CouponTabs({ count, onChanged, children }: CouponTabsProps) {
  const { texts } = useApp()
  const t = useText()
  const [selected, setSelected] = useState<'coupon' | 'bets'>('coupon')
  const former = useRef(count)
  useEffect(() => {
    if (count > former.current) setSelected('coupon')
    former.current = count
  }, [count])
  const showBets = async () => {
    try {
      await texts.need(['history'])
      setSelected('bets')
    } catch (error) {
      report('coupon.open_bets_failed', { error: String(error) })
    }
  }
  return (
    <section className={styles.tabs} aria-label={t('betting.coupon_tabs')}>
      <Tabs
        kind="segments"
        label={t('betting.coupon_tabs')}
        tabs={[
          { id: 'coupon', label: t('betting.coupon'), count },
          { id: 'bets', label: t('betting.open_bets') },
        ]}
        selectedId={selected}
        onSelect={(id) => (id === 'bets' ? void showBets() : setSelected('coupon'))}
      >
        {selected === 'coupon' ? (
          children
        ) : (
          <Lazy fallback={null}>
            <OpenBets onChanged={onChanged} />
          </Lazy>
        )}
      </Tabs>
    </section>
  )
}
