import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { closeSession, disconnectEverywhere, getUserSessions } from '#calls/security.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SessionsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import { SessionCard } from './SessionCard.tsx'
import styles from './security.module.css'

/** How many sessions are shown before more are asked for. */
const PAGE = 10

/** Loads where the player is signed in. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<SessionsAnswer>> {
  const data = await app.call(getUserSessions, {})
  return { meta: () => ({ title: app.texts.t('security.sessions_title'), isPrivate: true }), data }
}

/** Where the player is signed in, this device first; each other one can be signed out, or all at once. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<SessionsAnswer>>()
  const { sessions: live, busy, close } = useSessions(data.sessions)
  const [shown, setShown] = useState(PAGE)
  const [isAsking, setAsking] = useState(false)
  const sessions = [...live].sort((left, right) => Number(right.isCurrent) - Number(left.isCurrent))
  const others = (
    <Button kind="danger" icon="logout" isBusy={busy === 'others'} onClick={() => setAsking(true)}>
      {t('security.close_others')}
    </Button>
  )
  return (
    <OfficePage
      title={t('security.sessions_title')}
      text={t('security.sessions_text')}
      actions={sessions.length > 1 ? others : undefined}
    >
      <ul className={styles.sessions}>
        {sessions.slice(0, shown).map((session) => (
          <SessionCard
            key={session.sessionId}
            session={session}
            isBusy={busy === session.sessionId}
            onClose={() => void close(session.sessionId)}
          />
        ))}
        {sessions.length > shown ? (
          <li className={styles.more}>
            <Button onClick={() => setShown(shown + PAGE)}>{t('security.more')}</Button>
          </li>
        ) : null}
      </ul>
      <Dialog
        isOpen={isAsking}
        title={t('security.close_others')}
        okLabel={t('security.close_others')}
        okKind="danger"
        closesOnEscape
        onClose={(way) => {
          setAsking(false)
          if (way === 'ok-button') void close('others')
        }}
      >
        <p>{t('security.close_others_text')}</p>
      </Dialog>
    </OfficePage>
  )
}

/** The live sessions, and ending them: one by its id, or all others. The list is read again after it. */
function useSessions(loaded: SessionsAnswer['sessions']) {
  const { call } = useApp()
  const [sessions, setSessions] = useState(loaded)
  const [busy, setBusy] = useState<string | null>(null)
  const close = async (which: string) => {
    setBusy(which)
    const isAll = which === 'others'
    try {
      await (isAll
        ? call(disconnectEverywhere, { body: { keep_current: true } })
        : call(closeSession, { body: { session_id: which } }))
      const text = isAll ? 'security.closed_others' : 'security.closed'
      setSessions((await call(getUserSessions, {})).sessions)
      shellPort.notify({ id: `session-closed-${which}`, kind: 'success', text })
    } catch (failure) {
      const { code, params } = readFailure(failure)
      if (code === 'session.unknown') setSessions((before) => before.filter(({ sessionId }) => sessionId !== which))
      shellPort.notify({ id: 'session-not-closed', kind: 'error', text: code, params })
    }
    setBusy(null)
  }
  return { sessions, busy, close }
}
