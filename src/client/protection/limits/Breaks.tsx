import { useId, useState } from 'react'
import { blockUser } from '#calls/limits.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { FormChoice } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AvailableLimitsAnswer, BlockUserBody, ExclusionReasonsAnswer, PlayerBreak } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import { useInstants } from '../../page/office/office-time.ts'
import { shellPort } from '../../page/shell-port.ts'
import styles from './limits.module.css'
import { hoursText, monthsText } from './limits.selectors.ts'

/** The break that holds, and what it means. */
export function StandingBreak({ standing }: { readonly standing: PlayerBreak }) {
  const t = useText()
  const write = useInstants()
  return (
    <section className={styles.standing}>
      <h2 className={styles.heading}>{t(`limits.standing_${standing.kind}`, { time: write(standing.endsAt) })}</h2>
      <p className={styles.text}>{t('limits.break_text')}</p>
    </section>
  )
}

/** Props of {@link Breaks}. */
export interface BreaksProps {
  readonly available: AvailableLimitsAnswer
  readonly reasons: ExclusionReasonsAnswer['reasons']
}

/** Takes a break or an exclusion, once the player has said that they are sure; then the page is left. */
export function Breaks({ available, reasons }: BreaksProps) {
  const app = useApp()
  const t = useText()
  const [asked, setAsked] = useState<BlockUserBody | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function take(body: BlockUserBody) {
    setBusy(true)
    try {
      await app.call(blockUser, { body })
      shellPort.tellSession({ type: 'session.ended', because: 'choice', isHere: true })
    } catch (failure) {
      const { code, params } = readFailure(failure)
      shellPort.notify({ id: 'limits', kind: 'error', text: code, params })
      setAsked(null)
      setBusy(false)
    }
  }

  const length = asked ? (asked.kind === 'time_out' ? hoursText(app, asked.hours) : monthsText(app, asked.months)) : ''
  return (
    <>
      {available.timeOutHours.length > 0 ? <TimeOut hours={available.timeOutHours} onAsk={setAsked} /> : null}
      {available.exclusionMonths.length > 0 ? (
        <Exclusion months={available.exclusionMonths} reasons={reasons} onAsk={setAsked} />
      ) : null}
      <Dialog
        isOpen={asked !== null}
        title={t(asked?.kind === 'exclusion' ? 'limits.sure_exclude' : 'limits.sure_break', { length })}
        buttons={['ok', 'close']}
        okLabel={t(asked?.kind === 'exclusion' ? 'limits.exclude' : 'limits.break_take')}
        closeLabel={t('limits.cancel')}
        isBusy={isBusy}
        onClose={(way) => (way === 'ok-button' && asked ? void take(asked) : setAsked(null))}
      >
        <p>{t('limits.sure_text')}</p>
      </Dialog>
    </>
  )
}

interface TimeOutProps {
  readonly hours: readonly number[]
  readonly onAsk: (body: BlockUserBody) => void
}

function TimeOut({ hours, onAsk }: TimeOutProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState(String(hours[0] ?? ''))
  return (
    <Panel id="limits-break" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('limits.break_title')}
      </h2>
      <p className={styles.text}>{t('limits.break_text')}</p>
      <FormChoice
        id={`${id}-length`}
        label={t('limits.length')}
        value={chosen}
        choices={hours.map((value) => ({ value: String(value), label: hoursText(app, value) }))}
        onChoose={setChosen}
      />
      <div>
        <Button onClick={() => onAsk({ kind: 'time_out', hours: Number(chosen) })}>{t('limits.break_take')}</Button>
      </div>
    </Panel>
  )
}

interface ExclusionProps extends Pick<BreaksProps, 'reasons'> {
  readonly months: readonly number[]
  readonly onAsk: (body: BlockUserBody) => void
}

function Exclusion({ months, reasons, onAsk }: ExclusionProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState(String(months[0] ?? ''))
  const [reason, setReason] = useState('')
  const ask = () => onAsk({ kind: 'exclusion', months: Number(chosen), ...(reason === '' ? {} : { reason }) })
  return (
    <Panel id="limits-exclude" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('limits.exclude_title')}
      </h2>
      <p className={styles.text}>{t('limits.exclude_text')}</p>
      <FormChoice
        id={`${id}-length`}
        label={t('limits.length')}
        value={chosen}
        choices={months.map((value) => ({ value: String(value), label: monthsText(app, value) }))}
        onChoose={setChosen}
      />
      <FormChoice
        id={`${id}-reason`}
        label={t('limits.reason')}
        value={reason}
        choices={[
          { value: '', label: t('limits.no_reason') },
          ...reasons.map((each) => ({ value: each.id, label: t(each.labelKey) })),
        ]}
        onChoose={setReason}
      />
      <div>
        <Button onClick={ask}>{t('limits.exclude')}</Button>
      </div>
    </Panel>
  )
}
