import { useLoaderData } from 'react-router'
import { getTotoDraws } from '#calls/lotteries/toto.calls.ts'
import { isDrawStatus } from '#machines/site/tables/toto-types.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoDrawsAnswer, TotoDrawsQuery } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { DrawFilter } from './DrawFilter.tsx'
import { DrawRows } from './DrawRows.tsx'
import { PoolCards } from './PoolCards.tsx'
import styles from './toto.module.css'

interface Loaded {
  readonly answer: TotoDrawsAnswer
  readonly query: TotoDrawsQuery
  readonly nowMs: number
}

/** Loads the pools and the draws that the address chooses (LOT-3, LOT-8). */
export async function loadScreen({ app, parameters }: ScreenRequest): Promise<LoadedScreen<Loaded>> {
  const { drawStatus, drawId, rundownNumber, page } = parameters
  const query: TotoDrawsQuery = {
    ...(isDrawStatus(drawStatus) ? { drawStatus } : {}),
    ...(drawId === undefined ? {} : { drawId }),
    ...(rundownNumber === undefined ? {} : { rundownNumber }),
    ...(page === undefined ? {} : { page: Math.min(page, 10_000) }),
  }
  const answer = await app.call(getTotoDraws, { query })
  return {
    meta: () => ({
      title: app.texts.t('toto.title'),
      description: app.texts.t('toto.text'),
      isPrivate: Object.keys(query).length > 0,
    }),
    data: { answer, query, nowMs: Date.now() },
  }
}

/** The types of toto with their jackpots, and all draws (LOT-2, LOT-3). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { answer, query, nowMs } = useLoaderData<ScreenData<Loaded>>().data
  const tickets = offeredPath(app, 'office_toto')
  return (
    <div className={styles.page}>
      <PageHeading
        title={t('toto.title')}
        text={t('toto.text')}
        actions={
          tickets ? (
            <ButtonLink to={tickets} icon="ticket">
              {t('toto.my_tickets')}
            </ButtonLink>
          ) : undefined
        }
      />
      {answer.pools.length === 0 ? (
        <EmptyState icon="toto" title={t('toto.none')} text={t('toto.none_text')} />
      ) : (
        <PoolCards pools={answer.pools} nowMs={nowMs} />
      )}
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('toto.draws')}</h2>
        <DrawFilter query={query} />
        <DrawRows draws={answer.draws} nowMs={nowMs} />
        {answer.pages > 1 ? <DrawPages query={query} pages={answer.pages} /> : null}
      </section>
    </div>
  )
}

function DrawPages({ query, pages }: { readonly query: TotoDrawsQuery; readonly pages: number }) {
  const t = useText()
  const { page = 1, ...filter } = query
  const to = (number: number) =>
    `?${new URLSearchParams({ ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])), page: String(number) })}`
  return (
    <nav className={styles.pages} aria-label={t('toto.pages')}>
      {page > 1 ? (
        <ButtonLink to={to(page - 1)} icon="chevron-start">
          {t('toto.page_before')}
        </ButtonLink>
      ) : null}
      <span>{t('toto.page_of', { page, pages })}</span>
      {page < pages ? (
        <ButtonLink to={to(page + 1)} iconEnd="chevron-end">
          {t('toto.page_next')}
        </ButtonLink>
      ) : null}
    </nav>
  )
}
