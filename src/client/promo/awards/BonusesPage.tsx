import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import styles from './awards.module.css'

const PAGES = [
  ['office_promotion', 'promo.tab_mine'],
  ['special_offers', 'promo.tab_offers'],
  ['bonuses_deposit', 'promo.tab_deposit'],
  ['bonuses_wager', 'promo.tab_wager'],
  ['office_settings_bonuses_gifts', 'promo.tab_gifts'],
  ['powerbet', 'promo.tab_power'],
  ['office_rewards', 'promo.tab_rewards'],
  ['promo_code_check', 'promo.tab_code'],
  ['promo_code_history', 'promo.tab_codes'],
] as const satisfies readonly (readonly [RouteId, string])[]

/** Props of {@link BonusesPage}. */
export interface BonusesPageProps {
  readonly text?: string
  readonly children: ReactNode
}

/** A page of the office about bonuses, with the way to its neighbours (OFF-8). */
export function BonusesPage({ text, children }: BonusesPageProps) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const { pathname } = useLocation()
  const list = useRef<HTMLElement>(null)
  // On a phone the list is wider than the screen: the page that is open is seen in it.
  useEffect(() => {
    const current = list.current?.querySelector(`[href="${CSS.escape(pathname)}"]`)
    current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  const places = PAGES.flatMap(([routeId, labelKey]) => {
    const to = offeredPath(app, routeId)
    return to ? [{ to, label: t(labelKey) }] : []
  })
  return (
    <OfficePage title={t('promo.bonuses')} text={text}>
      <nav ref={list} className={styles.places} aria-label={t('promo.bonuses')}>
        {places.map(({ to, label }) => (
          <Link key={to} to={to} className={styles.place} aria-current={to === pathname ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </OfficePage>
  )
}
