import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { activate } from '#calls/account.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Preloader } from '#renderers/site/Preloader.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../app/app-context.ts'
import { landingPath } from '../app/landing.ts'
import { offeredPath } from '../app/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../app/screen.ts'
import { messageOf } from './ActivationForm.tsx'
import styles from './entry.module.css'

interface ActivationData {
  readonly token: string
}

/** Reads the token of the mailed link. Nothing is activated by looking at the page: mail scanners open links too. */
export function loadScreen({ app, url }: ScreenRequest): LoadedScreen<ActivationData> {
  return {
    meta: () => ({ title: app.texts.t('account.activation_title'), isPrivate: true }),
    data: { token: url.searchParams.get('token') ?? '' },
  }
}

/** Where the link of the activation mail leads: proves the address and signs the player in. */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<ActivationData>>()
  const [error, setError] = useState<string | null>(data.token === '' ? t('account.activation_incomplete') : null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || data.token === '') return
    hasBegun.current = true
    app
      .call(activate, { body: { data: { attributes: { token: data.token } } } })
      .then(() => window.location.assign(landingPath(app)))
      .catch((failure: unknown) => setError(messageOf(failure, t)))
  }, [app, data.token, t])
  const signIn = offeredPath(app, 'login')
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h1 className={styles.title}>{t('account.activation_title')}</h1>
        {error ? (
          <>
            <ErrorState title={error} />
            {signIn ? (
              <ButtonLink kind="primary" isWide to={signIn}>
                {t('account.sign_in')}
              </ButtonLink>
            ) : null}
          </>
        ) : (
          <Preloader word={app.site.name} />
        )}
      </section>
    </div>
  )
}
