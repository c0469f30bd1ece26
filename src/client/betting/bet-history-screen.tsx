import { useCallback, useEffect, useRef, useState } from 'react'
import { useLoaderData, useLocation, useNavigation, useSearchParams } from 'react-router'
import { getBetHistory } from '#calls/betting.calls.ts'
import { getBalance } from '#calls/money.calls.ts'
import { formatDay } from '#machines/site/date-format.rules.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BetHistoryAnswer, HistoryBet } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import { report } from '../page/report.ts'
import type { LoadedScreen, ScreenData, ScreenModule } from '../page/screen.ts'
import { showActiveBalance } from '../page/show-active-balance.ts'
import { BetList, betKey } from './BetList.tsx'
import { HistoryFilter } from './HistoryFilter.tsx'
import styles from './history.module.css'
import { filterOf, MOST_PAGES, pagesOf } from './history.selectors.ts'

/** Bets of a page of the call. */
const PAGE = 50

/** Which of the player's bets a screen shows. */
export interface HistoryKind {
  readonly routeId: 'office_history' | 'office_manager_bets'
  /** Keys of its heading, and of what it says where there are no bets. */
  readonly words: Readonly<Record<'title' | 'text' | 'empty' | 'emptyText', string>>
  /** Whether only bets above the largest stake are shown (BET-11). */
  readonly isVip: boolean
}

/** The player's bets, or a part of them: the result of each and the reason, and what can be done with those that are open or waiting
 *  (OFF-3, BET-4). */
export function historyScreen(kind: HistoryKind): ScreenModule {
  return {
    Screen: () => <History kind={kind} />,
    loadScreen: async ({ app, url }): Promise<LoadedScreen<BetHistoryAnswer>> => {
      const data = await readBets(app, kind, url.searchParams)
      return { meta: () => ({ title: app.texts.t(kind.words.title), isPrivate: true }), data }
    },
  }
}

/** The bets that an address asks for, as many pages of 50 as it says. */
async function readBets(
  { call }: Pick<App, 'call'>,
  { isVip }: HistoryKind,
  search: URLSearchParams,
): Promise<BetHistoryAnswer> {
  const filter = { ...filterOf(search), ...(isVip ? { vip: 1 as const } : {}) }
  const ask = (page: number) => call(getBetHistory, { query: { ...filter, page_number: page } })
  const first = await ask(1)
  const pages = Math.min(pagesOf(search), Math.ceil(first.total / PAGE) || 1)
  const others = await Promise.all(Array.from({ length: pages - 1 }, (_, page) => ask(page + 2)))
  return { ...first, bets: onceEach([first, ...others].flatMap((page) => page.bets)) }
}

/** Bets without those that a new one has moved to the next page meanwhile. */
function onceEach(bets: readonly HistoryBet[]): HistoryBet[] {
  return [...new Map(bets.map((bet) => [betKey(bet), bet])).values()]
}

function History({ kind }: { readonly kind: HistoryKind }) {
  const app = useApp()
  const t = useText()
  const { data, refresh } = useBets(kind)
  const path = offeredPath(app, kind.routeId) ?? '?'
  const { languages } = app.site.config.global
  const language = languages[app.state.visitor.language] ?? { locale: 'en', hasEnglishDates: true }
  return (
    <OfficePage
      title={t(kind.words.title)}
      text={t(kind.words.text)}
      actions={kind.isVip ? undefined : <HistoryActions />}
    >
      <HistoryFilter path={path} />
      <p className={styles.count} role="status">
        <bdi>
          {t('history.period', { from: formatDay(data.dateFrom, language), to: formatDay(data.dateTo, language) })}
        </bdi>
        <span>{t('history.count', { number: data.total })}</span>
      </p>
      <BetList bets={data.bets} className={styles.bets} none={<NoBets kind={kind} />} onChange={refresh} />
      {data.bets.length < data.total ? <MoreBets shown={data.bets.length} /> : null}
    </OfficePage>
  )
}

/** What can be done with the whole history. */
function HistoryActions() {
  const app = useApp()
  const t = useText()
  const mail = offeredPath(app, 'office_bets_history_mail')
  const clear = offeredPath(app, 'office_bets_history_clear')
  return (
    <>
      {mail ? (
        <ButtonLink icon="mail" to={mail}>
          {t('history.mail')}
        </ButtonLink>
      ) : null}
      {clear ? (
        <ButtonLink kind="plain" to={clear}>
          {t('history.clear')}
        </ButtonLink>
      ) : null}
    </>
  )
}

/** The bets that were loaded; after an action on one of them they are loaded again, and the balance with them. */
function useBets(kind: HistoryKind): { readonly data: BetHistoryAnswer; readonly refresh: () => void } {
  const app = useApp()
  const { showBalance } = usePlayer()
  const [search] = useSearchParams()
  const { data: loaded } = useLoaderData<ScreenData<BetHistoryAnswer>>()
  const [fresh, setFresh] = useState<{ readonly of: BetHistoryAnswer; readonly answer: BetHistoryAnswer } | null>(null)
  const refresh = useCallback(() => {
    const failed = (error: unknown) => report('history.refresh_failed', { error: String(error) })
    readBets(app, kind, search).then((answer) => setFresh({ of: loaded, answer }), failed)
    app.call(getBalance, {}).then(({ accounts }) => showActiveBalance(app, accounts, showBalance), failed)
  }, [app, kind, search, loaded, showBalance])
  return { data: fresh?.of === loaded ? fresh.answer : loaded, refresh }
}

function NoBets({ kind: { words } }: { readonly kind: HistoryKind }) {
  const app = useApp()
  const t = useText()
  const [search] = useSearchParams()
  const isFiltered = Object.keys(filterOf(search)).length > 0
  const line = offeredPath(app, 'main_section', { kind: 'line' })
  return (
    <EmptyState
      icon="document"
      title={t(isFiltered ? 'history.empty_filtered' : words.empty)}
      text={t(words.emptyText)}
      action={line ? <ButtonLink to={line}>{t('history.to_line')}</ButtonLink> : undefined}
    />
  )
}

/** Part of the trigger that must be seen (LAYOUT-7). */
const SEEN = 0.1

/** Loads the next page as soon as a tenth of the button is seen; who uses no scrolling presses it (LAYOUT-7). */
function MoreBets({ shown }: { readonly shown: number }) {
  const t = useText()
  const { pathname } = useLocation()
  const [search, setSearch] = useSearchParams()
  const { state } = useNavigation()
  const trigger = useRef<HTMLDivElement>(null)
  const next = Math.floor(shown / PAGE) + 1
  const query = new URLSearchParams(search)
  query.set('page', String(next))
  const more = useCallback(
    () =>
      setSearch(
        (former) => {
          const wanted = new URLSearchParams(former)
          wanted.set('page', String(next))
          return wanted
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch, next],
  )
  useEffect(() => {
    if (!trigger.current || next > MOST_PAGES) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry && entry.intersectionRatio >= SEEN) more()
      },
      { threshold: SEEN },
    )
    observer.observe(trigger.current)
    return () => observer.disconnect()
  }, [more, next])
  if (next > MOST_PAGES) return null
  return (
    <div ref={trigger} className={styles.more} aria-busy={state === 'loading' || undefined}>
      <ButtonLink to={`${pathname}?${query}`}>{t('history.more')}</ButtonLink>
    </div>
  )
}
