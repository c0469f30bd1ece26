import { useId } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { BonusTerms } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { type Money, shareText, shortMoney } from '../promo-text.ts'
import styles from './awards.module.css'

/** Props of {@link WorthPanel}. */
export interface WorthPanelProps {
  readonly value: NonNullable<BonusTerms['value']>
  /** The bonus that is judged, in minor units. */
  readonly bonusMinor: number
  readonly money: Money
}

/** What a bonus is worth once it has to be played through, and how likely it is lost before (PROMO-23). */
export function WorthPanel({ value: { keptE4, bustE4 }, bonusMinor, money }: WorthPanelProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const kept = shortMoney(app, Math.floor((bonusMinor * keptE4) / 10_000), money)
  const amount = shortMoney(app, bonusMinor, money)
  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t('promo.worth')}
      </h2>
      <div className={styles.worth}>
        <Meter label={t('promo.worth_kept')} value={keptE4} text={kept} note={t('promo.worth_of', { amount })} />
        <Meter
          label={t('promo.worth_bust')}
          value={bustE4}
          text={new Intl.NumberFormat(app.visitor.locale, { style: 'percent', maximumFractionDigits: 1 }).format(
            bustE4 / 10_000,
          )}
          note={t('promo.worth_bust_note')}
          isRisk
        />
      </div>
      <p className={styles.note}>{t('promo.worth_note', { return: shareText(app, 9600) })}</p>
    </Panel>
  )
}

interface MeterProps {
  readonly label: string
  /** Ten-thousandths. */
  readonly value: number
  readonly text: string
  readonly note: string
  readonly isRisk?: boolean
}

function Meter({ label, value, text, note, isRisk = false }: MeterProps) {
  const id = useId()
  return (
    <div className={styles.meter}>
      <span id={id}>{label}</span>
      <strong>{text}</strong>
      <progress aria-labelledby={id} max={10_000} value={value} data-risk={isRisk || undefined} />
      <small>{note}</small>
    </div>
  )
}
