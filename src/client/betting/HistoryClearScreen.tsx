import { useState } from 'react'
import { clearBetHistory } from '#calls/betting.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenRequest } from '../page/screen.ts'
import { shellPort } from '../page/shell-port.ts'
import styles from './history.module.css'

/** Loads nothing: what is hidden is asked for on the page. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  return { meta: () => ({ title: app.texts.t('history.clear_title'), isPrivate: true }), data: null }
}

/** Hides the bets that are over, once the player has said so twice (OFF-3). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const history = offeredPath(app, 'office_history')
  const clear = async () => {
    setBusy(true)
    try {
      const { clearedBets } = await app.call(clearBetHistory, {})
      setSaid(clearedBets === 0 ? 'history.clear_none' : 'history.clear_done')
    } catch (error) {
      const { code, params } = readFailure(error)
      shellPort.notify({ id: 'history-not-cleared', kind: 'error', text: code, params })
    }
    setBusy(false)
    setAsking(false)
  }
  return (
    <OfficePage title={t('history.clear_title')} text={t('history.clear_text')}>
      <div className={styles.panel}>
        {said === null ? null : <p role="status">{t(said)}</p>}
        <div className={styles.buttons}>
          {said === null ? (
            <Button kind="danger" onClick={() => setAsking(true)}>
              {t('history.clear')}
            </Button>
          ) : null}
          {history ? <ButtonLink to={history}>{t('history.back')}</ButtonLink> : null}
        </div>
      </div>
      <Dialog
        isOpen={isAsking}
        title={t('history.clear_title')}
        buttons={['ok', 'close']}
        okLabel={t('history.clear')}
        okKind="danger"
        isBusy={isBusy}
        closesOnEscape
        onClose={(way) => (way === 'ok-button' ? void clear() : setAsking(false))}
      >
        <p>{t('history.clear_ask')}</p>
      </Dialog>
    </OfficePage>
  )
}
