import { useLoaderData } from 'react-router'
import { getBonuses } from '#calls/promo/bonus.calls.ts'
import { saveSetting } from '#calls/settings.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus, SettingId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { usePlayer } from '../../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import styles from './awards.module.css'
import { BonusCard } from './BonusCard.tsx'

/** Loads the bonuses that still hold: switching offers off leaves them as they are. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<readonly PlayerBonus[]>> {
  const { bonuses } = await app.call(getBonuses, {})
  return {
    meta: () => ({ title: app.texts.t('office.settings_bonuses'), isPrivate: true }),
    data: bonuses.filter(({ isClosed }) => !isClosed),
  }
}

/** Whether the player wants bonuses, and whether bonus money is shown beside the balance (OFF-12). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data: bonuses } = useLoaderData<ScreenData<readonly PlayerBonus[]>>()
  const { isBonusInHeader } = app.site.config.boolean
  return (
    <OfficePage title={t('office.settings_bonuses')} text={t('promo.settings_text')}>
      <Panel as="div" className={styles.panel}>
        <Choice id="bonus_offers" />
        {isBonusInHeader ? <Choice id="bonus_header" /> : null}
      </Panel>
      {bonuses.length > 0 ? (
        <section className={styles.group} aria-labelledby="held-bonuses">
          <h2 id="held-bonuses" className={styles.heading}>
            {t('promo.settings_held')}
          </h2>
          <p className={styles.text}>{t('promo.settings_held_text')}</p>
          <div className={styles.cards}>
            {bonuses.map((bonus) => (
              <BonusCard key={bonus.id} bonus={bonus} />
            ))}
          </div>
        </section>
      ) : null}
    </OfficePage>
  )
}

/** A switch that is on until the player turns it off. The page follows at once, and goes back when it was not kept. */
function Choice({ id }: { readonly id: Extract<SettingId, 'bonus_offers' | 'bonus_header'> }) {
  const { call } = useApp()
  const t = useText()
  const { player, showSetting } = usePlayer()
  const value = player?.settings?.[id] ?? ''
  const save = async (next: 'on' | 'off') => {
    showSetting(id, next)
    try {
      await call(saveSetting, { body: { setting_id: id, setting_value: next } })
      shellPort.notify({ id: 'setting', kind: 'success', text: 'settings.saved' })
    } catch (failure) {
      const { code, params } = readFailure(failure)
      showSetting(id, value)
      shellPort.notify({ id: 'setting', kind: 'error', text: code, params })
    }
  }
  return (
    <div className={styles.wish}>
      <label className={styles.choiceLabel}>
        <input
          type="checkbox"
          checked={value !== 'off'}
          aria-describedby={`${id}-about`}
          onChange={({ target }) => void save(target.checked ? 'on' : 'off')}
        />
        {t(`promo.settings_${id}`)}
      </label>
      <p id={`${id}-about`} className={styles.text}>
        {t(`promo.settings_${id}_about`)}
      </p>
    </div>
  )
}
