import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { activate } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { Button } from '#renderers/site/Button.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Preloader } from '#renderers/site/frame/Preloader.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { landingPath } from '../../page/landing.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { EmailLinkProof, EmailUndo, LinkGone } from '../contacts/EmailLinks.tsx'
import { ActivationForm, messageOf } from './ActivationForm.tsx'
import styles from './entry.module.css'
import { FirstDeposit } from './FirstDeposit.tsx'
import { SavedLogin } from './SavedLogin.tsx'

/** What a mailed link is for: opening an account, proving a new e-mail address, or taking the former one back. */
type LinkKind = 'token' | 'email' | 'undo'

interface ActivationData {
  readonly kind: LinkKind
  readonly token: string
}

const TITLES: Readonly<Record<LinkKind, string>> = {
  token: 'account.activation_title',
  email: 'account.email_link_title',
  undo: 'account.undo_title',
}

/** Reads the token of the mailed link. Nothing is activated by looking at the page: mail scanners open links too. */
export function loadScreen({ app, url }: ScreenRequest): LoadedScreen<ActivationData> {
  const kind = (['email', 'undo'] as const).find((name) => url.searchParams.has(name)) ?? 'token'
  return {
    meta: () => ({ title: app.texts.t(TITLES[kind]), isPrivate: true }),
    data: { kind, token: url.searchParams.get(kind) ?? '' },
  }
}

/** Where the links of mails about an account's address lead. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ActivationData>>()
  /** The number of the account that was just opened. */
  const [openedId, setOpenedId] = useState<number | null>(null)
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h1 className={styles.title}>{t(openedId === null ? TITLES[data.kind] : 'account.registered_title')}</h1>
        {openedId !== null ? (
          <Welcome userId={openedId} />
        ) : data.kind === 'email' ? (
          <EmailLinkProof token={data.token} />
        ) : data.kind === 'undo' ? (
          <EmailUndo token={data.token} />
        ) : (
          <Activation token={data.token} onOpened={setOpenedId} />
        )}
      </section>
    </div>
  )
}

/** Greets the player whose account is open now, as the dialog after a registration does (REG-6, REG-27). The page around it still shows
 *  a guest: whatever is pressed leads to another one. */
function Welcome({ userId }: { readonly userId: number }) {
  const app = useApp()
  const t = useText()
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus(), [])
  const { isLoginSavingNotificationVisible } = app.site.config.registration.additionalConfig
  return (
    <div ref={start} className={styles.form} role="status" tabIndex={-1}>
      <p className={styles.lead}>{t('account.registered_plain')}</p>
      <SavedLogin userId={userId} isSavingOffered={isLoginSavingNotificationVisible} />
      <FirstDeposit />
      <Button kind="primary" size="large" isWide onClick={() => window.location.assign(landingPath(app))}>
        {t('account.registered_go_on')}
      </Button>
    </div>
  )
}

interface ActivationProps extends Pick<ActivationData, 'token'> {
  readonly onOpened: (userId: number) => void
}

/** Proves the address of a new account and signs the player in. A link that has lost its force leads on: to the code of the mail
 *  and to another mail where the account waits still, else to the sign-in. */
function Activation({ token, onOpened }: ActivationProps) {
  const app = useApp()
  const t = useText()
  const { isModalShown } = app.site.config.registration
  const opened = useLatest((userId: number) => {
    if (isModalShown) onOpened(userId)
    else window.location.assign(landingPath(app))
  })
  const [failure, setFailure] = useState<unknown>(null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || token === '') return
    hasBegun.current = true
    app
      .call(activate, { body: { data: { attributes: { token: token } } } })
      .then(({ userId }) => opened(userId))
      .catch(setFailure)
  }, [app, token, opened])
  if (token === '') return <LinkGone title={t('account.activation_incomplete')} />
  if (failure === null) return <Preloader word={app.site.name} />
  const waitingId = waitingOf(failure)
  if (waitingId === null) return <LinkGone title={messageOf(failure, t)} text={t('account.activation_over')} />
  return (
    <>
      <ErrorState title={messageOf(failure, t)} />
      <ActivationForm userId={waitingId} onActivated={() => opened(waitingId)} />
    </>
  )
}

/** The account that waits for its activation, where the server tells it. */
function waitingOf(failure: unknown): number | null {
  const userId = failure instanceof AppError ? failure.params.userId : undefined
  return typeof userId === 'number' ? userId : null
}
