import type { ReactNode } from 'react'
import { Badge } from '#renderers/site/Badge.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoMatch } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { offeredPath } from '../../page/paths.ts'
import styles from './toto.module.css'
import { percentText } from './toto-text.ts'

/** Props of {@link MatchLine}. */
export interface MatchLineProps {
  readonly match: TotoMatch
  /** What is beside the game: its marks, or how it has ended. */
  readonly children: ReactNode
  readonly isFaulty?: boolean
}

/** A game in the list of a draw: who plays, when, and how it stands. */
export function MatchLine({ match, children, isFaulty = false }: MatchLineProps) {
  const t = useText()
  const write = useInstants()
  const app = useApp()
  const Link = useLink()
  const { place, home, away, champName, startsAt, isLive, score, gameId, champId, sportId, kind } = match
  const path =
    kind === 0
      ? null
      : offeredPath(app, 'game', {
          ...{ kind: String(kind), sportId: String(sportId) },
          ...{ champId: String(champId), gameId: String(gameId) },
        })
  const names = (
    <>
      <span>{home}</span>
      <span>{away}</span>
    </>
  )
  return (
    <li className={styles.match} data-faulty={isFaulty ? '' : undefined}>
      <span className={styles.place}>{place + 1}</span>
      <span className={styles.sides}>
        {path ? (
          <Link to={path} className={styles.names}>
            {names}
          </Link>
        ) : (
          <span className={styles.names}>{names}</span>
        )}
        <span className={styles.when}>
          {isLive ? <Badge kind="live">{t('toto.live')}</Badge> : <time dateTime={startsAt}>{write(startsAt)}</time>}
          <span className={styles.champ}>{champName}</span>
        </span>
      </span>
      {score ? (
        <span className={styles.score} dir="ltr">
          {score.home}:{score.away}
        </span>
      ) : null}
      {children}
    </li>
  )
}

/** The games of a draw that sells no more: what was marked, and what came of it. */
export function MatchRows({
  matches,
  labels,
}: {
  readonly matches: readonly TotoMatch[]
  readonly labels: readonly string[]
}) {
  const t = useText()
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('toto.games')}</h2>
      <ol className={styles.matches}>
        {matches.map((match) => (
          <MatchLine key={match.place} match={match}>
            <Outcomes match={match} labels={labels} />
          </MatchLine>
        ))}
      </ol>
    </section>
  )
}

function Outcomes({ match, labels }: { readonly match: TotoMatch; readonly labels: readonly string[] }) {
  const app = useApp()
  const t = useText()
  const { outcome, nowOutcome, isVoid, sharesE2 } = match
  if (isVoid) return <Badge kind="warning">{t('toto.void')}</Badge>
  if (labels.length > MOST_IN_A_ROW) {
    const end = outcome ?? nowOutcome
    if (end === undefined) return <span className={styles.waiting}>{t('toto.waiting')}</span>
    return <Badge kind={outcome === undefined ? 'live' : 'positive'}>{labels[end]}</Badge>
  }
  return (
    <span className={styles.outcomes}>
      {labels.map((label, at) => (
        <span
          key={label}
          className={styles.outcome}
          data-state={at === outcome ? 'right' : at === nowOutcome ? 'now' : undefined}
        >
          <strong dir="ltr">{label}</strong>
          <small>{sharesE2.length > 0 ? percentText(app, sharesE2[at] ?? 0) : ''}</small>
        </span>
      ))}
    </span>
  )
}

/** Outcomes that fit beside a game; more are chosen from a grid of their own. */
export const MOST_IN_A_ROW = 4
