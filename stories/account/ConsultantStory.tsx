import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { AppContext } from '#client/page/app-context.ts'
import { PlayerProvider } from '#client/page/player.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { Consultant } from '../../src/client/account/support/Consultant.tsx'
import { makeStoryApp, type StoryAnswers } from '../story-app.ts'

/** Props of {@link ConsultantStory}. */
export interface ConsultantStoryProps {
  readonly answers: StoryAnswers
}

/** A page with the button of the consultant in its corner, as a player who has signed in sees it. */
export function ConsultantStory({ answers }: ConsultantStoryProps) {
  const t = useText()
  const [router] = useState(() => {
    const app = makeStoryApp({ answers, t, isSignedIn: true })
    const element = (
      <AppContext value={app}>
        <PlayerProvider initial={app.state.visitor.player}>
          <main style={{ minHeight: 720 }}>
            <Consultant />
          </main>
        </PlayerProvider>
      </AppContext>
    )
    return createMemoryRouter([{ path: '/:lng', element }], { initialEntries: ['/en'] })
  })
  return <RouterProvider router={router} />
}
