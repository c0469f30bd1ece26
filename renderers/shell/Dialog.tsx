import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { DIALOG_DEFAULTS, type DialogOptions, dialogOptions, isDismissible } from '#machines/shell/dialog.rules.ts'
import type { DismissalWay } from '#schemas'
import { Button, type ButtonKind } from '../site/Button.tsx'
import { useText } from '../site/texts.tsx'
import styles from './Dialog.module.css'
import { openModal } from './open-dialogs.ts'

/** Props of {@link Dialog}. */
export interface DialogProps extends Partial<DialogOptions> {
  readonly isOpen: boolean
  readonly title: string
  /** `dialog` is centred, and a sheet on a phone; `sheet` rises from the bottom; `drawer` is a side panel. */
  readonly shape?: 'dialog' | 'sheet' | 'drawer'
  /** The player asks to leave; the dialog stays until `isOpen` is false. */
  readonly onClose: (way: DismissalWay) => void
  /** Text of the OK button: the action itself, with its amount when money moves. */
  readonly okLabel?: string
  readonly closeLabel?: string
  readonly okKind?: ButtonKind
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** A modal dialog on the native element: the focus goes in, stays in, and returns when it closes. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, shape = 'dialog', onClose, children } = props
  const options = dialogOptions(props)
  const t = useText()
  const titleId = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const bodyRef = useRef<HTMLDivElement>(null)
  const pressedOutsideRef = useRef(false)

  useEffect(() => {
    if (!isOpen || !dialogRef.current) return
    const close = openModal(dialogRef.current)
    const body = bodyRef.current
    // A browser gives a body that scrolls and holds no control yet the focus, with a ring round all of it.
    if (document.activeElement === body) titleRef.current?.focus()
    // A text longer than the dialog is scrolled by the arrow keys; only then is it a stop of the tabulator.
    if (body && body.scrollHeight > body.clientHeight) body.tabIndex = 0
    return close
  }, [isOpen])

  function handleKey(event: KeyboardEvent) {
    const isForSomethingInside = event.defaultPrevented || event.currentTarget.querySelector(':popover-open') !== null
    if (event.key !== 'Escape' || isForSomethingInside) return
    event.preventDefault()
    if (isDismissible(options, 'escape')) onClose('escape')
  }

  function handleClick(event: MouseEvent) {
    const isOutside = pressedOutsideRef.current && event.target === event.currentTarget
    if (isOutside && isDismissible(options, 'outside')) onClose('outside')
  }

  return (
    <dialog
      ref={dialogRef}
      className={styles.dialog}
      data-shape={shape}
      aria-labelledby={titleId}
      onKeyDown={handleKey}
      onCancel={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        pressedOutsideRef.current = event.target === event.currentTarget
      }}
      onClick={handleClick}
    >
      {isOpen && (
        <div className={styles.frame}>
          <h2
            ref={titleRef}
            id={titleId}
            className={styles.title}
            data-beside-close={options.hasCross || undefined}
            tabIndex={-1}
          >
            {title}
          </h2>
          <div ref={bodyRef} className={styles.body}>
            {children}
          </div>
          <DialogButtons {...props} />
          {options.hasCross && (
            <div className={styles.close}>
              <Button kind="plain" icon="close" aria-label={t('shell.close')} onClick={() => onClose('cross')} />
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}

function DialogButtons(props: DialogProps) {
  const { buttons = DIALOG_DEFAULTS.buttons, okLabel, closeLabel, okKind = 'primary', isBusy = false, onClose } = props
  const t = useText()
  if (buttons.length === 0) return null
  return (
    <div className={styles.buttons}>
      {buttons.includes('ok') && (
        <Button kind={okKind} isBusy={isBusy} onClick={() => onClose('ok-button')}>
          {okLabel ?? t('shell.ok')}
        </Button>
      )}
      {buttons.includes('close') && (
        <Button onClick={() => onClose('close-button')}>{closeLabel ?? t('shell.close')}</Button>
      )}
    </div>
  )
}
