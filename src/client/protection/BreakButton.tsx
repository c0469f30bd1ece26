import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import { plainHoursText } from './limits/limits.selectors.ts'
import { useExclusion } from './limits/use-exclusion.ts'
import styles from './session-clock.module.css'

/** Takes a break at one press, on every page; it asks nothing, and the session ends with it. An answer that was lost is asked for again by the
 *  next press. */
export function BreakButton({ hours }: { readonly hours: number }) {
  const app = useApp()
  const t = useText()
  const { wish, isBusy, send } = useExclusion({ timeOutHours: [hours], exclusionMonths: [] }, null)
  const press = () =>
    send(wish === null ? { type: 'break.taken', wish: { kind: 'time_out', hours } } : { type: 'break.confirmed' })
  return (
    <button type="button" className={styles.stop} disabled={isBusy} onClick={press}>
      {t('shell.break_now', { length: plainHoursText(app, hours) })}
    </button>
  )
}
