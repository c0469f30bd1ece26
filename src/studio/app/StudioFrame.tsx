import { Suspense, useState } from 'react'
import { Navigate, NavLink, Outlet, useLocation } from 'react-router'
import { signOutOfStudio } from '#calls/studio/studio-access.calls.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Waiting } from '../parts/Awaited.tsx'
import { Glyph, type GlyphName } from '../parts/Glyph.tsx'
import styles from './StudioFrame.module.css'
import { isEverywhere, useAccount, useStudio } from './studio-context.tsx'
import { say } from './studio-texts.ts'
import { useDeed } from './use-answer.ts'

/** What surrounds the screens of people who are signed in; others are sent to the sign-in, and back afterwards. */
export function StudioFrame() {
  const { session } = useStudio()
  const { pathname, search } = useLocation()
  if (!session.account) return <Navigate to={`/sign-in?to=${encodeURIComponent(pathname + search)}`} replace />
  const isEditor = /^\/brands\/[^/]+$/.test(pathname)
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        {say('common.skip')}
      </a>
      <Rail />
      <main id="content" tabIndex={-1} className={isEditor ? styles.full : styles.content}>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

/** What surrounds the sign-in. */
export function GuestFrame() {
  return (
    <main className={styles.guest}>
      <p className={styles.name}>{say('common.studio')}</p>
      <Outlet />
    </main>
  )
}

function Rail() {
  const account = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const { call, setSession } = useStudio()
  const leaving = useDeed(async () => {
    await call(signOutOfStudio, {})
    setSession({ isClaimed: true })
  })
  return (
    <header className={styles.rail}>
      <div className={styles.bar}>
        <span className={styles.name}>{say('common.studio')}</span>
        <span className={styles.toggle}>
          <ActionButton kind="quiet" glyph="menu" isBare aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {say('common.menu')}
          </ActionButton>
        </span>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press on a link inside closes the menu; Enter presses too */}
      <nav className={isOpen ? `${styles.nav} ${styles.open}` : styles.nav} onClick={() => setIsOpen(false)}>
        <Place to="/" glyph="brands" label={say('common.brands')} />
        {isEverywhere(account, 'owner') && <Place to="/people" glyph="people" label={say('common.people')} />}
        <Place to="/log" glyph="log" label={say('common.log')} />
        <span className={styles.gap} />
        <Place to="/you" glyph="person" label={account.name} />
        <ActionButton kind="quiet" isSmall disabled={leaving.isBusy} onClick={() => leaving.run()}>
          {say('common.sign_out')}
        </ActionButton>
      </nav>
    </header>
  )
}

function Place({ to, glyph, label }: { readonly to: string; readonly glyph: GlyphName; readonly label: string }) {
  const { pathname } = useLocation()
  const isBrands = to === '/' && /^\/(?:brands\/|new$)/.test(pathname)
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) => (isActive || isBrands ? `${styles.place} ${styles.here}` : styles.place)}
    >
      <Glyph name={glyph} />
      <span className={styles.label}>{label}</span>
    </NavLink>
  )
}
