import { useMatches } from 'react-router'
import { SideMenu } from '#renderers/shell/SideMenu.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { OfficePage } from '../page/office/OfficeParts.tsx'
import { officePart, officePlaces, withCounts } from '../page/office/office-menu.selectors.ts'
import type { LoadedScreen, ScreenRequest } from '../page/screen.ts'
import { useOfficeCounts } from './office-counts.tsx'
import { PlayerCard } from './profile/PlayerCard.tsx'
import { SignOutButton } from './sign-in/SignOutButton.tsx'

/** Nothing has to be loaded: the menu is in the configuration. */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  return { meta: () => ({ title: app.texts.t('office.title'), isPrivate: true }), data: null }
}

/** The office's menu as a page: the whole of it, or one of its parts. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { counts } = useOfficeCounts()
  const shown = useMatches().at(-1)?.id as RouteId
  const part = officePart(app, shown)
  return (
    <OfficePage>
      <PageHeading title={part?.title ?? t('office.title')} />
      {part ? (
        <SideMenu label={part.title} places={part.places} isWhole />
      ) : (
        <SideMenu
          label={t('office.menu')}
          places={withCounts(app, officePlaces(app, shown), counts)}
          isWhole
          head={<PlayerCard />}
          foot={<SignOutButton isWide />}
        />
      )}
    </OfficePage>
  )
}
