import { createContext, type ReactNode } from 'react'
import type { StatisticPlace } from '#machines/feed/statistics/statistics-address.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { useLink } from '../../site/link.tsx'
import { useNeeded } from '../../site/needed.ts'
import styles from './statistics.module.css'

/** What all parts of statistics ask of their page. */
export interface StatisticsView {
  /** The page of a place; null where there is none. */
  readonly to: (place: StatisticPlace) => string | null
  /** A day as the visitor reads it: `'2026-03-07T15:00:00.000Z'` → "07.03.2026". */
  readonly dayOf: (instant: string) => string
  /** The same with the time of day. */
  readonly momentOf: (instant: string) => string
  /** A month as the visitor reads it: `'2025-08'` → "08.2025". */
  readonly monthOf: (month: string) => string
}

const ViewContext = createContext<StatisticsView | null>(null)

/** Gives the parts of statistics below it their links and dates. */
export function StatisticsViewProvider({
  view,
  children,
}: {
  readonly view: StatisticsView
  readonly children: ReactNode
}) {
  return <ViewContext value={view}>{children}</ViewContext>
}

/** Links and dates of the page. @throws MissingPartError outside of {@link StatisticsViewProvider} */
export function useStatisticsView(): StatisticsView {
  return useNeeded(ViewContext, 'useStatisticsView', 'StatisticsViewProvider')
}

/** All of a page of statistics; in a frame it keeps its distance from the edges, on the site the page does. */
export function StatisticsBody({ isFrame, children }: { readonly isFrame: boolean; readonly children: ReactNode }) {
  return (
    <div className={styles.body} data-frame={isFrame || undefined}>
      {children}
    </div>
  )
}

/** Props of {@link PlaceLink}. */
export interface PlaceLinkProps {
  readonly place: StatisticPlace | null
  readonly children: ReactNode
}

/** A name that leads to its statistics, or the name alone where there are none. */
export function PlaceLink({ place, children }: PlaceLinkProps) {
  const Link = useLink()
  const { to } = useStatisticsView()
  const path = place && to(place)
  return path ? (
    <Link to={path} className={styles.link}>
      <bdi>{children}</bdi>
    </Link>
  ) : (
    <bdi>{children}</bdi>
  )
}

/** Props of {@link LinkTabs}. */
export interface LinkTabsProps {
  /** What the links choose between. */
  readonly label: string
  readonly items: readonly {
    readonly id: string
    readonly label: string
    readonly to: string | null
    readonly isCurrent: boolean
  }[]
}

/** Links that choose between views of a page: they work without a script. */
export function LinkTabs({ label, items }: LinkTabsProps) {
  const Link = useLink()
  const offered = items.flatMap(({ to, ...item }) => (to === null ? [] : { ...item, to }))
  if (offered.length < 2) return null
  return (
    <nav className={styles.tabs} aria-label={label}>
      {offered.map(({ id, label: name, to, isCurrent }) => (
        <Link
          key={id}
          to={to}
          className={styles.tab}
          aria-current={isCurrent ? 'page' : undefined}
          {...press('statistics_tab_opened', id)}
        >
          <bdi>{name}</bdi>
        </Link>
      ))}
    </nav>
  )
}

/** Props of {@link StatisticsPart}. */
export interface StatisticsPartProps {
  readonly title: string
  /** How to read it, or where it comes from. */
  readonly text?: string | undefined
  readonly children: ReactNode
}

/** A part of a page of statistics under its heading. */
export function StatisticsPart({ title, text, children }: StatisticsPartProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>
        <bdi>{title}</bdi>
      </h2>
      {text && <p className={styles.note}>{text}</p>}
      {children}
    </section>
  )
}

/** A line of quiet text: how to read what follows, or the way to more of it. */
export function PartNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}

/** Props of {@link FigureList}. */
export interface FigureListProps {
  readonly label: string
  readonly figures: readonly { readonly id: string; readonly label: string; readonly value: string | number }[]
}

/** A few numbers side by side. */
export function FigureList({ label, figures }: FigureListProps) {
  return (
    <dl className={styles.figures} aria-label={label}>
      {figures.map(({ id, label: name, value }) => (
        <div key={id} className={styles.figure}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says that nothing is known, and why. */
export function NothingKnown({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle}>{title}</p>
      <p>{text}</p>
    </div>
  )
}
