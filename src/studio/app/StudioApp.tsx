import { useState } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { CallPort } from '#calls/call.ts'
import type { StudioSessionAnswer } from '#schemas'
import { ROUTES } from './main-routes.tsx'
import { StudioProvider } from './studio-context.tsx'

/** The studio in a browser: its screens by address. */
export function StudioApp({ call, session }: { readonly call: CallPort; readonly session: StudioSessionAnswer }) {
  const [router] = useState(() => createBrowserRouter(ROUTES))
  return (
    <StudioProvider call={call} initial={session}>
      <RouterProvider router={router} />
    </StudioProvider>
  )
}
