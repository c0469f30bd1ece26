import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import styles from './awards.module.css'

/** The way to a bet that a free bet can be staked on; nothing of any other bonus, and of one that is on a bet. */
export function UseFreebet({ bonus: { state, terms } }: { readonly bonus: Pick<PlayerBonus, 'state' | 'terms'> }) {
  const app = useApp()
  const t = useText()
  const to = state === 'ready' && terms.kind === 'freebet' ? offeredPath(app, 'main_section', { kind: 'line' }) : null
  if (!to) return null
  return (
    <div className={styles.actions}>
      <ButtonLink kind="primary" to={to}>
        {t('promo.use_freebet')}
      </ButtonLink>
    </div>
  )
}
