import { useText } from '#renderers/site/texts.tsx'
import type { PartnerStatisticsAnswer, PartnerSums } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { minorText } from '../promo-text.ts'
import styles from './referral.module.css'

/** What a partner has brought: all days together, and each by itself. */
export function PartnerTable({ statistics }: { readonly statistics: PartnerStatisticsAnswer }) {
  const app = useApp()
  const t = useText()
  const { days, sums } = statistics
  const count = (value: number) => new Intl.NumberFormat(app.visitor.locale).format(value)
  const cells = (of: PartnerSums) => (
    <>
      <td>{count(of.visits)}</td>
      <td>{count(of.registrations)}</td>
      <td>{count(of.firstDeposits)}</td>
      <td>{minorText(app, of.netWinMinor, statistics)}</td>
      <td>{minorText(app, of.commissionMinor, statistics)}</td>
    </>
  )
  const date = new Intl.DateTimeFormat(app.visitor.locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled by the arrow keys
    <section className={styles.scroll} aria-label={t('referral.partner_statistics')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('referral.day')}</th>
            <th scope="col">{t('referral.visits')}</th>
            <th scope="col">{t('referral.registrations')}</th>
            <th scope="col">{t('referral.first_deposits')}</th>
            <th scope="col">{t('referral.net_win')}</th>
            <th scope="col">{t('referral.commission')}</th>
          </tr>
        </thead>
        <tbody>
          <tr data-total>
            <th scope="row">{t('referral.all_days')}</th>
            {cells(sums)}
          </tr>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{date.format(Date.parse(`${day.day}T00:00:00Z`))}</th>
              {cells(day)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
