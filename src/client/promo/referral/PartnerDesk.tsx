import { type FormEvent, useId, useState } from 'react'
import { getPartnerStatistics } from '#calls/promo/referral.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { FormChoice, FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PartnerStatisticsAnswer, ReferralBannerCard } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { daysText } from '../promo-text.ts'
import { BannerCards } from './BannerCards.tsx'
import { PartnerTable } from './PartnerTable.tsx'
import styles from './referral.module.css'
import { ShareLink } from './ShareLink.tsx'

const KEY_LENGTH = 64
const KEY = /^[A-Za-z0-9_-]{32}$/
const SPANS = ['7', '30', '92'] as const
const DAY_MS = 86_400_000

/** What a partner sees by the key that it was given; the key is kept nowhere (REF-9). */
export function PartnerDesk({ banners }: { readonly banners: readonly ReferralBannerCard[] }) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [key, setKey] = useState('')
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [statistics, setStatistics] = useState<PartnerStatisticsAnswer | null>(null)

  async function show(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (!KEY.test(key.trim())) return setError(t('referral.partner_unknown'))
    setBusy(true)
    try {
      setStatistics(await app.call(getPartnerStatistics, { body: { key: key.trim(), days: Number(span) } }))
      setError(null)
    } catch (failure) {
      const { code, params } = readFailure(failure)
      setStatistics(null)
      setError(t(code, { ...params }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Panel as="form" className={styles.panel} noValidate onSubmit={(event) => void show(event)}>
        <h2 className={styles.heading}>{t('referral.partner_statistics')}</h2>
        <FormInput
          id={`${id}-key`}
          label={t('referral.partner_key')}
          help={t('referral.partner_key_help')}
          error={error}
          value={key}
          dir="ltr"
          maxLength={KEY_LENGTH}
          onChange={(text) => {
            setKey(text)
            setError(null)
          }}
        />
        <FormChoice
          id={`${id}-span`}
          label={t('referral.partner_span')}
          value={span}
          choices={SPANS.map((days) => ({ value: days, label: daysText(app, Number(days) * DAY_MS) }))}
          onChoose={setSpan}
        />
        <div>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('referral.partner_show')}
          </Button>
        </div>
      </Panel>
      <div aria-live="polite" className={styles.friends}>
        {statistics ? (
          <>
            <h2 className={styles.heading}>{statistics.name}</h2>
            <PartnerTable statistics={statistics} />
            <Panel className={styles.panel} aria-label={t('referral.link')}>
              <ShareLink link={statistics.link} code={statistics.code} />
            </Panel>
          </>
        ) : null}
      </div>
      <section className={styles.friends}>
        <h2 className={styles.heading}>{t('referral.banners')}</h2>
        <BannerCards banners={statistics?.banners ?? banners} />
      </section>
    </>
  )
}
