import { useEffect, useState } from 'react'
import { useMachine } from '#renderers/shell/run-machine.ts'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../../page/app-context.ts'
import { passkeyOf } from '../security/passkey.actors.ts'
import styles from './entry.module.css'

/** Props of {@link PasskeyEntry}. */
export interface PasskeyEntryProps {
  readonly purpose: 'sign_in' | 'second_step'
  /** Under which the server awaits the second step; null when a social provider did the first one. */
  readonly authId?: string | null
  readonly onTaken: () => void
}

/** Signing in, or ending a sign-in, with a passkey: nothing is shown where the browser knows none. */
export function PasskeyEntry({ purpose, authId = null, onTaken }: PasskeyEntryProps) {
  const app = useApp()
  const t = useText()
  const [machine] = useState(() => passkeyOf(app))
  const [state, send, actor] = useMachine(machine, {
    input: { purpose, authId },
  })
  const { failure } = state.context
  useEffect(() => {
    const subscription = actor.on('passkey.taken', onTaken)
    return () => subscription.unsubscribe()
  }, [actor, onTaken])
  if (state.matches('unsupported')) return null
  return (
    <>
      <Button
        kind="quiet"
        size="large"
        isWide
        type="button"
        icon="key"
        isBusy={state.hasTag('busy')}
        onClick={() => send({ type: 'passkey.requested' })}
      >
        {t('passkey.use')}
      </Button>
      {failure ? (
        <p className={state.matches({ ready: 'refused' }) ? styles.lead : styles.failure} role="alert">
          {t(failure.code, { ...failure.params })}
        </p>
      ) : null}
    </>
  )
}
