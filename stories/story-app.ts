import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { type App, visitorOf } from '#client/page/app-context.ts'
import type { Translate } from '#renderers/site/texts.tsx'
import type { PageState, PublicConfig, PublicSite, RegistrationConfig } from '#schemas'
import { SCREENS } from '../src/client/app/screens/screens.ts'
import { registrationFields } from './forms/form-data.ts'

const sections = import.meta.glob<object>('../brands/_base/config/*.json', { eager: true, import: 'default' })
const config = Object.fromEntries(
  Object.entries(sections).map(([file, section]) => [/([a-z-]+)\.json$/.exec(file)?.[1], section]),
) as unknown as PublicConfig

const STATE = {
  visitor: { country: 'de', language: 'en', player: null },
  dictionaries: {},
  scheme: 'light',
  isPhone: false,
  isDevelopment: false,
  requestId: 'story',
  madeAtMs: 1_795_000_000_000,
} as PageState
const ORIGIN = 'https://livery.example'

/** What the story's server makes of a call, by the call's id: an answer, a function that gives one, or the error that it fails with; a call without an
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
    return typeof answer === 'function' ? answer() : answer
  }
  return send as unknown as CallPort
}

/** How the application of a story differs from the engine's. */
export interface StoryAppOptions {
  readonly answers: StoryAnswers
  readonly t: Translate
  readonly registration?: Partial<RegistrationConfig>
  /** Whether a player has signed in. */
  readonly isSignedIn?: boolean
}

/** The player of stories. */
const PLAYER = { userId: 10_204_080, balanceMinor: 125_000, currency: 'EUR' } as const

/** An application with the engine's configuration and a server of the story's own. */
export function makeStoryApp({ answers, t, registration = {}, isSignedIn = false }: StoryAppOptions): App {
  const own = {
    ...config,
    boolean: { ...config.boolean, isBonusAllowed: true },
    registration: { ...config.registration, ...registration },
  }
  const site = {
    brandId: 'livery',
    name: 'Livery',
    hash: 'story',
    assets: '/',
    config: own,
    registrationForms: {},
  } as unknown as PublicSite
  const state = isSignedIn ? { ...STATE, visitor: { ...STATE.visitor, player: PLAYER } } : STATE
  return {
    site,
    state,
    visitor: visitorOf(site, state, ORIGIN),
    texts: { t, need: () => Promise.resolve(), needed: () => [] },
    call: answering(answers),
    captcha: () => Promise.reject(new AppError('captcha.unavailable')),
    screens: SCREENS,
    warn: () => undefined,
    isFresh: () => Promise.resolve(true),
    nowMs: () => STATE.madeAtMs,
    origin: ORIGIN,
    styles: [],
  }
}
