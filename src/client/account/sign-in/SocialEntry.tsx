import { useCallback, useState } from 'react'
import { joinSocial } from '#calls/social.calls.ts'
import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import { SocialButtons } from '#renderers/forms/social-types/SocialButtons.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SocialProviderEntry } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { loadConfirmed, loadProviders, socialOutcome } from '../../social/social-calls.ts'
import { useSocialStart } from '../../social/use-social-start.ts'
import styles from './entry.module.css'

/** What the sign-in page knows of social providers. */
export interface SocialEntryData {
  readonly providers: readonly SocialProviderEntry[]
  /** Name of the provider whose confirmed identity is linked to the account that signs in here; else null. */
  readonly joins: string | null
  readonly failureCode: string | null
}

/** Reads what the address says of a social sign-in, and which providers there are. */
export async function loadSocialEntry(app: App, url: URL): Promise<SocialEntryData> {
  const { isJoining, failureCode } = socialOutcome(url)
  const [providers, confirmed] = await Promise.all([loadProviders(app), isJoining ? loadConfirmed(app) : null])
  const joins = confirmed?.providerName ?? null
  return { providers, joins, failureCode: isJoining && joins === null ? 'social.expired' : failureCode }
}

interface SocialEntryProps {
  readonly social: SocialEntryData
  readonly returnUrl: string | null
}

/** The social providers below the form of the sign-in, and what the last try came to. */
export function SocialEntry({ social, returnUrl }: SocialEntryProps) {
  const { providers, joins, failureCode } = social
  const t = useText()
  const { startingId, failure, start } = useSocialStart({ purpose: 'sign_in', returnUrl, failureCode })
  if (joins !== null) return <p className={styles.notice}>{t('social.join_notice', { provider: joins })}</p>
  return (
    <>
      {failure ? (
        <p className={styles.failure} role="alert">
          {t(failure.code, { ...failure.params })}
        </p>
      ) : null}
      {providers.length > 0 ? (
        <>
          <p className={styles.or}>{t('social.or')}</p>
          <SocialButtons providers={providers} startingId={startingId} onStart={start} />
        </>
      ) : null}
    </>
  )
}

/** What follows a sign-in that was to join an identity. */
export interface Joining {
  /** Links the identity if that was asked for, and continues to a page. */
  readonly goOn: (path: string) => void
  /** The player is signed in and the identity is not joined. */
  readonly joinFailure: { readonly failure: Failure; readonly path: string } | null
}

/** Joins the confirmed identity to the account of who has just signed in. */
export function useJoining(isJoining: boolean): Joining {
  const { call } = useApp()
  const [joinFailure, setJoinFailure] = useState<Joining['joinFailure']>(null)
  const goOn = useCallback(
    (path: string) => {
      const joined = isJoining ? call(joinSocial, {}) : Promise.resolve()
      joined.then(
        () => window.location.assign(path),
        (error: unknown) => setJoinFailure({ failure: readFailure(error), path }),
      )
    },
    [call, isJoining],
  )
  return { goOn, joinFailure }
}

/** Tells that the player is signed in and the identity is not joined, and leads on. */
export function JoinFailure({ failure, path }: NonNullable<Joining['joinFailure']>) {
  const t = useText()
  return (
    <>
      <ErrorState title={t(failure.code, { ...failure.params })} />
      <ButtonLink kind="primary" isWide to={path}>
        {t('social.go_on')}
      </ButtonLink>
    </>
  )
}
