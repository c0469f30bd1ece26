import { Outlet, useMatches } from 'react-router'
import { SideMenu } from '#renderers/shell/SideMenu.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../app/app-context.ts'
import styles from './office.module.css'
import { isOfficeMenu, officePlaces } from './office-menu.selectors.ts'
import { PlayerCard } from './PlayerCard.tsx'
import { SignOutButton } from './SignOutButton.tsx'

/** What stands around every screen of the office: on a wide screen its menu, with who is signed in and the way out, unless the
 *  screen is that menu. */
export function Component() {
  const app = useApp()
  const t = useText()
  const shown = useMatches().at(-1)?.id as RouteId | undefined
  return (
    <div className={styles.office}>
      {!isOfficeMenu(shown) && (
        <div className={styles.side}>
          <SideMenu
            label={t('office.menu')}
            places={officePlaces(app, shown)}
            head={<PlayerCard />}
            foot={<SignOutButton isWide />}
          />
        </div>
      )}
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  )
}
