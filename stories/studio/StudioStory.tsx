import { useState } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { StudioSessionAnswer } from '#schemas'
import { ROUTES } from '../../src/studio/app/main-routes.tsx'
import { StudioProvider } from '../../src/studio/app/studio-context.tsx'
import { createFakeCalls, type FakeData } from '../../src/studio/testing/fake-studio.test-support.ts'
import { ACCOUNTS, studioData } from './studio-data.ts'
import '../../src/studio/app/studio.css'

interface StudioStoryProps {
  /** Address of a screen, such as `/brands/northstar?document=config/header.json`. */
  readonly path: string
  readonly data?: Partial<FakeData>
  readonly session?: StudioSessionAnswer
}

/** A screen of the studio, whose calls are answered out of memory. */
export function StudioStory({ path, data, session }: StudioStoryProps) {
  const [router] = useState(() => createMemoryRouter(ROUTES, { initialEntries: [path] }))
  const [call] = useState(() => createFakeCalls(studioData(data)))
  const [signedIn] = useState(() => session ?? { isClaimed: true, ...(ACCOUNTS[0] ? { account: ACCOUNTS[0] } : {}) })
  return (
    <StudioProvider call={call} initial={signedIn}>
      <RouterProvider router={router} />
    </StudioProvider>
  )
}
