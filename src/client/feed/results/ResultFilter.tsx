import { formatInstant } from '#machines/site/date-format.rules.ts'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { FeedChip, FeedCount, FeedStrip } from '../FeedParts.tsx'
import { type ResultWish, resultDays, resultPath } from './result-filter.selectors.ts'

/** Props of {@link ResultFilter}. */
export interface ResultFilterProps {
  /** The address of all results. */
  readonly pathname: string
  readonly wish: ResultWish
  /** Sports of which there are results on the chosen day. */
  readonly sports: readonly { readonly sportId: number; readonly games: number }[]
  /** All games of these sports. */
  readonly total: number
  readonly nowMs: number
}

/** Ways to the results of one day and of one sport: links, so that each choice has an address and works without scripts. */
export function ResultFilter({ pathname, wish, sports, total, nowMs }: ResultFilterProps) {
  const { site, state } = useApp()
  const t = useText()
  const { languages, timeZone } = site.config.global
  const language = languages[state.visitor.language]
  const [today, ...others] = resultDays(nowMs, timeZone, wish.day)
  const shown = (day: string) =>
    language ? formatInstant(Date.parse(`${day}T12:00:00Z`), 'dd.MM', { language, timeZone: 'UTC' }) : day
  const days = [
    { day: null, label: t('board.results_all_days') },
    { day: today ?? null, label: t('board.today') },
    ...others.map((day) => ({ day, label: shown(day) })),
  ]
  const kinds = [
    { sportId: null, label: t('board.all_sports'), games: total },
    ...sports.map(({ sportId, games }) => ({ sportId, label: t(`sport.${sportId}`), games })),
  ]
  return (
    <>
      <Choices
        label={t('board.results_days')}
        entries={days.map(({ day, label }) => ({
          label,
          to: resultPath(pathname, { ...wish, day }),
          isCurrent: day === wish.day,
        }))}
      />
      {sports.length > 0 && (
        <Choices
          label={t('board.sports_menu')}
          entries={kinds.map(({ sportId, label, games }) => ({
            label,
            to: resultPath(pathname, { ...wish, sportId }),
            isCurrent: sportId === wish.sportId,
            count: games,
          }))}
        />
      )}
    </>
  )
}

interface Choice {
  readonly label: string
  readonly to: string
  readonly isCurrent: boolean
  readonly count?: number
}

function Choices({ label, entries }: { readonly label: string; readonly entries: readonly Choice[] }) {
  const Link = useLink()
  return (
    <nav aria-label={label}>
      <FeedStrip as="ul">
        {entries.map(({ label: name, to, isCurrent, count }) => (
          <li key={to}>
            <FeedChip as={Link} to={to} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              {count === undefined ? null : <FeedCount>{count}</FeedCount>}
            </FeedChip>
          </li>
        ))}
      </FeedStrip>
    </nav>
  )
}
