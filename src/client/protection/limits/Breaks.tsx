import { useId, useState } from 'react'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { FormChoice } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { AvailableLimitsAnswer, BlockUserBody, ExclusionReasonsAnswer, PlayerBreak } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './limits.module.css'
import { hoursText, monthsText } from './limits.selectors.ts'
import type { Exclusion as ExclusionOnPage } from './use-exclusion.ts'

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

/** What keeps a player from playing whose exclusion has ended: the question whether they want to, and the wait after it. */
export function Comeback({ exclusion: { comeback, isBusy, send } }: { readonly exclusion: ExclusionOnPage }) {
  const t = useText()
  const write = useInstants()
  if (!comeback) return null
  const { opensAt } = comeback
  return (
    <section className={styles.standing}>
      <h2 className={styles.heading}>{t('limits.return_title')}</h2>
      <p className={styles.text}>
        {opensAt === null ? t('limits.return_text') : t('limits.return_waits', { time: write(opensAt) })}
      </p>
      {opensAt === null ? (
        <div>
          <Button isBusy={isBusy} onClick={() => send({ type: 'return.asked' })}>
            {t('limits.return_ask')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** Props of {@link Breaks}. */
export interface BreaksProps {
  readonly exclusion: ExclusionOnPage
  readonly available: AvailableLimitsAnswer
  readonly reasons: ExclusionReasonsAnswer['reasons']
}

/** Takes a break or an exclusion, once the player has said that they are sure; then the page is left. */
export function Breaks({ exclusion, available, reasons }: BreaksProps) {
  const app = useApp()
  const t = useText()
  const { wish, isBusy, send } = exclusion
  const ask = (asked: BlockUserBody) => send({ type: 'break.asked', wish: asked })
  const length = wish ? (wish.kind === 'time_out' ? hoursText(app, wish.hours) : monthsText(app, wish.months)) : ''
  return (
    <>
      {available.timeOutHours.length > 0 ? <TimeOut hours={available.timeOutHours} onAsk={ask} /> : null}
      {available.exclusionMonths.length > 0 ? (
        <Exclusion months={available.exclusionMonths} reasons={reasons} onAsk={ask} />
      ) : null}
      <Dialog
        isOpen={wish !== null}
        title={t(wish?.kind === 'exclusion' ? 'limits.sure_exclude' : 'limits.sure_break', { length })}
        buttons={['ok', 'close']}
        okLabel={t(wish?.kind === 'exclusion' ? 'limits.exclude' : 'limits.break_take')}
        closeLabel={t('limits.cancel')}
        isBusy={isBusy}
        onClose={(way) => send({ type: way === 'ok-button' ? 'break.confirmed' : 'break.dropped' })}
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
