import { Fragment, useMemo, useState } from 'react'
import { type BoardColumn, boardColumns } from '#machines/feed/board/board-columns.rules.ts'
import { type BoardSection, bySport, inOrderOf, limited } from '#machines/feed/board/board-sections.rules.ts'
import { RECORDING_ATTRIBUTE, shownArea } from '#machines/site/recording/shown-areas.rules.ts'
import type { BoardGame } from '#schemas'
import { useFrozen } from '../price/use-frozen.ts'
import styles from './Board.module.css'
import { BoardHead, ChampHead } from './BoardHead.tsx'
import { BoardRow } from './BoardRow.tsx'
import type { BellsPort, BoardLinks, BoardView, FavoritesPort, PinsPort } from './board-view.ts'
import { useRecycledList } from './use-recycled-list.ts'

/** Props of {@link Board}. */
export interface BoardProps {
  readonly sections: readonly BoardSection[]
  readonly view: BoardView
  readonly links: BoardLinks
  /** Left out where nothing can be kept. */
  readonly favorites?: FavoritesPort | undefined
  /** Left out where no game can be put in front. */
  readonly pins?: PinsPort | undefined
  /** Left out where nobody can be told news. */
  readonly bells?: BellsPort | undefined
  /** The start of a game as the visitor reads it: its day, empty today, and the time. */
  readonly startOf: (game: Pick<BoardGame, 'startsAt' | 'hasStartTime'>) => {
    readonly day: string
    readonly time: string
  }
  /** A country's name in the visitor's language, and its code. */
  readonly countryOf: (countryId: number) => { readonly name: string; readonly code: string } | undefined
  /** What the list is of, for those who hear the page. */
  readonly label: string
  /** Whether which games it shows says something about the visitor: recordings mask it then. */
  readonly isPersonal?: boolean
}

/** As many columns of prices that were asked for stand close together where a board is narrow. */
const DENSE_COLUMNS = 5

type Item =
  /** What stays in sight: the columns of a sport, of starting times or of what is pinned. */
  | {
      readonly key: string
      readonly kind: 'head'
      readonly section: BoardSection
      readonly games: number
      readonly isSole: boolean
    }
  /** The championship of the games below, which goes with them. */
  | { readonly key: string; readonly kind: 'champ'; readonly section: BoardSection }
  | { readonly key: string; readonly kind: 'game'; readonly section: BoardSection; readonly game: BoardGame }

/** Games in rows below the head of their sport, which stays in sight, and the names of their championships. What is far out of sight is
 *  not drawn (LAYOUT-9), and while a finger, a button or a key is down on it nothing changes its place, nor while a price has the
 *  focus of the keyboard. */
export function Board(props: BoardProps) {
  const { view, label } = props
  const { shown, holding } = useFrozen(props.sections, inOrderOf)
  const sections = useMemo(() => bySport(shown), [shown])
  // The same columns for as long as they say the same: a row is drawn again when something of its own has changed.
  const [drawn] = useState(() => new Map<string, readonly BoardColumn[]>())
  const columns = useMemo(() => columnsOf(sections, view.priceColumns, drawn), [sections, view.priceColumns, drawn])
  const [wantedType, setWantedType] = useState<number | null>(null)
  const list = useRecycledList(
    useMemo(() => itemsOf(sections), [sections]),
    view.isPhone,
  )
  return (
    <section
      className={styles.board}
      aria-label={label}
      data-compact={view.isCompact || undefined}
      data-dense={(view.hasOwnColumns && view.priceColumns >= DENSE_COLUMNS) || undefined}
      {...(props.isPersonal ? { [RECORDING_ATTRIBUTE]: 'mask' } : shownArea('board'))}
      {...holding}
    >
      <div ref={list.ref} className={styles.list}>
        {list.rows.map(({ item, index, gapPx }) => (
          <Fragment key={item.key}>
            {gapPx > 0 && <div style={{ blockSize: gapPx }} />}
            <div
              ref={list.measure}
              data-index={index}
              className={item.kind === 'head' ? styles.headItem : styles.item}
              data-first={index === 0 || undefined}
            >
              <BoardItem
                {...props}
                item={item}
                columns={columns(item.section)}
                wantedType={wantedType}
                onWantType={setWantedType}
              />
            </div>
          </Fragment>
        ))}
        {list.restPx > 0 && <div style={{ blockSize: list.restPx }} />}
      </div>
    </section>
  )
}

