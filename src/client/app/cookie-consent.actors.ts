import { fromPromise } from 'xstate'
import { cookieConsentActors } from '#calls/actors/cookie-consent.actors.ts'
import type { Consent, ConsentLevel } from '#machines/site/consent/consent.rules.ts'
import { cookieConsentMachine } from '#machines/site/consent/cookie-consent.machine.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { App } from '../page/app-context.ts'
import { keep, readKept, readStored } from '../page/stored.ts'

/** Where the answer to the cookie question is kept (STORE-5). */
const CONSENT_NAME = 'cookieConsent'

/** The question about cookies, with this browser's storage and the server at its ends. */
export function cookieConsentOf(app: App) {
  return cookieConsentMachine.provide({
    actors: {
      readAnswer: fromPromise<unknown>(async () => readKept(CONSENT_NAME) ?? null),
      storeAnswer: fromPromise<void, Consent | null>(async ({ input }) => keep(CONSENT_NAME, input)),
      logAnswer: fromPromise<void, { readonly level: ConsentLevel }>(({ input }) =>
        cookieConsentActors.logAnswer(app.call, input),
      ),
    },
  })
}

/** Reports answers that other tabs have kept or withdrawn. @returns stops it */
export function watchStoredAnswer(tell: (stored: unknown) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key === preferenceKey(CONSENT_NAME)) tell(readStored(CONSENT_NAME) ?? null)
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
