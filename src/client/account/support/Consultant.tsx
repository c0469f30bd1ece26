import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { report } from '../../page/report.ts'
import { shellPort } from '../../page/shell-port.ts'
import type { ConsultantPanelProps } from './ConsultantPanel.tsx'
import styles from './consultant.module.css'
import { useUnseen } from './use-unseen.ts'

/** Dictionaries that the panel reads. */
const DICTIONARIES = ['support']

/** The consultant of version 3 (CFG-15): a button in the corner of every page, with the number of unread answers, and the talk in a
 *  panel over the page. On the page of the office that has the talk there is none. */
export function Consultant() {
  const app = useApp()
  const { texts } = app
  const { pathname } = useLocation()
  const [hasTexts, setTexts] = useState(false)
  useEffect(() => {
    let isGone = false
    texts.need(DICTIONARIES).then(
      () => isGone || setTexts(true),
      (error: unknown) => report('consultant.failed', { error: String(error) }),
    )
    return () => {
      isGone = true
    }
  }, [texts])
  const page = offeredPath(app, 'office_support')
  if (!hasTexts || page === null || pathname === page) return null
  return <Corner />
}

function Corner() {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [Panel, setPanel] = useState<ComponentType<ConsultantPanelProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const draft = useState('')
  const { unseen, forget } = useUnseen({ isTalking: Panel !== null, isShown: isOpen && Panel !== null })
  const open = async () => {
    setOpen(true)
    if (Panel) return
    try {
      const module = await import('./ConsultantPanel.tsx')
      setPanel(() => module.ConsultantPanel)
    } catch (error) {
      // The next press asks for it again.
      setOpen(false)
      report('consultant.failed', { error: String(error) })
      shellPort.notify({ id: 'consultant', kind: 'error', text: readFailure(error).code })
    }
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const label = unseen > 0 ? t('support.panel_unread', { number: unseen }) : t('support.panel_open')
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-consultant
        aria-label={label}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-busy={(isOpen && !Panel) || undefined}
        onClick={() => (isOpen ? close() : void open())}
      >
        <Icon name="chat" size={24} />
        {unseen > 0 ? (
          <span className={styles.count} aria-hidden="true">
            {unseen}
          </span>
        ) : null}
      </button>
      {isOpen && Panel ? <Panel onClose={close} onSeen={forget} draft={draft} /> : null}
    </>
  )
}