interface BoardItemProps extends Omit<BoardProps, 'sections' | 'label'> {
  readonly item: Item
  readonly columns: readonly BoardColumn[]
  /** The type of market that a narrow board shows, where the rows have it; null for the first. */
  readonly wantedType: number | null
  readonly onWantType: (typeId: number) => void
}

function BoardItem({ item, columns, wantedType, onWantType, ...props }: BoardItemProps) {
  const { view, links, favorites, pins, bells, startOf, countryOf } = props
  const { section } = item
  const wanted = columns.findIndex(({ typeId }) => typeId === wantedType)
  const chosenColumn = Math.max(0, wanted)
  const country = countryOf(section.champ?.countryId ?? 0)
  if (item.kind === 'head')
    return (
      <BoardHead
        section={section}
        games={item.games}
        columns={columns}
        chosenColumn={chosenColumn}
        onChoose={onWantType}
        sole={
          item.isSole ? <ChampHead section={section} links={links} favorites={favorites} country={country} /> : null
        }
      />
    )
  if (item.kind === 'champ')
    return <ChampHead section={section} links={links} favorites={favorites} country={country} />
  const { game } = item
  return (
    <BoardRow
      game={game}
      columns={columns}
      chosenColumn={chosenColumn}
      view={view}
      links={links}
      favorites={favorites}
      isFavorite={favorites?.hasGame(game.gameId) ?? false}
      pins={pins}
      isPinned={pins?.has(game.gameId) ?? false}
      bells={bells}
      isBelled={bells?.has(game.gameId) ?? false}
      startOf={startOf}
      hasChamp={section.champ === undefined}
    />
  )
}

function itemsOf(sections: readonly BoardSection[]): readonly Item[] {
  const drawn = limited(sections)
  return drawn.flatMap((section, place): Item[] => {
    const sportId = section.champ?.sportId
    const isNewSport = sportId === undefined || sportId !== drawn[place - 1]?.champ?.sportId
    const ofSport = drawn.filter(({ champ }) => champ?.sportId === sportId)
    const games = (sportId === undefined ? [section] : ofSport).reduce((sum, one) => sum + one.games.length, 0)
    const isSole = ofSport.length === 1
    return [
      ...(isNewSport ? [{ key: `head-${sportId ?? section.id}`, kind: 'head', section, games, isSole } as const] : []),
      ...(sportId === undefined || isSole ? [] : [{ key: section.id, kind: 'champ', section } as const]),
      ...section.games.map((game): Item => ({ key: `game-${game.gameId}`, kind: 'game', section, game })),
    ]
  })
}

/** The columns of each section: those of its sport, so that all its championships line up.
 *  @param drawn columns by the types of their markets: equal ones are one object */
function columnsOf(
  sections: readonly BoardSection[],
  priceColumns: number,
  drawn: Map<string, readonly BoardColumn[]>,
) {
  const known = new Map<number, readonly BoardColumn[]>()
  const games = sections.flatMap((section) => section.games)
  return (section: BoardSection): readonly BoardColumn[] => {
    const sport = sportOf(section)
    const former = known.get(sport)
    if (former) return former
    const own = boardColumns(sport > 0 ? games.filter(({ sportId }) => sportId === sport) : games, priceColumns)
    const types = own.map(({ typeId }) => typeId).join()
    const columns = drawn.get(types) ?? own
    drawn.set(types, columns)
    known.set(sport, columns)
    return columns
  }
}

/** The sport of a section; 0 where its games are of several, and where they stand by their starts. */
function sportOf({ champ, isPinned = false, games }: BoardSection): number {
  if (champ) return champ.sportId
  const [first, ...others] = new Set(isPinned ? games.map(({ sportId }) => sportId) : [])
  return first !== undefined && others.length === 0 ? first : 0
}
