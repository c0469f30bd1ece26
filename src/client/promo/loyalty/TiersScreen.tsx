import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { chooseLoyalty, getLoyalty } from '#calls/promo/loyalty.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LoyaltyAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import styles from './loyalty.module.css'
import { rulesOf } from './loyalty-text.ts'
import { TierRows } from './TierRows.tsx'

/** Loads the tiers, the terms, and whether the player takes part. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<LoyaltyAnswer>> {
  const data = await app.call(getLoyalty, {})
  return { meta: () => ({ title: app.texts.t('loyalty.settings_title'), isPrivate: true }), data }
}

/** Cashback in the settings: what each tier gives, how it is counted, and the player's choice (OFF-12, PROMO-4). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<LoyaltyAnswer>>()
  const [loyalty, setLoyalty] = useState(data)
  const mine = offeredPath(app, 'office_casino_vip_cashback')
  return (
    <OfficePage title={t('loyalty.settings_title')} text={t('loyalty.settings_text')}>
      {mine ? (
        <div className={styles.section}>
          <ButtonLink to={mine}>{t('loyalty.my_cashback')}</ButtonLink>
        </div>
      ) : null}
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('loyalty.tiers')}</h2>
        <TierRows tiers={loyalty.tiers} money={loyalty} mine={loyalty.tier} />
      </section>
      <Panel className={styles.panel}>
        <h2 className={styles.heading}>{t('loyalty.rules')}</h2>
        <ul className={styles.rules}>
          {rulesOf(app, t, loyalty).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Panel>
      <Choice loyalty={loyalty} onChosen={setLoyalty} />
    </OfficePage>
  )
}

function Choice({
  loyalty,
  onChosen,
}: {
  readonly loyalty: LoyaltyAnswer
  readonly onChosen: (loyalty: LoyaltyAnswer) => void
}) {
  const { call } = useApp()
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const { takesPart } = loyalty

  async function choose(): Promise<void> {
    setBusy(true)
    try {
      onChosen(await call(chooseLoyalty, { body: { takesPart: !takesPart } }))
      shellPort.notify({ id: 'loyalty', kind: 'success', text: takesPart ? 'loyalty.left' : 'loyalty.joined' })
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'loyalty', kind: 'error', text: code, params: { ...params } })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel className={styles.panel}>
      <h2 className={styles.heading}>{t('loyalty.choice')}</h2>
      <p className={styles.text}>{t(takesPart ? 'loyalty.choice_in' : 'loyalty.out')}</p>
      <div>
        <Button kind={takesPart ? 'quiet' : 'primary'} isBusy={isBusy} onClick={() => void choose()}>
          {t(takesPart ? 'loyalty.leave' : 'loyalty.join')}
        </Button>
      </div>
    </Panel>
  )
}
