import { type FormEvent, useId, useState } from 'react'
import { AppError } from '#calls/app-error.ts'
import { sendBlockAppeal } from '#calls/block-appeal.calls.ts'
import { APPEAL_LENGTH, appealFault } from '#machines/account/block-appeal.rules.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { isClosedHere } from '../../page/paths.ts'
import type { LoadedScreen, ScreenRequest } from '../../page/screen.ts'
import { FormFailure } from '../FormFailure.tsx'
import { LineFrame } from '../profile/LineFrame.tsx'
import security from '../security/security.module.css'
import styles from '../sign-in/entry.module.css'
import { TextInput } from '../TextInput.tsx'
import { useSending } from '../use-sending.ts'

const LOGIN_LENGTH = 254

/** Nothing has to be loaded. @throws AppError route.not_found where the brand names no address of its support */
export function loadScreen({ app }: ScreenRequest): LoadedScreen<null> {
  if (isClosedHere(app, 'block_appeal')) throw new AppError('route.not_found')
  return { meta: () => ({ title: app.texts.t('appeal.title'), isPrivate: true }), data: null }
}

/** Where somebody whose account is blocked writes to the support. */
export function Screen() {
  const t = useText()
  const id = useId()
  const [isSent, setSent] = useState(false)
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby={`${id}-title`}>
        <h1 id={`${id}-title`} className={styles.title}>
          {t('appeal.title')}
        </h1>
        {isSent ? (
          <p className={styles.notice} role="status">
            {t('appeal.sent')}
          </p>
        ) : (
          <AppealForm onSent={() => setSent(true)} />
        )}
      </section>
    </div>
  )
}

function AppealForm({ onSent }: { readonly onSent: () => void }) {
  const { call } = useApp()
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState({ login: '', email: '', text: '' })
  const { isBusy, errorAt, refuse, send } = useSending<keyof typeof typed>(id, {})
  const put = (line: keyof typeof typed) => (text: string) => setTyped({ ...typed, [line]: text })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const fault = appealFault(typed)
    if (fault) return refuse({ at: fault.at, text: t(fault.code) })
    const body = { login: typed.login.trim(), email: typed.email.trim(), text: typed.text.trim() }
    if (await send(() => call(sendBlockAppeal, { body }))) onSent()
  }
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>{t('appeal.text')}</p>
      <TextInput
        id={`${id}-login`}
        label={t('account.login')}
        value={typed.login}
        error={errorAt('login')}
        maxLength={LOGIN_LENGTH}
        onChange={put('login')}
      />
      <TextInput
        id={`${id}-email`}
        label={t('appeal.email')}
        value={typed.email}
        help={t('appeal.email_help')}
        error={errorAt('email')}
        maxLength={LOGIN_LENGTH}
        onChange={put('email')}
      />
      <LineFrame id={`${id}-text`} label={t('appeal.message')} error={errorAt('text')}>
        <textarea
          id={`${id}-text`}
          className={`${styles.input} ${security.message}`}
          value={typed.text}
          onChange={(event) => put('text')(event.target.value)}
          rows={6}
          dir="auto"
          maxLength={APPEAL_LENGTH.max}
          aria-invalid={errorAt('text') !== null}
          aria-describedby={`${id}-text-note`}
        />
      </LineFrame>
      <FormFailure text={errorAt('form')} />
      <Button kind="primary" size="large" isWide type="submit" isBusy={isBusy}>
        {t('appeal.send')}
      </Button>
    </form>
  )
}
