import { useLocation } from 'react-router'
import { Dropdown } from '#renderers/shell/Dropdown.tsx'
import { DropdownItem } from '#renderers/shell/DropdownItem.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { FeedMenuTitle } from '../FeedParts.tsx'
import { countryOf } from '../feed.selectors.ts'
import { type BoardWish, boardChoices, boardPath, EVERY_GAME } from './board-filter.selectors.ts'
import type { FeedName } from './favorites.ts'

/** Props of {@link BoardFilter}. */
export interface BoardFilterProps {
  readonly feed: FeedName
  readonly wish: BoardWish
  /** Countries that have games now. */
  readonly countries: readonly number[]
}

/** Narrows the games of a board by country, and by start or by how they stand: links, so that each choice has an address. */
export function BoardFilter({ feed, wish, countries }: BoardFilterProps) {
  const app = useApp()
  const t = useText()
  const { pathname } = useLocation()
  const country = countryOf(app)
  const { hours, states } = boardChoices(app.site, feed)
  const to = (change: Partial<BoardWish>) => boardPath(pathname, { ...wish, ...change })
  const chosen = [
    wish.countryId === null ? undefined : country(wish.countryId)?.name,
    wish.withinHours === null ? undefined : t('board.filter_within', { hours: wish.withinHours }),
    wish.state === null ? undefined : t(`board.filter_${wish.state}`),
  ].filter((name) => name !== undefined)
  const listed = [...new Set([...(wish.countryId === null ? [] : [wish.countryId]), ...countries])].flatMap((id) => {
    const name = country(id)?.name
    return name === undefined ? [] : [{ id, name }]
  })
  return (
    <Dropdown
      trigger={{
        kind: 'plain',
        size: 'small',
        icon: 'list',
        children: <span data-trigger-text="">{chosen.join(' · ') || t('board.filter')}</span>,
      }}
      label={chosen.length > 0 ? `${t('board.filter')}: ${chosen.join(', ')}` : t('board.filter')}
      alignment="end"
    >
      <DropdownItem to={boardPath(pathname, EVERY_GAME)} isCurrent={chosen.length === 0}>
        {t('board.filter_all')}
      </DropdownItem>
      <FeedMenuTitle>{t(feed === 'line' ? 'board.filter_start' : 'board.filter_state')}</FeedMenuTitle>
      {hours.map((within) => (
        <DropdownItem key={within} to={to({ withinHours: within })} isCurrent={wish.withinHours === within}>
          {t('board.filter_within', { hours: within })}
        </DropdownItem>
      ))}
      {states.map((state) => (
        <DropdownItem key={state} to={to({ state })} isCurrent={wish.state === state}>
          {t(`board.filter_${state}`)}
        </DropdownItem>
      ))}
      {listed.length > 0 && <FeedMenuTitle>{t('board.filter_country')}</FeedMenuTitle>}
      {listed.map(({ id, name }) => (
        <DropdownItem key={id} to={to({ countryId: id })} isCurrent={wish.countryId === id}>
          {name}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
