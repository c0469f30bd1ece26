import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { activate } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Preloader } from '#renderers/site/frame/Preloader.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { landingPath } from '../../page/landing.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { EmailLinkProof, EmailUndo, LinkGone } from '../contacts/EmailLinks.tsx'
import { ActivationForm, messageOf } from './ActivationForm.tsx'
import styles from './entry.module.css'

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
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <h1 className={styles.title}>{t(TITLES[data.kind])}</h1>
        {data.kind === 'email' ? (
          <EmailLinkProof token={data.token} />
        ) : data.kind === 'undo' ? (
          <EmailUndo token={data.token} />
        ) : (
          <Activation token={data.token} />
        )}
      </section>
    </div>
  )
}

/** Proves the address of a new account and signs the player in. A link that has lost its force leads on: to the code of the mail
 *  and to another mail where the account waits still, else to the sign-in. */
function Activation({ token }: Pick<ActivationData, 'token'>) {
  const app = useApp()
  const t = useText()
  const [failure, setFailure] = useState<unknown>(null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current || token === '') return
    hasBegun.current = true
    app
      .call(activate, { body: { data: { attributes: { token: token } } } })
      .then(() => window.location.assign(landingPath(app)))
      .catch(setFailure)
  }, [app, token])
  if (token === '') return <LinkGone title={t('account.activation_incomplete')} />
  if (failure === null) return <Preloader word={app.site.name} />
  const waitingId = waitingOf(failure)
  if (waitingId === null) return <LinkGone title={messageOf(failure, t)} text={t('account.activation_over')} />
  return (
    <>
      <ErrorState title={messageOf(failure, t)} />
      <ActivationForm userId={waitingId} onActivated={() => window.location.assign(landingPath(app))} />
    </>
  )
}

/** The account that waits for its activation, where the server tells it. */
function waitingOf(failure: unknown): number | null {
  const userId = failure instanceof AppError ? failure.params.userId : undefined
  return typeof userId === 'number' ? userId : null
}
