import { useLoaderData } from 'react-router'
import { SECTION_ROUTES } from '#machines/site/routes/section-routes.ts'
import { sportIcon } from '#renderers/feed/board/sport-icon.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useLink } from '#renderers/site/link.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ChampEntry, RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import { FeedChamp, FeedChampName, FeedChamps, FeedCount } from '../FeedParts.tsx'
import { champPlace } from '../feed.selectors.ts'
import { asked, callsOf } from '../feed-calls.ts'
import { NoGames } from './NoGames.tsx'
import { SectionHead } from './SectionHead.tsx'
import { sectionChampPath, sectionOf, sectionTitle } from './section.selectors.ts'
import { visitorCountry } from './section-boards.ts'

interface ChampsData {
  readonly section: string
  readonly champs: readonly ChampEntry[]
}

/** Championships that a page names at most. */
const MOST_CHAMPS = 200

/** The screen of all championships of a section. @throws AppError route.not_found for one that is not configured */
export function screenOf(routeId: RouteId): ScreenModule {
  return {
    Screen: SectionChampsScreen,
    loadScreen: async ({ app }: ScreenRequest): Promise<LoadedScreen<ChampsData>> => {
      const section = SECTION_ROUTES[routeId]?.section ?? ''
      sectionOf(app, section)
      const query = { ...asked(app), ...visitorCountry(app), section, limit: MOST_CHAMPS }
      const [live, line] = await Promise.all([
        app.call(callsOf('live').getChamps, { query }),
        app.call(callsOf('line').getChamps, { query }),
      ])
      const champs = new Map([...live.items, ...line.items].map((champ) => [champ.champId, champ]))
      return {
        meta: () => ({ title: `${sectionTitle(app, section)}: ${app.texts.t('board.section_page_champs')}` }),
        data: { section, champs: [...champs.values()] },
      }
    },
  }
}

function SectionChampsScreen() {
  const app = useApp()
  const t = useText()
  const Link = useLink()
  const { section, champs } = useLoaderData<ScreenData<ChampsData>>().data
  return (
    <>
      <SectionHead section={section} page="champs" title={t('board.section_page_champs')} />
      {champs.length === 0 ? <NoGames feed="line" /> : null}
      <FeedChamps>
        {champs.map((champ) => (
          <li key={champ.champId}>
            <FeedChamp
              as={Link}
              to={sectionChampPath(app, section, champ.liveGames > 0 ? 'live' : 'line', champPlace(champ))}
            >
              <Icon name={sportIcon(champ.sportId)} size={20} />
              <FeedChampName>{champ.name}</FeedChampName>
              <FeedCount>{champ.lineGames + champ.liveGames}</FeedCount>
            </FeedChamp>
          </li>
        ))}
      </FeedChamps>
    </>
  )
}
