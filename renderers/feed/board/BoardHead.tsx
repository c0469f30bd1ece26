import type { BoardColumn } from '#machines/feed/board/board-columns.rules.ts'
import type { BoardSection } from '#machines/feed/board/board-sections.rules.ts'
import { columnText, marketText } from '#machines/feed/markets/market-texts.rules.ts'
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
  readonly section: BoardSection
  readonly columns: readonly BoardColumn[]
  readonly links: BoardLinks
  readonly favorites?: FavoritesPort | undefined
  /** The championship's country, where it has one. */
  readonly country?: { readonly name: string; readonly code: string } | undefined
}

/** The head of a section, which stays in sight while its games pass below: the championship, and what the prices are for. */
export function BoardHead({ section, columns, links, favorites, country }: BoardHeadProps) {
  const t = useText()
  const { champ, hours, isPinned = false } = section
  return (
    <div className={styles.head} data-plain={champ ? undefined : ''}>
      {champ && favorites && (
        <span className={styles.marks}>
          <MarkButton
            mark="star"
            isOn={favorites.hasChamp(champ.champId)}
            label={t('board.favorite', { name: champ.champName })}
            onPress={() => favorites.toggleChamp(champ)}
          />
        </span>
      )}
      {champ ? (
        <ChampName champ={champ} links={links} country={country} />
      ) : (
        <h2 className={styles.champ}>
          <Icon name={isPinned ? 'pin' : 'clock'} size={16} />
          <span className={styles.champName}>{isPinned ? t('board.pinned') : startText(t, hours)}</span>
        </h2>
      )}
      <span className={styles.markets} aria-hidden="true">
        {columns.map((column) => (
          <span
            key={column.typeId}
            className={styles.market}
            data-tier={tierOf(column)}
            data-prices={column.outcomes.length}
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
      <span className={styles.count}>{section.games.length}</span>
    </div>
  )
}

interface ChampNameProps extends Pick<BoardHeadProps, 'links' | 'country'> {
  readonly champ: NonNullable<BoardSection['champ']>
}

function ChampName({ champ, links, country }: ChampNameProps) {
  const Link = useLink()
  const path = links.champ(champ)
  const content = (
    <>
      <Icon name={sportIcon(champ.sportId)} size={16} />
      {country?.code && (
        <span className={styles.country} aria-hidden="true">
          {country.code}
        </span>
      )}
      <span className={styles.champName}>
        {country && <span className={styles.countryName}>{country.name} · </span>}
        <bdi>{champ.champName}</bdi>
      </span>
    </>
  )
  return (
    <h2 className={styles.champ}>
      {path === null ? (
        content
      ) : (
        <Link to={path} className={styles.champLink}>
          {content}
        </Link>
      )}
    </h2>
  )
}

/** What a head of starting times says (FEED-19). */
function startText(
  t: ReturnType<typeof useText>,
  { from, to }: NonNullable<BoardSection['hours']> = { from: 0 },
): string {
  return to === undefined ? t('board.start_over', { from }) : t('board.start_within', { from, to })
}
