import { useEffect, useState } from 'react'
import { getPlaySession } from '#calls/limits.calls.ts'
import { checksDue, msToCheck } from '#machines/protection/reality-check.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerSummary, PlaySessionAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'
import { acknowledgedChecks, keepAcknowledged } from './acknowledged-checks.ts'
import { spentText } from './limits/limits.selectors.ts'

const MINUTE_MS = 60_000
/** After which a call that has failed is made again. */
const AGAIN_MS = 60_000

/** Says time and again how long the player has been there and what they have won or lost, until they acknowledge it (RG-12). The time is
 *  that of the server: a wrong clock of the device delays nothing. */
export function RealityCheck({ player }: { readonly player: PlayerSummary }) {
  const app = useApp()
  const { call } = app
  const t = useText()
  const { realityCheckMs: intervalMs } = app.site.config.responsible
  const [session, setSession] = useState<PlaySessionAnswer | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an acknowledged check waits for the next one
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      try {
        const answer = await call(getPlaySession, {})
        const elapsedMs = Date.parse(answer.now) - Date.parse(answer.startedAt)
        const waitMs = msToCheck(elapsedMs, intervalMs, acknowledgedChecks(player.userId, answer.startedAt))
        if (waitMs === 0) setSession(answer)
        else timer = setTimeout(ask, waitMs)
      } catch (error) {
        // Who is signed out by now is nobody to be checked.
        if (readFailure(error).code === 'access.denied') return
        report('reality_check.failed', { error: String(error) })
        timer = setTimeout(ask, AGAIN_MS)
      }
    }
    void ask()
    return () => clearTimeout(timer)
  }, [call, player.userId, intervalMs, turn])

  if (!session) return null
  const elapsedMs = Date.parse(session.now) - Date.parse(session.startedAt)
  const history = offeredPath(app, 'office_history')
  const limits = offeredPath(app, 'office_responsible')
  const acknowledge = () => {
    keepAcknowledged(player.userId, session.startedAt, checksDue(elapsedMs, intervalMs))
    setSession(null)
    setTurn((last) => last + 1)
  }
  return (
    <Dialog
      isOpen
      title={t('shell.reality_title', { time: spentText(app.visitor.locale, Math.floor(elapsedMs / MINUTE_MS)) })}
      okLabel={t('shell.reality_continue')}
      closeLabel={t('shell.reality_leave')}
      buttons={['ok', 'close']}
      hasCross={false}
      onClose={(way) => {
        if (way === 'ok-button') acknowledge()
        if (way === 'close-button') void shellPort.signOut()
      }}
    >
      {session.results.length === 0 ? <p>{t('shell.reality_nothing')}</p> : null}
      {session.results.map(({ currency, net }) => (
        <p key={currency}>
          {t(net < 0 ? 'shell.reality_lost' : 'shell.reality_won', { amount: moneyText(app, Math.abs(net), currency) })}
        </p>
      ))}
      <p>
        {history ? (
          <ButtonLink kind="plain" to={history} onClick={acknowledge}>
            {t('shell.reality_history')}
          </ButtonLink>
        ) : null}
        {limits ? (
          <ButtonLink kind="plain" to={limits} onClick={acknowledge}>
            {t('shell.reality_limits')}
          </ButtonLink>
        ) : null}
      </p>
    </Dialog>
  )
}
