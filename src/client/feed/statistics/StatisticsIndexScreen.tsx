import { useLoaderData } from 'react-router'
import { getStatisticsOverview } from '#calls/feed/statistics.calls.ts'
import { isCyberSport } from '#machines/feed/statistics/statistics-address.rules.ts'
import { useLink } from '#renderers/site/link.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { StatisticsOverviewAnswer, StatisticsOverviewEntry } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import styles from './StatisticsIndex.module.css'
import { ratingsPlace, statisticsPath } from './statistics-paths.ts'

/** Loads the championships of which there are results. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<StatisticsOverviewAnswer>> {
  const data = await app.call(getStatisticsOverview, { query: {} })
  return {
    meta: () => ({ title: app.texts.t('statistics.title') }),
    facts: () => ({ description: app.texts.t('statistics.text') }),
    data,
  }
}

const PAGE = { isFrame: false } as const

/** The way into statistics: sports with their ratings, and championships with their tables and seasons. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<StatisticsOverviewAnswer>>()
  const sports = [...Map.groupBy(data.items, ({ sportId }) => sportId)]
  return (
    <>
      <PageHeading title={t('statistics.title')} text={t('statistics.text')} />
      {sports.length === 0 && <p>{t('statistics.empty')}</p>}
      <div className={styles.sports}>
        {sports.map(([sportId, champs]) => (
          <Sport key={sportId} sportId={sportId} champs={champs} />
        ))}
      </div>
    </>
  )
}

interface SportProps {
  readonly sportId: number
  readonly champs: readonly StatisticsOverviewEntry[]
}

function Sport({ sportId, champs }: SportProps) {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const ratings = statisticsPath(app, ratingsPlace(sportId), PAGE)
  return (
    <section className={styles.sport} aria-labelledby={`statistics-${sportId}`}>
      <h2 id={`statistics-${sportId}`} className={styles.title}>
        {t(`sport.${sportId}`)}
        {ratings && (
          <Link to={ratings} className={styles.ratings}>
            {t('statistics.ratings')}
          </Link>
        )}
      </h2>
      <ul className={styles.champs}>
        {champs.map(({ champId, name, season, games }) => {
          const whole = season && {
            kind: isCyberSport(sportId) ? ('cyber' as const) : ('tournament' as const),
            sportId,
            tournamentId: champId,
            seasonId: season.seasonId,
          }
          const path = whole
            ? statisticsPath(app, whole, PAGE)
            : statisticsPath(app, { kind: 'rating', sportId, ratingId: String(champId) }, PAGE)
          return (
            <li key={champId} className={styles.champ}>
              {path ? (
                <Link to={path} className={styles.link}>
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
              <span className={styles.note}>
                {season && <bdi>{season.name}</bdi>} {t('statistics.games_count', { count: games })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
