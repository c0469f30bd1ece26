import { say } from '../app/studio-texts.ts'
import { ActionButton } from './ActionButton.tsx'
import styles from './ListPager.module.css'

interface ListPagerProps {
  /** From 1. */
  readonly page: number
  readonly isMore: boolean
  readonly onPage: (page: number) => void
}

/** Leads to the page before and the next one; nothing where there is one page. */
export function ListPager({ page, isMore, onPage }: ListPagerProps) {
  if (page === 1 && !isMore) return null
  return (
    <nav className={styles.pager} aria-label={say('common.pages')}>
      <ActionButton kind="quiet" isSmall disabled={page === 1} onClick={() => onPage(page - 1)}>
        {say('common.page_before')}
      </ActionButton>
      <span>{say('common.page', { page })}</span>
      <ActionButton kind="quiet" isSmall disabled={!isMore} onClick={() => onPage(page + 1)}>
        {say('common.page_next')}
      </ActionButton>
    </nav>
  )
}
