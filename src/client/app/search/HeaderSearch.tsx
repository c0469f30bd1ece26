import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { press } from '#machines/site/events/press.rules.ts'
import { Dropdown } from '#renderers/shell/Dropdown.tsx'
import { DropdownItem } from '#renderers/shell/DropdownItem.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { report } from '../../page/report.ts'
import styles from './HeaderSearch.module.css'
import type { Finding } from './header-find.ts'

/** Letters from which on something is looked for, as the page of the search does. */
const LEAST = 2
const MOST = 100
/** Time without a key until the server is asked, ms. */
const PAUSE_MS = 250

/** The search of the head: games, sides, championships, games of the casino and pages, as one types; Enter leads to the page of the
 *  search. Absent where the site has none. */
export function HeaderSearch() {
  const app = useApp()
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const path = offeredPath(app, 'events_search')
  if (path === null) return null
  return (
    <div className={styles.search}>
      <Dropdown
        trigger={{ kind: 'plain', icon: 'search' }}
        label={t('site.menu_search')}
        alignment="end"
        onToggled={(isOpen) => isOpen && field.current?.focus()}
      >
        <Panel path={path} field={field} />
      </Dropdown>
    </div>
  )
}

interface Found {
  readonly text: string
  readonly findings: readonly Finding[]
  readonly hasFailed?: boolean
}

function Panel({ path, field }: { readonly path: string; readonly field: RefObject<HTMLInputElement | null> }) {
  const t = useText()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const found = useFindings(wanted)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted.length < LEAST) return
    field.current?.closest<HTMLElement>('[popover]')?.hidePopover()
    void navigate(`${path}?${new URLSearchParams({ text: wanted })}`)
  }
  return (
    <form action={path} className={styles.panel} onSubmit={submit}>
      <input
        ref={field}
        className={styles.field}
        {...press('header_searched')}
        type="search"
        name="text"
        aria-label={t('site.search_label')}
        placeholder={t('site.search_label')}
        autoComplete="off"
        maxLength={MOST}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className={styles.note} role="status">
        {found &&
          (found.hasFailed ? t('site.search_failed') : t('site.search_found', { count: found.findings.length }))}
      </p>
      <ul className={styles.list}>
        {found?.findings.map(({ id, label, note, icon, to }) => (
          <li key={id}>
            <DropdownItem to={to} icon={icon} mark={press('header_finding_opened')}>
              <bdi>{label}</bdi>
              {note && (
                <span className={styles.champ}>
                  <bdi>{note}</bdi>
                </span>
              )}
            </DropdownItem>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** What was found for the text as it stands; null while it is too short or nothing has come. */
function useFindings(text: string): Found | null {
  const app = useApp()
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (text.length < LEAST) return
    let isCurrent = true
    const timer = setTimeout(() => {
      import('./header-find.ts')
        .then(({ findOnSite }) => findOnSite(app, text))
        .then(
          (findings) => isCurrent && setFound({ text, findings }),
          (error: unknown) => {
            report('search.failed', { error: String(error) })
            if (isCurrent) setFound({ text, findings: [], hasFailed: true })
          },
        )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [app, text])
  return found?.text === text ? found : null
}
