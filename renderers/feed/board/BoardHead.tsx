import type { ReactNode } from 'react'
import type { BoardColumn } from '#machines/feed/board/board-columns.rules.ts'
import type { BoardSection } from '#machines/feed/board/board-sections.rules.ts'
import { columnText, marketText } from '#machines/feed/markets/market-texts.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { CountryMark } from '../../site/Flag.tsx'
import { Icon } from '../../site/Icon.tsx'
import { useLink } from '../../site/link.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './Board.module.css'
import { tierOf } from './BoardRow.tsx'
import type { BoardLinks, FavoritesPort } from './board-view.ts'
import { MarkButton } from './MarkButton.tsx'
import { sportIcon } from './sport-icon.ts'

/** Props of {@link BoardHead}. */
export interface BoardHeadProps {
  /** The first of its sport, or the one of starting times or pins. */
  readonly section: BoardSection
  /** How many games are below it. */
  readonly games: number
  readonly columns: readonly BoardColumn[]
  /** Which of the columns a narrow board shows. */
  readonly chosenColumn: number
  readonly onChoose: (typeId: number) => void
  /** The name of the championship in place of the sport's, where the sport has no other. */
  readonly sole?: ReactNode
}

/** What stays in sight while games pass below: the sport, and once for all its championships what the prices are for. A narrow board
 *  shows one market, which is chosen here. (SPORT-17) */
export function BoardHead({ section, games, columns, chosenColumn, onChoose, sole }: BoardHeadProps) {
  const t = useText()
  const { champ, hours, isPinned = false } = section
  const title = champ ? t(`sport.${champ.sportId}`) : isPinned ? t('board.pinned') : startText(t, hours)
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h2 className={styles.sport} data-short={champ && sole ? '' : undefined}>
          <Icon name={champ ? sportIcon(champ.sportId) : isPinned ? 'pin' : 'clock'} size={16} />
          <span className={styles.champName}>{title}</span>
          <span className={styles.count}>{games}</span>
        </h2>
        {champ && sole}
      </div>
      {columns.length > 1 && <MarketChoice columns={columns} chosen={chosenColumn} onChoose={onChoose} />}
      <span className={styles.markets} aria-hidden="true">
        {columns.map((column, place) => (
          <span
            key={column.typeId}
            className={styles.market}
            data-tier={tierOf(column)}
            data-prices={column.outcomes.length}
            data-chosen={place === chosenColumn || undefined}
          >
            <span className={styles.marketName}>{t(marketText(column.typeId).key)}</span>
            {column.outcomes.map((typeId) => (
              <span key={typeId} className={styles.pick}>
                {t(columnText(column.typeId, typeId).key)}
              </span>
            ))}
          </span>
        ))}
      </span>
    </div>
  )
}

interface MarketChoiceProps extends Pick<BoardHeadProps, 'columns' | 'onChoose'> {
  readonly chosen: number
}

/** On a narrow board: which market its rows show. */
function MarketChoice({ columns, chosen, onChoose }: MarketChoiceProps) {
  const t = useText()
  return (
    <select
      className={styles.choice}
      {...press('board_market_chosen')}
      aria-label={t('board.market_choice')}
      value={String(columns[chosen]?.typeId)}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {columns.map(({ typeId }) => (
        <option key={typeId} value={typeId}>
          {t(marketText(typeId).key)}
        </option>
      ))}
    </select>
  )
}

/** Props of {@link ChampHead}. */
export interface ChampHeadProps {
  readonly section: BoardSection
  readonly links: BoardLinks
  readonly favorites?: FavoritesPort | undefined
  /** The championship's country, where it has one. */
  readonly country?: { readonly name: string; readonly code: string } | undefined
}

/** The name of a championship above its games. */
export function ChampHead({ section, links, favorites, country }: ChampHeadProps) {
  const t = useText()
  const { champ } = section
  if (!champ) return null
  return (
    <div className={styles.champHead}>
      {favorites && (
        <span className={styles.marks}>
          <MarkButton
            mark="star"
            isOn={favorites.hasChamp(champ.champId)}
            label={t('board.favorite', { name: champ.champName })}
            onPress={() => favorites.toggleChamp(champ)}
          />
        </span>
      )}
      <ChampName champ={champ} links={links} country={country} />
    </div>
  )
}

interface ChampNameProps extends Pick<ChampHeadProps, 'links' | 'country'> {
  readonly champ: NonNullable<BoardSection['champ']>
}

function ChampName({ champ, links, country }: ChampNameProps) {
  const Link = useLink()
  const path = links.champ(champ)
  const content = (
    <>
      <CountryMark code={country?.code} />
      <span className={styles.champName}>
        {country && <span className={styles.countryName}>{country.name} · </span>}
        <bdi>{champ.champName}</bdi>
      </span>
    </>
  )
  return (
    <h3 className={styles.champ}>
      {path === null ? (
        content
      ) : (
        <Link to={path} className={styles.champLink} {...press('board_champ_opened', champ.champId)}>
          {content}
        </Link>
      )}
    </h3>
  )
}

/** What a head of starting times says (FEED-19). */
function startText(
  t: ReturnType<typeof useText>,
  { from, to }: NonNullable<BoardSection['hours']> = { from: 0 },
): string {
  return to === undefined ? t('board.start_over', { from }) : t('board.start_within', { from, to })
}
