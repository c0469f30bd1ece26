import { Fragment, useState } from 'react'
import { type BoardColumn, boardColumns } from '#machines/feed/board/board-columns.rules.ts'
import { type BoardSection, inOrderOf, limited } from '#machines/feed/board/board-sections.rules.ts'
import { marketText } from '#machines/feed/markets/market-texts.rules.ts'
import type { BoardGame } from '#schemas'
import { Tabs } from '../../site/Tabs.tsx'
import { useText } from '../../site/texts.tsx'
import { useFrozen } from '../price/use-frozen.ts'
import styles from './Board.module.css'
import { BoardHead } from './BoardHead.tsx'
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
}

/** As many columns of prices that were asked for stand close together where a board is narrow. */
const DENSE_COLUMNS = 5

type Item =
  | { readonly key: string; readonly kind: 'head'; readonly section: BoardSection }
  | { readonly key: string; readonly kind: 'game'; readonly section: BoardSection; readonly game: BoardGame }

/** Games in rows below the heads of their sections. What is far out of sight is not drawn (LAYOUT-9), and while a finger, a
 *  button or a key is down on it nothing changes its place, nor while a price has the focus of the keyboard. */
export function Board({ sections, view, links, favorites, pins, bells, startOf, countryOf, label }: BoardProps) {
  const { shown, holding } = useFrozen(sections, inOrderOf)
  const columns = columnsOf(shown, view.priceColumns)
  const [wanted, setWanted] = useState(0)
  const choices = sharedColumns(shown, columns)
  const chosen = wanted < choices.length ? wanted : 0
  const list = useRecycledList(itemsOf(shown))
  return (
    <section
      className={styles.board}
      aria-label={label}
      data-compact={view.isCompact || undefined}
      data-dense={(view.hasOwnColumns && view.priceColumns >= DENSE_COLUMNS) || undefined}
      {...holding}
    >
      {choices.length > 1 && <MarketSwitch columns={choices} chosen={chosen} onChoose={setWanted} />}
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
              {item.kind === 'head' ? (
                <BoardHead
                  section={item.section}
                  columns={columns(item.section)}
                  links={links}
                  favorites={favorites}
                  country={countryOf(item.section.champ?.countryId ?? 0)}
                />
              ) : (
                <BoardRow
                  game={item.game}
                  columns={columns(item.section)}
                  chosenColumn={chosen}
                  view={view}
                  links={links}
                  favorites={favorites}
                  isFavorite={favorites?.hasGame(item.game.gameId) ?? false}
                  pins={pins}
                  isPinned={pins?.has(item.game.gameId) ?? false}
                  bells={bells}
                  isBelled={bells?.has(item.game.gameId) ?? false}
                  startOf={startOf}
                  hasChamp={item.section.champ === undefined}
                />
              )}
            </div>
          </Fragment>
        ))}
        {list.restPx > 0 && <div style={{ blockSize: list.restPx }} />}
      </div>
    </section>
  )
}

interface MarketSwitchProps {
  readonly columns: readonly BoardColumn[]
  readonly chosen: number
  readonly onChoose: (place: number) => void
}

/** On a narrow board: which market its rows show. */
function MarketSwitch({ columns, chosen, onChoose }: MarketSwitchProps) {
  const t = useText()
  return (
    <div className={styles.switch}>
      <Tabs
        kind="segments"
        label={t('board.market_choice')}
        tabs={columns.map(({ typeId }) => ({ id: String(typeId), label: t(marketText(typeId).key) }))}
        selectedId={String(columns[chosen]?.typeId)}
        onSelect={(id) => onChoose(columns.findIndex(({ typeId }) => String(typeId) === id))}
      />
    </div>
  )
}

function itemsOf(sections: readonly BoardSection[]): readonly Item[] {
  return limited(sections).flatMap((section): Item[] => [
    { key: section.id, kind: 'head', section },
    ...section.games.map((game): Item => ({ key: `game-${game.gameId}`, kind: 'game', section, game })),
  ])
}

/** The columns of each section: those of its sport, so that all its championships line up. */
function columnsOf(sections: readonly BoardSection[], priceColumns: number) {
  const bySport = new Map<number, readonly BoardColumn[]>()
  const games = sections.flatMap((section) => section.games)
  return (section: BoardSection): readonly BoardColumn[] => {
    const sport = sportOf(section)
    const known = bySport.get(sport)
    if (known) return known
    const columns = boardColumns(sport > 0 ? games.filter(({ sportId }) => sportId === sport) : games, priceColumns)
    bySport.set(sport, columns)
    return columns
  }
}

/** The sport of a section; 0 where its games are of several, and where they stand by their starts. */
function sportOf({ champ, isPinned = false, games }: BoardSection): number {
  if (champ) return champ.sportId
  const [first, ...others] = new Set(isPinned ? games.map(({ sportId }) => sportId) : [])
  return first !== undefined && others.length === 0 ? first : 0
}

/** The columns when all sections have the same; none when each market means another thing in each. */
function sharedColumns(
  sections: readonly BoardSection[],
  columns: (section: BoardSection) => readonly BoardColumn[],
): readonly BoardColumn[] {
  const [first, ...others] = sections.map(columns)
  if (!first) return []
  const isShared = others.every((other) => other.every(({ typeId }, place) => first[place]?.typeId === typeId))
  return isShared ? first : []
}
