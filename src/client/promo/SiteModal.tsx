import { press } from '#machines/site/events/press.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { siteModals } from '../page/frame/site-modals.ts'
import { assetUrl } from '../page/frame.selectors.ts'
import type { ModalProps } from '../page/modal.ts'
import { linkTarget } from '../page/paths.ts'
import styles from './SiteModal.module.css'

/** A dialog that the brand has written: its picture, its text and the way on (CFG-18, CFG-34). */
export function Modal({ params, dialog, onDismiss }: ModalProps) {
  const app = useApp()
  const t = useText()
  const own = siteModals(app).find(({ name }) => name === params.name)?.modal
  if (!own) return null
  const to = linkTarget(app, own)
  return (
    <Dialog isOpen {...dialog} title={t(own.titleKey)} onClose={onDismiss}>
      <div className={styles.lines}>
        {own.image && (
          <img className={styles.picture} src={assetUrl(app.site, own.image)} alt={own.altKey ? t(own.altKey) : ''} />
        )}
        <p>{t(own.textKey)}</p>
        {to && own.buttonKey && (
          <ButtonLink to={to} kind="primary" isWide {...press('site_modal_followed')}>
            {t(own.buttonKey)}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}
