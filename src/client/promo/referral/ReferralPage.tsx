import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import styles from './referral.module.css'

const PAGES = [
  ['office_bringfriend', 'referral.tab_overview'],
  ['office_bring_friend_main', 'referral.tab_friends'],
  ['office_bring_friend_banners', 'referral.tab_banners'],
  ['office_bring_friend_rules', 'referral.tab_rules'],
] as const satisfies readonly (readonly [RouteId, string])[]

/** Props of {@link ReferralPage}. */
export interface ReferralPageProps {
  readonly text?: string
  readonly children: ReactNode
}

/** A page of the referral programme, with the way to its neighbours. */
export function ReferralPage({ text, children }: ReferralPageProps) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const { pathname } = useLocation()
  const places = PAGES.flatMap(([routeId, labelKey]) => {
    const to = offeredPath(app, routeId)
    return to ? [{ to, label: t(labelKey) }] : []
  })
  return (
    <OfficePage title={t('referral.title')} text={text}>
      <nav className={styles.places} aria-label={t('referral.title')}>
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
