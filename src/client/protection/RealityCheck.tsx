import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import { getPlaySession } from '#calls/limits.calls.ts'
import { realityCheckMachine } from '#machines/protection/reality-check.machine.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerSummary, SessionReading } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { offeredPath } from '../page/paths.ts'
import { report } from '../page/report.ts'
import { shellPort } from '../page/shell-port.ts'
import { acknowledgedChecks, hearAcknowledged, keepAcknowledged } from './acknowledged-checks.ts'
import { spentText } from './limits/limits.selectors.ts'
import { SessionClock } from './SessionClock.tsx'

const MINUTE_MS = 60_000

/** The machine of reality checks with the call of the page. */
function realityCheckOf({ call }: Pick<App, 'call'>, { userId }: PlayerSummary) {
  return realityCheckMachine.provide({
    actors: {
      read: fromPromise<SessionReading>(async () => {
        const { startedAt, now, results } = await call(getPlaySession, {})
        const elapsedMs = Math.max(0, Date.parse(now) - Date.parse(startedAt))
        return { startedAt, elapsedMs, acknowledged: acknowledgedChecks(userId, startedAt), results }
      }),
    },
  })
}

/** Says time and again how long the player has been there and what they have won or lost, until they acknowledge it (RG-12), and shows it all
 *  the time where the brand wants that. The time is that of the server: a wrong clock of the device delays nothing. */
export function RealityCheck({ player }: { readonly player: PlayerSummary }) {
  const app = useApp()
  const { realityCheckMs: intervalMs, isSessionClockShown } = app.site.config.responsible
  const [machine] = useState(() => realityCheckOf(app, player))
  const actor = useActorRef(machine, { input: { intervalMs, refreshMs: isSessionClockShown ? MINUTE_MS : 0 } })
  const reading = useSelector(actor, ({ context }) => context.reading)
  const isDue = useSelector(actor, (state) => state.matches('due'))

  useEffect(() => {
    const subscriptions = [
      actor.on('checks.acknowledged', ({ startedAt, checks }) => keepAcknowledged(player.userId, startedAt, checks)),
      actor.on('leave.wanted', () => void shellPort.signOut()),
      actor.on('logged', ({ code }) => report('reality_check.failed', { error: code })),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actor, player.userId])

  useEffect(() => {
    const show = () => {
      if (document.visibilityState === 'visible') actor.send({ type: 'page.shown' })
    }
    const silence = hearAcknowledged(player.userId, (startedAt, checks) =>
      actor.send({ type: 'checks.acknowledged_elsewhere', startedAt, checks }),
    )
    document.addEventListener('visibilitychange', show)
    return () => {
      silence()
      document.removeEventListener('visibilitychange', show)
    }
  }, [actor, player.userId])

  return (
    <>
      {isSessionClockShown && reading ? <SessionClock reading={reading} /> : null}
      {isDue && reading ? (
        <Check
          reading={reading}
          onAcknowledge={() => actor.send({ type: 'check.acknowledged' })}
          onLeave={() => actor.send({ type: 'leave.requested' })}
        />
      ) : null}
    </>
  )
}

interface CheckProps {
  readonly reading: SessionReading
  readonly onAcknowledge: () => void
  readonly onLeave: () => void
}

function Check({ reading: { elapsedMs, results }, onAcknowledge, onLeave }: CheckProps) {
  const app = useApp()
  const t = useText()
  const history = offeredPath(app, 'office_history')
  const limits = offeredPath(app, 'office_responsible')
  return (
    <Dialog
      isOpen
      title={t('shell.reality_title', { time: spentText(app.visitor.locale, Math.floor(elapsedMs / MINUTE_MS)) })}
      okLabel={t('shell.reality_continue')}
      closeLabel={t('shell.reality_leave')}
      buttons={['ok', 'close']}
      hasCross={false}
      onClose={(way) => {
        if (way === 'ok-button') onAcknowledge()
        if (way === 'close-button') onLeave()
      }}
    >
      {results.length === 0 ? <p>{t('shell.reality_nothing')}</p> : null}
      {results.map(({ currency, net }) => (
        <p key={currency}>
          {t(net < 0 ? 'shell.reality_lost' : 'shell.reality_won', { amount: moneyText(app, Math.abs(net), currency) })}
        </p>
      ))}
      <p>
        {history ? (
          <ButtonLink kind="plain" to={history} onClick={onAcknowledge}>
            {t('shell.reality_history')}
          </ButtonLink>
        ) : null}
        {limits ? (
          <ButtonLink kind="plain" to={limits} onClick={onAcknowledge}>
            {t('shell.reality_limits')}
          </ButtonLink>
        ) : null}
      </p>
    </Dialog>
  )
}
