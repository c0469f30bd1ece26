import { useEffect, useRef } from 'react'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ModalProps } from '../page/modal.ts'
import styles from './captcha.module.css'
import { captchaStage } from './captcha-stage.ts'

/** The dialog of a challenge. It has no confirm button: solving the challenge is what confirms (CAP-10). */
export function Modal({ dialog, onDone, onDismiss }: ModalProps) {
  const t = useText()
  const placeRef = useRef<HTMLDivElement>(null)
  const doneRef = useRef(onDone)
  useEffect(() => {
    doneRef.current = onDone
  })
  useEffect(() => {
    const place = placeRef.current
    if (!place || !captchaStage.mount(place, () => doneRef.current())) {
      doneRef.current()
      return
    }
    return () => {
      // In its strict mode React takes an effect back and runs it again at once: the place is still in the page then.
      queueMicrotask(() => {
        if (!place.isConnected) captchaStage.unmount()
      })
    }
  }, [])
  return (
    <Dialog isOpen {...dialog} title={t('captcha.title')} onClose={onDismiss}>
      <div ref={placeRef} className={styles.place} />
    </Dialog>
  )
}
