import { useCallback, useState } from 'react'
import { listStudioBrands } from '#calls/studio/studio-draft.calls.ts'
import type { StudioBrandCard } from '#schemas'
import { isEverywhere, useAccount, useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import styles from './BrandList.module.css'
import { BrandRow } from './BrandRow.tsx'

/** `/`: the brands that the account may see. */
export function BrandList() {
  const { call } = useStudio()
  const account = useAccount()
  const loaded = useAnswer(useCallback(() => call(listStudioBrands, {}), [call]))
  return (
    <>
      <ScreenHead title={say('brands.title')} lead={say('brands.lead')}>
        {isEverywhere(account, 'owner') && (
          <ActionLink to="/new" kind="primary" glyph="plus">
            {say('brands.new')}
          </ActionLink>
        )}
      </ScreenHead>
      <Awaited loaded={loaded}>{({ brands }) => <Filtered brands={brands} />}</Awaited>
    </>
  )
}

/** The brands whose name, id or host has a text. */
function matching(brands: readonly StudioBrandCard[], text: string): readonly StudioBrandCard[] {
  const wanted = text.trim().toLowerCase()
  return brands.filter(({ id, name, hosts }) => [id, name, ...hosts].some((it) => it.toLowerCase().includes(wanted)))
}

function Filtered({ brands }: { readonly brands: readonly StudioBrandCard[] }) {
  const [text, setText] = useState('')
  if (brands.length === 0) return <p className={styles.none}>{say('brands.none')}</p>
  const found = matching(brands, text)
  return (
    <>
      <div className={styles.filter}>
        <input
          type="search"
          className={styles.search}
          aria-label={say('brands.filter')}
          placeholder={say('brands.filter')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span role="status">{say('brands.count', { count: found.length })}</span>
      </div>
      {found.length === 0 && <p className={styles.none}>{say('brands.none_found', { text: text.trim() })}</p>}
      <ul className={styles.list}>
        {found.map((brand) => (
          <BrandRow key={brand.id} brand={brand} />
        ))}
      </ul>
    </>
  )
}
