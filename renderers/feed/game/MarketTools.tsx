import { useId } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './MarketTools.module.css'

/** Most characters of a search (product §5). */
const SEARCH_MOST = 100

/** Props of {@link MarketTools}. */
export interface MarketToolsProps {
  readonly search: string
  readonly isInTwoColumns: boolean
  readonly isAllFolded: boolean
  readonly onSearch: (text: string) => void
  readonly onColumns?: ((isInTwoColumns: boolean) => void) | undefined
  readonly onFoldAll: () => void
}

/** The search of the markets, and how they are laid out. The search is as small as its icon until somebody writes in it. */
export function MarketTools(props: MarketToolsProps) {
  const { search, isInTwoColumns, isAllFolded, onSearch, onColumns, onFoldAll } = props
  const t = useText()
  const searchId = useId()
  return (
    <div className={styles.tools}>
      <label htmlFor={searchId} className={styles.search} title={t('board.market_search')}>
        <Icon name="search" size={16} />
        <input
          id={searchId}
          className={styles.input}
          {...press('market_searched')}
          type="search"
          autoComplete="off"
          maxLength={SEARCH_MOST}
          aria-label={t('board.market_search')}
          placeholder={t('board.market_search')}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </label>
      {onColumns && (
        <button
          type="button"
          className={`${styles.tool} ${styles.columns}`}
          {...press('market_columns_turned')}
          aria-label={t('board.two_columns')}
          title={t('board.two_columns')}
          aria-pressed={isInTwoColumns}
          onClick={() => onColumns(!isInTwoColumns)}
        >
          <Icon name="columns" size={16} />
        </button>
      )}
      <FoldAll isAllFolded={isAllFolded} onFoldAll={onFoldAll} />
    </div>
  )
}

function FoldAll({ isAllFolded, onFoldAll }: Pick<MarketToolsProps, 'isAllFolded' | 'onFoldAll'>) {
  const t = useText()
  const label = t(isAllFolded ? 'board.unfold_all' : 'board.fold_all')
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      onClick={onFoldAll}
      {...press('markets_folded')}
    >
      <Icon name={isAllFolded ? 'unfold' : 'fold'} size={16} />
    </button>
  )
}
