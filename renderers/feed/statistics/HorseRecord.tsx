import type { HorseAnswer, HorseStart } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { useLanguage, useText } from '../../site/texts.tsx'
import { LineChart } from './LineChart.tsx'
import styles from './SeasonTable.module.css'
import { FigureList, PlaceLink, useStatisticsView } from './statistics-view.tsx'

/** The record of a horse: its numbers, where it came in as a line, and its races in a table. */
export function HorseRecord({ answer }: { readonly answer: HorseAnswer }) {
  const t = useText()
  const { language } = useLanguage()
  const { dayOf } = useStatisticsView()
  const { starts, runs, wins, placed, sportId, name } = answer
  const finished = starts.filter(({ place }) => place !== undefined).reverse()
  const points = finished.map(({ place }, at) => ({ x: at, y: -(place ?? 0) }))
  const percent = runs > 0 ? (wins / runs).toLocaleString(language, { style: 'percent' }) : '–'
  return (
    <>
      <FigureList
        label={name}
        figures={[
          { id: 'runs', label: t('statistics.runs'), value: runs },
          { id: 'wins', label: t('statistics.wins'), value: wins },
          { id: 'placed', label: t('statistics.placed'), value: placed },
          { id: 'share', label: t('statistics.win_share'), value: percent },
        ]}
      />
      {points.length > 1 && (
        <LineChart
          label={t('statistics.places')}
          lines={[{ id: 'place', label: name, pieces: [points] }]}
          ends={[dayOf(finished[0]?.startsAt ?? ''), dayOf(finished.at(-1)?.startsAt ?? '')]}
          formatY={(value) => (Number.isInteger(value) && value < 0 ? String(-value) : '')}
        />
      )}
      <DataTable name={t('statistics.races')}>
        <thead>
          <tr>
            <th scope="col">{t('statistics.day')}</th>
            <th scope="col">{t('statistics.race')}</th>
            <th scope="col" data-cell="number">
              {t('board.race_place')}
            </th>
          </tr>
        </thead>
        <tbody>
          {starts.map((start) => (
            <tr key={start.gameId} data-marked={start.place === 1 || undefined}>
              <td data-cell="mark">{dayOf(start.startsAt)}</td>
              <th scope="row">
                <PlaceLink place={{ kind: 'game', sportId, gameId: start.gameId, tab: 'main' }}>
                  {start.course} · {start.name}
                </PlaceLink>
                <About start={start} />
              </th>
              <td data-cell="number">{placeText(start, t)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </>
  )
}

function placeText({ isOver, isWithdrawn, place, runners }: HorseStart, t: ReturnType<typeof useText>): string {
  if (isWithdrawn) return t('statistics.withdrawn')
  if (!isOver) return '–'
  return place === undefined ? t('board.race_unfinished') : `${place} / ${runners}`
}

function About({ start: { jockey, weightKg, race, number } }: { readonly start: HorseStart }) {
  const t = useText()
  const facts = [
    `#${number}`,
    ...(jockey ? [t('board.race_jockey', { name: jockey })] : []),
    ...(weightKg === undefined ? [] : [t('board.race_weight', { weight: weightKg })]),
    ...(race ? [t('board.race_distance', { distance: race.distanceM })] : []),
    ...(race?.going ? [t(`board.going_${race.going}`)] : []),
  ]
  return (
    <span className={styles.team}>
      <bdi>{facts.join(' · ')}</bdi>
    </span>
  )
}
