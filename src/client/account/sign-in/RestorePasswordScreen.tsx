import { useId } from 'react'
import { useLoaderData } from 'react-router'
import { checkPasswordReset } from '#calls/security.calls.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { guestOf } from '../../page/session-end.ts'
import { AskForReset } from './AskForReset.tsx'
import { EntryTitle } from './EntryTitle.tsx'
import styles from './entry.module.css'
import { SetPassword } from './SetPassword.tsx'
import { usePassword } from './use-password.ts'

/** What the reset of a forgotten password begins with. */
export interface RestoreData {
  /** The token of the mailed link; null when the page was opened without one. */
  readonly token: string | null
  /** Whether the link has come too late or was used. */
  readonly isGone: boolean
}

/** The form of a token; what has another one is not asked about. */
const TOKEN = /^[\w-]{8,200}$/

/** Reads the token of the mailed link and asks whether it still works. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<RestoreData>> {
  const token = url.searchParams.get('token')
  const isGood = token !== null && TOKEN.test(token) && (await app.call(checkPasswordReset, { body: { token } })).isGood
  return {
    meta: () => ({ title: app.texts.t('security.reset_title'), isPrivate: true }),
    data: { token: isGood ? token : null, isGone: token !== null && !isGood },
  }
}

/** The page of a forgotten password. */
export function Screen() {
  const { data } = useLoaderData<ScreenData<RestoreData>>()
  return <RestorePassword data={data} />
}

/** Props of {@link RestorePassword}. */
export interface RestorePasswordProps {
  readonly data: RestoreData
  /** Whether it is in a dialog, which has the title and the frame. */
  readonly isInDialog?: boolean
}

/** A forgotten password: asking by login, then setting a new one by the link or the code. */
export function RestorePassword({ data, isInDialog = false }: RestorePasswordProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [state, send] = usePassword({ purpose: 'reset', token: data.token })
  const panel = { context: state.context, isBusy: state.hasTag('busy'), onEvent: send }
  const signIn = offeredPath(guestOf(app), 'login')
  return (
    <div className={isInDialog ? undefined : styles.page}>
      <section className={isInDialog ? styles.form : styles.card} aria-labelledby={`${id}-title`}>
        <EntryTitle id={`${id}-title`} title={t('security.reset_title')} isInDialog={isInDialog} />
        {state.matches('asking') || state.matches('sending') ? (
          <AskForReset {...panel} isGone={data.isGone} />
        ) : state.matches('setting') || state.matches('resetting') ? (
          <SetPassword {...panel} />
        ) : (
          <>
            <p className={styles.notice} role="status">
              {t('security.reset_done')}
            </p>
            {signIn ? (
              <Button kind="primary" size="large" isWide onClick={() => window.location.assign(signIn)}>
                {t('account.sign_in')}
              </Button>
            ) : null}
          </>
        )}
      </section>
    </div>
  )
}
