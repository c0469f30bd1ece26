import { type LoaderFunctionArgs, Outlet, useLoaderData, useMatches } from 'react-router'
import { getLeftMenuData } from '#calls/office.calls.ts'
import { SideMenu } from '#renderers/shell/SideMenu.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LeftMenuAnswer, RouteId } from '#schemas'
import { type App, appContext, useApp } from '../page/app-context.ts'
import { OfficeContent, OfficeLayout, OfficeSide } from '../page/office/OfficeParts.tsx'
import { isOfficeMenu, officePlaces, withCounts } from '../page/office/office-menu.selectors.ts'
import { type OfficeCounts, OfficeCountsProvider, useOfficeCounts } from './office-counts.tsx'
import { PlayerCard } from './profile/PlayerCard.tsx'
import { SignOutButton } from './sign-in/SignOutButton.tsx'

/** Loads what waits behind the entries of the menu; a guest has none, and the office does without it when it cannot be had. */
export async function loader({ context }: LoaderFunctionArgs): Promise<OfficeCounts> {
  const { call, state } = (context as { get: (key: typeof appContext) => App }).get(appContext)
  if (state.visitor.player === null) return {}
  const none: LeftMenuAnswer['data']['attributes']['counts'] = {}
  return call(getLeftMenuData, {}).then(
    ({ data }) => data.attributes.counts,
    () => none,
  )
}

/** What stands around every screen of the office: on a wide screen its menu, with who is signed in and the way out, unless the
 *  screen is that menu. */
export function Component() {
  return (
    <OfficeCountsProvider initial={useLoaderData<OfficeCounts>()}>
      <Frame />
    </OfficeCountsProvider>
  )
}

function Frame() {
  const app = useApp()
  const { counts } = useOfficeCounts()
  const t = useText()
  const shown = useMatches().at(-1)?.id as RouteId | undefined
  return (
    <OfficeLayout>
      {!isOfficeMenu(shown) && (
        <OfficeSide>
          <SideMenu
            label={t('office.menu')}
            places={withCounts(app, officePlaces(app, shown), counts)}
            head={<PlayerCard />}
            foot={<SignOutButton isWide />}
          />
        </OfficeSide>
      )}
      <OfficeContent>
        <Outlet />
      </OfficeContent>
    </OfficeLayout>
  )
}
