import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { playerPath } from '../../page/landing.ts'
import styles from './entry.module.css'

/** What a brand gives on the first deposit, where its greeting announces one (REG-24, REG-25). */
export function FirstDeposit() {
  const app = useApp()
  const t = useText()
  const { hasFirstDeposit, percentFirstDeposit, additionalConfig } = app.site.config.registration
  if (!hasFirstDeposit || !additionalConfig.showDepositBanner) return null
  const deposit = playerPath(app, 'office_recharge')
  return (
    <div className={styles.deposit}>
      <p>{t(additionalConfig.firstDepositText, { percent: percentFirstDeposit })}</p>
      {deposit ? (
        <ButtonLink kind="primary" to={deposit}>
          {t(additionalConfig.rechargeButtonText)}
        </ButtonLink>
      ) : null}
    </div>
  )
}
