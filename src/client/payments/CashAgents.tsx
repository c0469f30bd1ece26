import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { cashAgents } from '../page/frame/site-modals.ts'
import styles from './CashAgents.module.css'

/** The ways to agents who take and give cash, in the countries that have them (CFG-34). */
export function CashAgents() {
  const app = useApp()
  const t = useText()
  const agents = cashAgents(app)
  if (agents.length === 0) return null
  return (
    <nav className={styles.agents} aria-labelledby="cash-agents">
      <h2 id="cash-agents" className={styles.title}>
        {t('payment.cash_agents')}
      </h2>
      <ul className={styles.links}>
        {agents.map(({ id, label, to, icon = 'pin' }) => (
          <li key={id}>
            <ButtonLink kind="plain" icon={icon} to={to}>
              {label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
