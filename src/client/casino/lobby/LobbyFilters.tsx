import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { press } from '#machines/site/events/press.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GamesPreviewAnswer } from '#schemas'
import styles from './lobby.module.css'
import { CATEGORIES, choiceQuery, FEATURES, type LobbyChoice, type LobbyPage, SORTS } from './lobby-choice.ts'

/** Props of {@link LobbyFilters}. */
export interface LobbyFiltersProps {
  readonly page: LobbyPage
  readonly choice: LobbyChoice
  readonly facets: Pick<GamesPreviewAnswer, 'providers' | 'categories' | 'tags'>
}

const TYPING_MS = 250

/** What games are found by: words, the kind, what they have, who has made them, and their order. The address keeps it. */
export function LobbyFilters({ page, choice, facets }: LobbyFiltersProps) {
  const t = useText()
  const navigate = useNavigate()
  const go = (changes: Partial<LobbyChoice>, isTyping = false) =>
    void navigate(
      { search: choiceQuery({ ...choice, isByProvider: false, ...changes }) },
      { replace: isTyping, preventScrollReset: true },
    )
  const hidden = Object.entries({ category: choice.category, tag: choice.tag }).filter(([, value]) => value !== '')
  return (
    <search className={styles.filters}>
      <form className={styles.search} method="get">
        <SearchField text={choice.text} onType={(text) => go({ text }, true)} />
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {facets.providers.length > 1 ? (
          <SelectBox>
            <select
              name="provider"
              {...press('lobby_provider_chosen')}
              className={styles.select}
              value={choice.provider}
              aria-label={t('casino.provider')}
              onChange={(event) => go({ provider: event.target.value })}
            >
              <option value="">{t('casino.provider_any')}</option>
              {facets.providers.map(({ id, name, count }) => (
                <option key={id} value={id}>
                  {`${name} (${count})`}
                </option>
              ))}
            </select>
          </SelectBox>
        ) : null}
        <SelectBox>
          <select
            name="sort"
            {...press('lobby_sorted')}
            className={styles.select}
            value={choice.sort || 'featured'}
            aria-label={t('casino.sort')}
            onChange={(event) => go({ sort: event.target.value === 'featured' ? '' : event.target.value })}
          >
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {t(`casino.sort_${sort}`)}
              </option>
            ))}
          </select>
        </SelectBox>
        <button type="submit" className="visually-hidden">
          {t('casino.find')}
        </button>
      </form>
      <Chips {...{ page, choice, facets }} />
    </search>
  )
}

function Chips({ page, choice, facets }: LobbyFiltersProps) {
  const t = useText()
  const counts = new Map(facets.categories.map(({ id, count }) => [id, count]))
  const tags = new Set(facets.tags.map(({ id }) => id))
  const shown = page === 'casino' || page === 'third_party_games' ? CATEGORIES.filter((id) => counts.has(id)) : []
  const features = FEATURES.filter((id) => tags.has(id) || choice.tag === id)
  const { category, tag, isByProvider } = choice
  return (
    <nav className={styles.chips} aria-label={t('casino.categories')}>
      <Chip
        id="all"
        to={choiceQuery({ ...choice, category: '', tag: '', isByProvider: false })}
        isOn={!category && !tag && !isByProvider}
      >
        {t('casino.category_all')}
      </Chip>
      {shown.map((id) => (
        <Chip
          key={id}
          id={id}
          to={choiceQuery({ ...choice, category: category === id ? '' : id, isByProvider: false })}
          isOn={category === id}
          count={counts.get(id)}
        >
          {t(`casino.category_${id}`)}
        </Chip>
      ))}
      {features.map((id) => (
        <Chip
          key={id}
          id={id}
          to={choiceQuery({ ...choice, tag: tag === id ? '' : id, isByProvider: false })}
          isOn={tag === id}
        >
          {t(`casino.tag_${id}`)}
        </Chip>
      ))}
      {facets.providers.length > 1 ? (
        <Chip
          id="providers"
          to={choiceQuery({ isByProvider: true })}
          isOn={isByProvider}
          count={facets.providers.length}
        >
          {t('casino.providers')}
        </Chip>
      ) : null}
    </nav>
  )
}

interface ChipProps {
  /** What it chooses: a kind of games, or what they have. */
  readonly id: string
  /** Query of the address. */
  readonly to: string
  readonly isOn: boolean
  readonly count?: number | undefined
  readonly children: string
}

function Chip({ id, to, isOn, count, children }: ChipProps) {
  const Link = useLink()
  return (
    <Link
      to={to || '?'}
      {...press('lobby_category_chosen', id)}
      className={styles.chip}
      aria-current={isOn ? 'true' : undefined}
    >
      {children}
      {count === undefined ? null : <span>{count}</span>}
    </Link>
  )
}

/** Looks while somebody types, once they pause; what the address says is shown unless it is being typed. */
function SearchField({ text, onType }: { readonly text: string; readonly onType: (text: string) => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef(0)
  useEffect(() => {
    const input = field.current
    if (input && document.activeElement !== input) input.value = text
  }, [text])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (
    <label className={styles.field}>
      <span className="visually-hidden">{t('casino.search')}</span>
      <Icon name="search" size={20} />
      <input
        ref={field}
        {...press('lobby_searched')}
        type="search"
        name="text"
        defaultValue={text}
        maxLength={60}
        placeholder={t('casino.search')}
        autoComplete="off"
        onChange={({ target: { value } }) => {
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => onType(value.trim()), TYPING_MS)
        }}
      />
    </label>
  )
}
