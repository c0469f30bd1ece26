import { useState } from 'react'
import { pointerStep } from '#machines/site/merge-patch.rules.ts'
import { say } from '../app/studio-texts.ts'
import { useFormPlace } from '../forms/form-place.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledSelect } from '../parts/LabelledInput.tsx'
import styles from './BannerCalendar.module.css'
import {
  type BannerAudience,
  bannersOf,
  type CalendarBanner,
  isForAudience,
  partOfWeek,
  shownAtOnce,
  WEEK_MS,
  weekOf,
} from './banner-weeks.ts'

/** Weeks that are seen at once. */
const WEEKS = 6
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The banners of a brand week by week: when each is shown and to whom, how many are shown at once, and where none is. A press opens a
 *  banner. Dates are UTC, as banners have them. */
export function BannerCalendar() {
  const { document, choices } = useFormPlace()
  const [first, setFirst] = useState(() => weekOf(Date.now()))
  const [audience, setAudience] = useState<BannerAudience>({ visitor: null, country: null })
  const banners = bannersOf(document.resolved)
  const shown = banners.filter((banner) => isForAudience(banner, audience))
  const weeks = Array.from({ length: WEEKS }, (_, at) => first + at * WEEK_MS)
  const countries = [...new Set(banners.flatMap((banner) => banner.countries))].sort()
  const widgets = [...new Set(banners.map(({ widget }) => widget))]
  if (banners.length === 0) return null
  return (
    <section className={styles.calendar} aria-label={say('banners.calendar')}>
      <div className={styles.bar}>
        <ActionButton isSmall isBare glyph="back" onClick={() => setFirst(first - WEEK_MS)}>
          {say('banners.earlier')}
        </ActionButton>
        <ActionButton isSmall onClick={() => setFirst(weekOf(Date.now()))}>
          {say('banners.today')}
        </ActionButton>
        <ActionButton isSmall isBare glyph="forward" onClick={() => setFirst(first + WEEK_MS)}>
          {say('banners.later')}
        </ActionButton>
        <Audience audience={audience} countries={countries} names={choices.country} onChange={setAudience} />
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className={styles.hidden}>{say('banners.caption')}</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                {say('banners.banner')}
              </th>
              {weeks.map((week) => (
                <th key={week} scope="col" aria-current={week === weekOf(Date.now()) ? 'date' : undefined}>
                  {DAY.format(week)}
                </th>
              ))}
            </tr>
          </thead>
          {widgets.map((widget) => (
            <Widget key={widget} widget={widget} banners={shown.filter((one) => one.widget === widget)} weeks={weeks} />
          ))}
        </table>
      </div>
    </section>
  )
}

interface AudienceProps {
  readonly audience: BannerAudience
  readonly countries: readonly string[]
  readonly names: Readonly<Record<string, string>> | undefined
  readonly onChange: (audience: BannerAudience) => void
}

function Audience({ audience, countries, names, onChange }: AudienceProps) {
  return (
    <div className={styles.audience}>
      <LabelledSelect
        label={say('banners.seen_by')}
        value={audience.visitor ?? ''}
        onChange={(event) =>
          onChange({ ...audience, visitor: (event.target.value || null) as BannerAudience['visitor'] })
        }
      >
        <option value="">{say('banners.anybody')}</option>
        <option value="guests">{say('banners.guests')}</option>
        <option value="players">{say('banners.players')}</option>
      </LabelledSelect>
      {countries.length > 0 && (
        <LabelledSelect
          label={say('banners.country')}
          value={audience.country ?? ''}
          onChange={(event) => onChange({ ...audience, country: event.target.value || null })}
        >
          <option value="">{say('banners.anywhere')}</option>
          {countries.map((code) => (
            <option key={code} value={code}>
              {names?.[code] ?? code}
            </option>
          ))}
        </LabelledSelect>
      )}
    </div>
  )
}

interface WidgetProps {
  readonly widget: string
  readonly banners: readonly CalendarBanner[]
  readonly weeks: readonly number[]
}

function Widget({ widget, banners, weeks }: WidgetProps) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" className={styles.widget}>
          {widget}
        </th>
        {weeks.map((week) => {
          const { least, most } = shownAtOnce(banners, week)
          return (
            <td key={week} className={least === 0 ? styles.gap : styles.count}>
              {least === most ? say('banners.at_once', { count: most }) : say('banners.between', { least, most })}
            </td>
          )
        })}
      </tr>
      {banners.map((banner) => (
        <Row key={banner.id} banner={banner} weeks={weeks} />
      ))}
    </tbody>
  )
}

function Row({ banner, weeks }: { readonly banner: CalendarBanner; readonly weeks: readonly number[] }) {
  const { choices, open } = useFormPlace()
  const { widget, id, titleKey, visibleFor, countries } = banner
  const name = choices.text?.[titleKey] ?? id
  const go = () => open(`/widgets/${pointerStep(widget)}/banners/${pointerStep(id)}`)
  const whom = [visibleFor === 'all' ? '' : say(`banners.${visibleFor}`), countries.join(', ').toUpperCase()]
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.open} onClick={go}>
          {name}
        </button>
        <span className={styles.whom}>{whom.filter(Boolean).join(' · ')}</span>
      </th>
      {weeks.map((week) => {
        const part = partOfWeek(banner, week)
        return (
          <td key={week} className={styles.cell}>
            {part ? (
              <>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the name of the banner opens it too, by keys as well */}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
                <span
                  className={styles.part}
                  style={{ insetInlineStart: `${part.from * 100}%`, inlineSize: `${(part.to - part.from) * 100}%` }}
                  onClick={go}
                />
                <span className={styles.hidden}>{partWords(banner, part)}</span>
              </>
            ) : (
              <span className={styles.hidden}>{say('banners.not_shown')}</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function partWords(
  { fromMs, toMs }: CalendarBanner,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  if (from === 0 && to === 1) return say('banners.whole_week')
  if (from === 0) return say('banners.until', { day: DAY.format(toMs) })
  if (to === 1) return say('banners.from', { day: DAY.format(fromMs) })
  return say('banners.from_until', { from: DAY.format(fromMs), until: DAY.format(toMs) })
}
