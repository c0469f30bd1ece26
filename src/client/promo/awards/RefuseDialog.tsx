import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { shortMoney } from '../promo-text.ts'
import { moneyOf } from './award-text.ts'
import styles from './awards.module.css'

/** Props of {@link RefuseDialog}. */
export interface RefuseDialogProps {
  readonly bonus: PlayerBonus
  /** What is on the bonus account now, in minor units. */
  readonly heldMinor: number
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly error: string | null
  readonly onDrop: () => void
  readonly onConfirm: () => void
}

/** Says what is lost with a bonus that is given up, and asks (PROMO-6). */
export function RefuseDialog({ bonus, heldMinor, isOpen, isBusy, error, onDrop, onConfirm }: RefuseDialogProps) {
  const app = useApp()
  const t = useText()
  const money = moneyOf(bonus)
  const { state, currentProgress, freeRounds, terms } = bonus
  const lost = state === 'active' ? heldMinor : bonus.money
  return (
    <Dialog
      isOpen={isOpen}
      title={t('promo.refuse_title')}
      okLabel={t('promo.refuse_do')}
      okKind="danger"
      closeLabel={t('promo.refuse_keep')}
      isBusy={isBusy}
      closesOnEscape
      onClose={(way) => (way === 'ok-button' ? onConfirm() : onDrop())}
    >
      <div className={styles.lines}>
        {state === 'claimed' ? (
          <p>{t('promo.refuse_promise')}</p>
        ) : (
          <>
            {isTokenKind(terms.kind) ? (
              <>
                <p>{t('promo.refuse_token')}</p>
                {terms.premiumMinor === undefined ? null : (
                  <p>{t('promo.refuse_premium', { amount: shortMoney(app, terms.premiumMinor, money) })}</p>
                )}
              </>
            ) : freeRounds && state === 'ready' ? (
              <>
                <p>{t('promo.refuse_free_rounds', { count: freeRounds.left })}</p>
                {terms.timesE2 > 0 && freeRounds.won > 0 ? (
                  <p>{t('promo.refuse_free_rounds_won', { amount: shortMoney(app, freeRounds.won, money) })}</p>
                ) : null}
              </>
            ) : (
              <p>{t('promo.refuse_lost', { amount: shortMoney(app, lost, money) })}</p>
            )}
            {state === 'active' ? (
              <>
                <p>{t('promo.refuse_progress', { amount: shortMoney(app, currentProgress, money) })}</p>
                <p>{t('promo.refuse_open')}</p>
              </>
            ) : null}
            <p>{t('promo.refuse_own')}</p>
          </>
        )}
        {error === null ? null : (
          <p role="alert" className={styles.fault}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}
