import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listStudioBrands } from '#calls/studio/studio-draft.calls.ts'
import { isEverywhere, useAccount, useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { ListPager } from '../parts/ListPager.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import styles from './BrandList.module.css'
import { BrandRow } from './BrandRow.tsx'

/** How long somebody has to stop typing before brands are looked for. */
const REST_MS = 200

/** `/`: the brands that the account may see, a page at a time. */
export function BrandList() {
  const account = useAccount()
  const [query, setQuery] = useSearchParams()
  const [text, page] = [query.get('text') ?? '', Math.max(1, Math.floor(Number(query.get('page')) || 1))]
  const go = useCallback(
    (to: { readonly text: string; readonly page: number }) =>
      setQuery(
        { ...(to.text ? { text: to.text } : {}), ...(to.page > 1 ? { page: String(to.page) } : {}) },
        { replace: true },
      ),
    [setQuery],
  )
  return (
    <>
      <ScreenHead title={say('brands.title')} lead={say('brands.lead')}>
        {isEverywhere(account, 'owner') && (
          <ActionLink to="/new" kind="primary" glyph="plus">
            {say('brands.new')}
          </ActionLink>
        )}
      </ScreenHead>
      <BrandPage text={text} page={page} onGo={go} />
    </>
  )
}

interface BrandPageProps {
  readonly text: string
  readonly page: number
  readonly onGo: (to: { readonly text: string; readonly page: number }) => void
}

function BrandPage({ text, page, onGo }: BrandPageProps) {
  const { call } = useStudio()
  const [typed, setTyped] = useState(text)
  const loaded = useAnswer(
    useCallback(() => call(listStudioBrands, { query: { page, ...(text ? { text } : {}) } }), [call, page, text]),
  )
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => onGo({ text: typed.trim(), page: 1 }), REST_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onGo])
  return (
    <Awaited loaded={loaded}>
      {({ brands, total, isMore }) =>
        total === 0 && text === '' ? (
          <p className={styles.none}>{say('brands.none')}</p>
        ) : (
          <>
            <div className={styles.filter}>
              <input
                type="search"
                className={styles.search}
                aria-label={say('brands.filter')}
                placeholder={say('brands.filter')}
                maxLength={100}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
              <span role="status">{say('brands.count', { count: total })}</span>
            </div>
            {brands.length === 0 && <p className={styles.none}>{say('brands.none_found', { text })}</p>}
            <ul className={styles.list}>
              {brands.map((brand) => (
                <BrandRow key={brand.id} brand={brand} />
              ))}
            </ul>
            <ListPager page={page} isMore={isMore} onPage={(to) => onGo({ text, page: to })} />
          </>
        )
      }
    </Awaited>
  )
}
