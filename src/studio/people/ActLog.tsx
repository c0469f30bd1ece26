import { useEffect, useState } from 'react'
import { listStudioActs } from '#calls/studio/studio-access.calls.ts'
import type { BrandChange, StudioAct } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { isEverywhere, useAccount, useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { DiffView } from '../history/DiffView.tsx'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Waiting } from '../parts/Awaited.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import styles from './ActLog.module.css'

/** Most acts of one answer (`studio/acts-answer`). */
const PAGE = 100

interface Acts {
  readonly acts: readonly StudioAct[]
  readonly isWhole: boolean
  readonly hasMore: boolean
}

/** `/log`: who did what. */
export function ActLog() {
  const { call } = useStudio()
  const account = useAccount()
  const [brand, setBrand] = useState('')
  const [shown, setShown] = useState<Acts | null>(null)
  const deed = useDeed(async (before: number | null) => {
    const query = { ...(brand ? { brand } : {}), ...(before ? { before } : {}) }
    const { acts, isWhole } = await call(listStudioActs, { query })
    const former = before ? (shown?.acts ?? []) : []
    setShown({ acts: [...former, ...acts], isWhole, hasMore: acts.length === PAGE })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is read when the screen opens
  useEffect(() => deed.run(null), [])
  return (
    <>
      <ScreenHead title={say('log.title')} lead={say('log.lead')}>
        {isEverywhere(account, 'owner') && (
          <a href="/studio-api/acts-file" download className={styles.export}>
            {say('log.export')}
          </a>
        )}
      </ScreenHead>
      <form
        className={styles.filter}
        onSubmit={(event) => {
          event.preventDefault()
          deed.run(null)
        }}
      >
        <input
          type="search"
          className={styles.input}
          aria-label={say('log.filter')}
          placeholder={say('log.filter')}
          pattern="[a-z][a-z0-9\-]{1,31}"
          value={brand}
          onChange={(event) => setBrand(event.target.value)}
        />
      </form>
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
      {shown === null ? deed.error === null && <Waiting /> : <ActTable acts={shown} />}
      {shown?.hasMore && (
        <div>
          <ActionButton disabled={deed.isBusy} onClick={() => deed.run(shown.acts.at(-1)?.sequence ?? null)}>
            {say('log.more')}
          </ActionButton>
        </div>
      )}
    </>
  )
}

function ActTable({ acts: { acts, isWhole } }: { readonly acts: Acts }) {
  const heads = ['log.number', 'log.when', 'log.who', 'log.brand', 'log.act', 'log.details'] as const
  return (
    <>
      <Remark kind={isWhole ? 'good' : 'problem'}>{say(isWhole ? 'log.whole' : 'log.broken')}</Remark>
      {acts.length === 0 ? (
        <p>{say('log.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its window is scrolled by keys
        <section className={styles.scroll} aria-label={say('log.title')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {say(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {acts.map(({ sequence, at, account, brand, act, details }) => (
                <tr key={sequence}>
                  <td>{sequence}</td>
                  <td>{momentText(at)}</td>
                  <td>{account}</td>
                  <td>{brand}</td>
                  <td>
                    <code>{act}</code>
                  </td>
                  <td>
                    <ActDetails details={details} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

/** What else there is to know of an act; what a publication changed is opened. */
function ActDetails({ details: { changes, ...details } }: { readonly details: StudioAct['details'] }) {
  const words = detailWords(details)
  if (typeof changes !== 'string') return words
  return (
    <>
      {words}
      <details>
        <summary>{say('log.changes')}</summary>
        <DiffView diff={{ changes: JSON.parse(changes) as BrandChange[] }} heading="h2" />
      </details>
    </>
  )
}

/** What else there is to know of an act: `revision: 3, message: Prices`. */
export function detailWords(details: StudioAct['details']): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ')
}
