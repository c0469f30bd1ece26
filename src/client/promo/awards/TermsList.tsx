import { useText } from '#renderers/site/texts.tsx'
import type { BonusTerms, PlayerBonus } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import type { Money } from '../promo-text.ts'
import { termsOf } from './award-text.ts'
import styles from './awards.module.css'

/** Props of {@link TermsList}. */
export interface TermsListProps {
  readonly terms: BonusTerms
  readonly money: Money
  readonly bonus?: PlayerBonus
}

/** The terms of a bonus in plain words. */
export function TermsList({ terms, money, bonus }: TermsListProps) {
  const app = useApp()
  const t = useText()
  return (
    <Panel className={styles.panel}>
      <h2 className={styles.heading}>{t('promo.terms')}</h2>
      <dl className={styles.terms}>
        {termsOf(app, t, terms, money, bonus).map(({ id, label, value }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
