import { useCallback } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { listRecordings } from '#calls/studio/studio-recordings.calls.ts'
import { readDevice } from '#machines/account/sessions/device.rules.ts'
import type { RecordingCard, RecordingsAnswer } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { type StudioTextKey, say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { useBrandName } from '../brands/use-brand-name.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledInput, LabelledSelect } from '../parts/LabelledInput.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import { clockText } from './clock-text.ts'
import styles from './recordings.module.css'

const DAY_CHOICES = [1, 7, 30, 92]
const DAYS = 7
const KILOBYTE = 1024

/** `/brands/:brand/recordings`: the visits of a brand that were recorded (REC-11). */
export function RecordingList() {
  const { brand = '' } = useParams()
  const { call } = useStudio()
  const name = useBrandName(brand)
  const [query, setQuery] = useSearchParams()
  const days = DAY_CHOICES.find((count) => count === Number(query.get('days'))) ?? DAYS
  const player = query.get('player') ?? ''
  const accountId = /^[1-9]\d{0,15}$/.test(player) ? Number(player) : undefined
  const loaded = useAnswer(
    useCallback(
      () =>
        call(listRecordings, {
          segments: { brand },
          query: { days, ...(accountId === undefined ? {} : { accountId }) },
        }),
      [call, brand, days, accountId],
    ),
  )
  const go = (change: Record<string, string>) => setQuery({ days: String(days), player, ...change }, { replace: true })
  const keptDays = loaded.value?.keptDays ?? ''
  return (
    <>
      <ScreenHead title={say('recordings.title', { brand: name })} lead={say('recordings.lead', { days: keptDays })}>
        <ActionLink to={`/brands/${brand}/desk`}>{say('recordings.desk')}</ActionLink>
      </ScreenHead>
      <div className={styles.bar}>
        <LabelledSelect
          label={say('recordings.days')}
          value={days}
          onChange={({ target }) => go({ days: target.value })}
        >
          {DAY_CHOICES.map((count) => (
            <option key={count} value={count}>
              {say('recordings.day_count', { count })}
            </option>
          ))}
        </LabelledSelect>
        <LabelledInput
          label={say('recordings.player')}
          inputMode="numeric"
          value={player}
          onChange={({ target }) => go({ player: target.value })}
        />
      </div>
      <Awaited loaded={loaded}>{(answer) => <Found answer={answer} brand={brand} />}</Awaited>
    </>
  )
}

function Found({ answer: { isAllowed, recordings, refused }, brand }: { answer: RecordingsAnswer; brand: string }) {
  const reasons = refused.map(({ reason, count }) => `${say(`recordings.reason_${reason}` as StudioTextKey)} ${count}`)
  return (
    <div className={styles.list}>
      {isAllowed ? null : <Remark kind="warning">{say('recordings.off')}</Remark>}
      {recordings.length === 0 ? <p>{say('recordings.none')}</p> : <Table recordings={recordings} brand={brand} />}
      {reasons.length > 0 && (
        <p className={styles.quiet}>{say('recordings.refused', { reasons: reasons.join(', ') })}</p>
      )}
    </div>
  )
}

function Table({ recordings, brand }: { readonly recordings: readonly RecordingCard[]; readonly brand: string }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say('recordings.when')}</th>
          <th scope="col">{say('recordings.length')}</th>
          <th scope="col">{say('recordings.who')}</th>
          <th scope="col">{say('recordings.pages')}</th>
          <th scope="col" className={styles.minor}>
            {say('recordings.device')}
          </th>
          <th scope="col" className={styles.minor}>
            {say('recordings.size')}
          </th>
        </tr>
      </thead>
      <tbody>
        {recordings.map(({ session, startedAt, durationMs, accountId, pages, device, bytes }) => (
          <tr key={session}>
            <th scope="row">
              <Link
                to={`/brands/${brand}/recordings/${session}`}
                aria-label={say('recordings.watch', { when: momentText(startedAt) })}
              >
                {momentText(startedAt)}
              </Link>
            </th>
            <td className={styles.number}>{clockText(durationMs)}</td>
            <td>{accountId ?? say('recordings.guest')}</td>
            <td>{pages.join(' › ')}</td>
            <td className={styles.minor} title={device}>
              {deviceText(device)}
            </td>
            <td className={`${styles.number} ${styles.minor}`}>
              {say('recordings.kilobytes', { count: Math.ceil(bytes / KILOBYTE) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Browser and system of a user agent; all of it where it names neither. */
function deviceText(userAgent: string): string {
  const { browser, system } = readDevice(userAgent)
  if (browser !== null && system !== null) return say('recordings.browser_on', { browser, system })
  return browser ?? system ?? userAgent
}
