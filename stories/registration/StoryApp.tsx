import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { PageState, PublicConfig, PublicSite, RegistrationConfig } from '#schemas'
import { type App, AppContext, visitorOf } from '../../src/client/app/app-context.ts'
import { SCREENS } from '../../src/client/app/screens.ts'
import { registrationFields } from '../forms/form-data.ts'

const sections = import.meta.glob<object>('../../brands/_base/config/*.json', { eager: true, import: 'default' })
const config = Object.fromEntries(
  Object.entries(sections).map(([file, section]) => [/([a-z-]+)\.json$/.exec(file)?.[1], section]),
) as unknown as PublicConfig

const STATE = {
  visitor: { country: 'de', language: 'en', player: null },
  dictionaries: {},
  scheme: 'light',
  isDevelopment: false,
  requestId: 'story',
} as PageState
const ORIGIN = 'https://livery.example'

/** What the story's server makes of a call, by the call's id: an answer, or the error that it fails with; a call without an
 *  entry cannot be reached. */
export type StoryAnswers = Readonly<Record<string, unknown>>

/** A server with the forms of the engine. */
export const ENGINE_ANSWERS: StoryAnswers = {
  getRegistrationTypes: { data: { attributes: { types: ['full_reg', 'fast_reg'] } } },
  getRegistrationFields: { data: { attributes: { fields: registrationFields('full_reg') }, relation_fields: {} } },
}

function answering(answers: StoryAnswers): CallPort {
  const send = async ({ id }: { readonly id: string }) => {
    if (!Object.hasOwn(answers, id)) throw new AppError('request.offline')
    const answer = answers[id]
    if (answer instanceof AppError) throw answer
    return answer
  }
  return send as unknown as CallPort
}

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
  const [app] = useState((): App => {
    const own = { ...config, registration: { ...config.registration, ...registration } }
    const site = {
      brandId: 'livery',
      name: 'Livery',
      hash: 'story',
      assets: '/',
      config: own,
      registrationForms: {},
    } as unknown as PublicSite
    return {
      site,
      state: STATE,
      visitor: visitorOf(site, STATE, ORIGIN),
      texts: { t, need: () => Promise.resolve() },
      call: answering(answers),
      captcha: () => Promise.reject(new AppError('captcha.unavailable')),
      screens: SCREENS,
      isFresh: () => Promise.resolve(true),
      origin: ORIGIN,
      styles: [],
    }
  })
  const [router] = useState(() =>
    createMemoryRouter([{ path: '*', element: <AppContext value={app}>{children}</AppContext> }], {
      initialEntries: ['/en/registration'],
    }),
  )
  return <RouterProvider router={router} />
}
