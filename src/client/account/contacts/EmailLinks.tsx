import { useEffect, useRef, useState } from 'react'
import { activateFast, undoEmailChange } from '#calls/contacts.calls.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { ErrorState } from '#renderers/site/ErrorState.tsx'
import { Preloader } from '#renderers/site/frame/Preloader.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { usePlayer } from '../../page/player.tsx'
import { wipePlayerData } from '../../page/player-data.ts'
import { messageOf } from '../sign-in/ActivationForm.tsx'
import { EntryLead, EntryNotice } from '../sign-in/EntryParts.tsx'

interface LinkProps {
  /** The token of the mailed link. */
  readonly token: string
}

type Outcome = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly text: string }

/** A link that does not work, and the way on: into the account, or to the sign-in. */
export function LinkGone({ title, text }: { readonly title: string; readonly text?: string }) {
  const app = useApp()
  const t = useText()
  const { player } = app.state.visitor
  const to = offeredPath(app, player ? 'office_account' : 'login')
  return (
    <>
      <ErrorState title={title} {...(text === undefined ? {} : { text })} />
      {to ? (
        <ButtonLink kind="primary" isWide to={to}>
          {t(player ? 'account.to_account' : 'account.sign_in')}
        </ButtonLink>
      ) : null}
    </>
  )
}

/** Proves a new e-mail address by its link, as soon as the page is awake: mail scanners only look at pages. */
export function EmailLinkProof({ token }: LinkProps) {
  const { call, site } = useApp()
  const t = useText()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    call(activateFast, { body: { data: { attributes: { token } } } }).then(
      () => setOutcome({ kind: 'done' }),
      (failure: unknown) => setOutcome({ kind: 'failed', text: messageOf(failure, t) }),
    )
  }, [call, token, t])
  if (outcome === null) return <Preloader word={site.name} />
  if (outcome.kind === 'failed') return <LinkGone title={outcome.text} />
  return <EntryNotice role="status">{t('account.email_link_done')}</EntryNotice>
}

/** Gives an account its former e-mail address back when its player says so, and leads on to a new password. */
export function EmailUndo({ token }: LinkProps) {
  const app = useApp()
  const t = useText()
  const { forget } = usePlayer()
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const restoring = offeredPath(app, 'restore_password')
  const undo = () => {
    setBusy(true)
    app
      .call(undoEmailChange, { body: { token } })
      .then(
        () => {
          wipePlayerData()
          forget()
          setOutcome({ kind: 'done' })
        },
        (failure: unknown) => setOutcome({ kind: 'failed', text: messageOf(failure, t) }),
      )
      .finally(() => setBusy(false))
  }
  if (outcome?.kind === 'failed') return <LinkGone title={outcome.text} />
  if (outcome?.kind === 'done') {
    return (
      <>
        <EntryNotice role="status">{t('account.undo_done')}</EntryNotice>
        {restoring ? (
          <ButtonLink kind="primary" isWide to={restoring}>
            {t('account.new_password')}
          </ButtonLink>
        ) : null}
      </>
    )
  }
  return (
    <>
      <EntryLead>{t('account.undo_text')}</EntryLead>
      <Button kind="primary" size="large" isWide isBusy={isBusy} onClick={undo}>
        {t('account.undo')}
      </Button>
    </>
  )
}
