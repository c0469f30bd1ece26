import type { RouteObject } from 'react-router'
import { Waiting } from '../parts/Awaited.tsx'
import { StudioCrash } from './StudioCrash.tsx'
import { GuestFrame, StudioFrame } from './StudioFrame.tsx'
import { StudioNotFound } from './StudioNotFound.tsx'

/** Every screen of the studio; each is loaded when it is opened first. */
export const ROUTES: RouteObject[] = [
  {
    Component: GuestFrame,
    ErrorBoundary: StudioCrash,
    HydrateFallback: Waiting,
    children: [
      {
        path: '/sign-in',
        lazy: async () => ({ Component: (await import('../access/StudioSignIn.tsx')).StudioSignIn }),
      },
      { path: '/claim', lazy: async () => ({ Component: (await import('../access/ClaimStudio.tsx')).ClaimStudio }) },
      {
        path: '/forgotten',
        lazy: async () => ({ Component: (await import('../access/ForgottenPassword.tsx')).ForgottenPassword }),
      },
      {
        path: '/reset',
        lazy: async () => ({ Component: (await import('../access/ResetPassword.tsx')).ResetPassword }),
      },
      { path: '/join', lazy: async () => ({ Component: (await import('../access/JoinStudio.tsx')).JoinStudio }) },
    ],
  },
  {
    Component: StudioFrame,
    ErrorBoundary: StudioCrash,
    HydrateFallback: Waiting,
    children: [
      { path: '/', lazy: async () => ({ Component: (await import('../brands/BrandList.tsx')).BrandList }) },
      { path: '/new', lazy: async () => ({ Component: (await import('../brands/NewBrand.tsx')).NewBrand }) },
      {
        path: '/brands/:brand',
        lazy: async () => ({ Component: (await import('../editor/BrandEditor.tsx')).BrandEditor }),
      },
      {
        path: '/brands/:brand/history',
        lazy: async () => ({ Component: (await import('../history/BrandHistory.tsx')).BrandHistory }),
      },
      {
        path: '/brands/:brand/desk',
        lazy: async () => ({ Component: (await import('../desk/DeskScreen.tsx')).DeskScreen }),
      },
      {
        path: '/brands/:brand/events',
        lazy: async () => ({ Component: (await import('../analytics/EventReport.tsx')).EventReport }),
      },
      {
        path: '/brands/:brand/recordings',
        lazy: async () => ({ Component: (await import('../recordings/RecordingList.tsx')).RecordingList }),
      },
      {
        path: '/brands/:brand/recordings/:session',
        lazy: async () => ({ Component: (await import('../recordings/RecordingScreen.tsx')).RecordingScreen }),
      },
      { path: '/people', lazy: async () => ({ Component: (await import('../people/PeopleList.tsx')).PeopleList }) },
      { path: '/log', lazy: async () => ({ Component: (await import('../people/ActLog.tsx')).ActLog }) },
      { path: '/you', lazy: async () => ({ Component: (await import('../people/OwnAccount.tsx')).OwnAccount }) },
      { path: '*', Component: StudioNotFound },
    ],
  },
]
