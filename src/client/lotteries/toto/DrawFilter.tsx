import { useId } from 'react'
import { Form } from 'react-router'
import { DRAW_STATUS } from '#machines/site/tables/toto-types.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { TotoDrawsQuery } from '#schemas'
import styles from './toto.module.css'
import { statusKey } from './toto-text.ts'

/** Chooses draws by their status, or one by its number in the list (LOT-8). */
export function DrawFilter({ query }: { readonly query: TotoDrawsQuery }) {
  const t = useText()
  const id = useId()
  const Link = useLink()
  const statuses = Object.keys(DRAW_STATUS)
  return (
    <div className={styles.filter}>
      <nav className={styles.statuses} aria-label={t('toto.by_status')}>
        <Link to="?" className={styles.status} aria-current={query.drawStatus === undefined ? 'page' : undefined}>
          {t('toto.status_all')}
        </Link>
        {statuses.map((status) => (
          <Link
            key={status}
            to={`?drawStatus=${status}`}
            className={styles.status}
            aria-current={query.drawStatus === status ? 'page' : undefined}
          >
            {t(statusKey(status))}
          </Link>
        ))}
      </nav>
      <Form method="get" className={styles.find} role="search">
        <label htmlFor={id}>{t('toto.by_number')}</label>
        <input
          id={id}
          name="rundownNumber"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,8}"
          maxLength={9}
          defaultValue={query.rundownNumber ?? ''}
          className={styles.input}
        />
        <Button type="submit" icon="search">
          {t('toto.find')}
        </Button>
      </Form>
    </div>
  )
}
