import type { StageTableAnswer, StageTableRow } from '#schemas'
import { DataTable } from '../../site/content/DataTable.tsx'
import { EmptyState } from '../../site/EmptyState.tsx'
import { useLink } from '../../site/link.tsx'
import { SectionHeading } from '../../site/SectionHeading.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './StageTable.module.css'

/** Props of {@link StageTable}. */
export interface StageTableProps {
  readonly table: StageTableAnswer
  /** Sides to highlight: those of the game or team whose page shows the table. */
  readonly marked: readonly number[]
  /** The page of a side; empty or left out where there is none. */
  readonly pathOf?: (side: StageTableRow['participant']) => string
}

const COLUMNS = [
  { id: 'played', of: ({ played }: StageTableRow) => played },
  { id: 'won', of: ({ won }: StageTableRow) => won },
  { id: 'drawn', of: ({ drawn }: StageTableRow) => drawn },
  { id: 'lost', of: ({ lost }: StageTableRow) => lost },
  { id: 'scored', of: ({ scored, conceded }: StageTableRow) => `${scored}:${conceded}` },
  { id: 'points', of: ({ points }: StageTableRow) => points },
] as const

/** The table of a championship in a season. */
export function StageTable({ table, marked, pathOf }: StageTableProps) {
  const t = useText()
  const { season, champName, rows } = table
  if (season === undefined || rows.length === 0) {
    return <EmptyState icon="trophy" title={t('board.table_empty')} text={t('board.table_empty_text')} />
  }
  return (
    <section className={styles.table}>
      <SectionHeading title={champName} text={t('board.table_season', { season })} />
      <DataTable name={t('board.table')}>
        <thead>
          <tr>
            <th scope="col">
              <abbr title={t('board.table_place')}>#</abbr>
            </th>
            <th scope="col">{t('board.table_side')}</th>
            {COLUMNS.map(({ id }) => (
              <th key={id} scope="col" data-cell="number" data-column={id}>
                <abbr title={t(`board.table_${id}`)}>{t(`board.table_${id}_short`)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.participant.participantId}
              data-marked={marked.includes(row.participant.participantId) || undefined}
            >
              <td data-cell="mark">{row.place}</td>
              <th scope="row">
                <SideName side={row.participant} path={pathOf?.(row.participant) ?? ''} />
              </th>
              {COLUMNS.map(({ id, of }) => (
                <td key={id} data-cell="number" data-column={id}>
                  <bdi dir="ltr">{of(row)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}

function SideName({ side, path }: { readonly side: StageTableRow['participant']; readonly path: string }) {
  const Link = useLink()
  const name = <bdi>{side.name}</bdi>
  return path ? (
    <Link to={path} className={styles.link}>
      {name}
    </Link>
  ) : (
    name
  )
}
