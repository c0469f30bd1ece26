import { Dialog } from '#renderers/shell/Dialog.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import type { ModalProps } from '../../page/modal.ts'
import { offeredPath } from '../../page/paths.ts'
import styles from './awards.module.css'

/** Tells a player of the bonus for a verified identity, and leads to its page (PROMO-9, PROMO-14). */
export function Modal({ dialog, onDismiss }: ModalProps) {
  const app = useApp()
  const t = useText()
  const { identificationBonusId: id } = app.site.config.promo
  const page = id === '' ? null : offeredPath(app, 'bonus', { id })
  return (
    <Dialog isOpen {...dialog} title={t('promo.identification_title')} onClose={onDismiss}>
      <div className={styles.lines}>
        <p className={styles.text}>{t('promo.identification_text')}</p>
        {page ? (
          <ButtonLink to={page} kind="primary" isWide>
            {t('promo.identification_see')}
          </ButtonLink>
        ) : null}
      </div>
    </Dialog>
  )
}
