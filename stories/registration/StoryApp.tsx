import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { AppContext } from '#client/page/app-context.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { RegistrationConfig } from '#schemas'
import { ENGINE_ANSWERS, makeStoryApp, type StoryAnswers } from '../story-app.ts'

/** Props of {@link StoryApp}. */
export interface StoryAppProps {
  readonly answers?: StoryAnswers
  /** What the brand of the story configures differently. */
  readonly registration?: Partial<RegistrationConfig>
  readonly children: ReactNode
}

/** The application around a part of the registration, with the engine's configuration and a server of the story's own. */
export function StoryApp({ answers = ENGINE_ANSWERS, registration = {}, children }: StoryAppProps) {
  const t = useText()
  const [app] = useState(() => makeStoryApp({ answers, t, registration }))
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <AppContext value={app}>{children}</AppContext> }], {
      initialEntries: ['/en/registration'],
    }),
  )
  return <RouterProvider router={router} />
}
