import type { OddsFormat } from '#machines/odds/odds-format.rules.ts'
import { ODDS_FORMATS } from '#machines/odds/odds-preference.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { Dropdown } from '../../shell/Dropdown.tsx'
import { DropdownItem } from '../../shell/DropdownItem.tsx'
import { useText } from '../../site/texts.tsx'
import type { BettingView, BoardView } from './board-view.ts'
import styles from './DisplayMenu.module.css'

/** Props of {@link FormatMenu}. */
export interface FormatMenuProps {
  readonly format: OddsFormat
  readonly onChoose: (format: OddsFormat) => void
}

/** The six ways to write odds (MATH-1). */
export function FormatMenu({ format, onChoose }: FormatMenuProps) {
  const t = useText()
  return (
    <Dropdown
      trigger={{
        kind: 'plain',
        size: 'small',
        icon: 'percent',
        children: <span data-trigger-text="">{t(`board.format_${format}`)}</span>,
      }}
      label={t('board.format_choice', { format: t(`board.format_${format}`) })}
      alignment="end"
    >
      {ODDS_FORMATS.map((choice) => (
        <DropdownItem key={choice} isCurrent={choice === format} onPress={() => onChoose(choice)}>
          {t(`board.format_${choice}`)}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}

const SWITCHES = [
  { id: 'isCompact', text: 'board.compact' },
  { id: 'isLight', text: 'board.light' },
  { id: 'showsGameId', text: 'board.game_ids' },
] as const
/** Numbers of price columns that make sense: a result; with a total; with a handicap; with one more market of two outcomes. */
const COLUMNS = [3, 5, 7, 9] as const

/** Props of {@link DisplayMenu}. */
export interface DisplayMenuProps {
  readonly view: BoardView
  readonly onChange: (change: Partial<Omit<BoardView, 'format'>>) => void
  /** Which markets boards show, where there is a choice. */
  readonly markets?: MarketsChoice | undefined
}

/** The views of boards that are offered, and the one that is shown. */
export interface MarketsChoice {
  readonly view: BettingView
  readonly offered: readonly BettingView[]
  readonly onChoose: (view: BettingView) => void
}

/** How boards look: compact, light, with numbers, how many columns of prices (STORE-1). */
export function DisplayMenu({ view, onChange, markets }: DisplayMenuProps) {
  const t = useText()
  return (
    <Dropdown trigger={{ kind: 'plain', size: 'small', icon: 'settings' }} label={t('board.display')} alignment="end">
      {SWITCHES.map(({ id, text }) => (
        <DropdownItem key={id} isCurrent={view[id]} onPress={() => onChange({ [id]: !view[id] })}>
          {t(text)}
        </DropdownItem>
      ))}
      {markets && markets.offered.length > 1 ? (
        <>
          <p className={styles.title}>{t('board.markets_view')}</p>
          {markets.offered.map((offered) => (
            <DropdownItem key={offered} isCurrent={offered === markets.view} onPress={() => markets.onChoose(offered)}>
              {t(`board.markets_view_${offered}`)}
            </DropdownItem>
          ))}
        </>
      ) : null}
      <p className={styles.title}>{t('board.columns')}</p>
      <div className={styles.numbers}>
        {COLUMNS.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.number}
            {...press('board_columns_chosen', number)}
            data-columns={number}
            aria-pressed={view.priceColumns === number}
            data-closes=""
            onClick={() => onChange({ priceColumns: number })}
          >
            {number}
          </button>
        ))}
      </div>
    </Dropdown>
  )
}
