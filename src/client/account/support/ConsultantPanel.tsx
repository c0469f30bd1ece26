import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { getSupportTalk } from '#calls/office.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SupportAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { messageOf } from '../sign-in/ActivationForm.tsx'
import styles from './consultant.module.css'
import type { Draft } from './SupportForm.tsx'
import { TalkBox } from './TalkBox.tsx'
import { useTalk } from './use-talk.ts'

/** Props of {@link ConsultantPanel}. */
export interface ConsultantPanelProps {
  readonly onClose: () => void
  /** The talk is shown: nothing of it is unread any more. */
  readonly onSeen: () => void
  /** What is typed stays while the panel is closed. */
  readonly draft: Draft
}

/** The talk with the support in a panel over the page, which stays usable beside it. The focus goes to the title when it opens, and to
 *  the field once the talk is there; Escape closes it. */
export function ConsultantPanel({ onClose, onSeen, draft }: ConsultantPanelProps) {
  const t = useText()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { talk, failure, load } = useFirstTalk()
  useEffect(() => title.current?.focus(), [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <div className={styles.panel} role="dialog" aria-labelledby={`${id}-title`} onKeyDown={handleKey}>
      <div className={styles.head}>
        <h2 ref={title} id={`${id}-title`} className={styles.title} tabIndex={-1}>
          {t('support.panel_title')}
        </h2>
        <Button kind="plain" icon="close" aria-label={t('shell.close')} onClick={onClose} />
      </div>
      <div className={styles.body}>
        {talk ? <PanelTalk loaded={talk} onSeen={onSeen} draft={draft} /> : null}
        {talk || failure !== null ? null : <Spinner />}
        {failure === null ? null : (
          <div className={styles.failure} role="alert">
            <p>{messageOf(failure, t)}</p>
            <Button onClick={load}>{t('support.panel_again')}</Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** The talk as it is when the panel opens, or why it has not come. */
function useFirstTalk() {
  const { call } = useApp()
  const [talk, setTalk] = useState<SupportAnswer | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const load = useCallback(() => {
    setFailure(null)
    call(getSupportTalk, {}).then(setTalk, setFailure)
  }, [call])
  useEffect(load, [load])
  return { talk, failure, load }
}

function PanelTalk({
  loaded,
  onSeen,
  draft,
}: Omit<ConsultantPanelProps, 'onClose'> & { readonly loaded: SupportAnswer }) {
  const place = useRef<HTMLDivElement>(null)
  const { talk, refresh } = useTalk(loaded, onSeen)
  useEffect(() => {
    // Somebody who has gone elsewhere meanwhile is not called back.
    if (place.current?.closest('[role="dialog"]')?.contains(document.activeElement))
      place.current.querySelector('textarea')?.focus()
  }, [])
  return (
    <div ref={place} className={styles.talk}>
      <TalkBox talk={talk} refresh={refresh} draft={draft} />
    </div>
  )
}
