import { useCallback, useRef, useState } from 'react'
import { getPasskeys } from '#calls/passkeys.calls.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { Card } from '#renderers/site/Card.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PasskeysAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useTimeZone } from '../../page/player.tsx'
import { shellPort } from '../../page/shell-port.ts'
import { NewPasskey } from './NewPasskey.tsx'
import { RemovePasskey } from './RemovePasskey.tsx'
import { deviceName, timeOf } from './SessionCard.tsx'
import styles from './security.module.css'

type Passkey = PasskeysAnswer['passkeys'][number]

/** Where the panel's heading is found in its page. */
export const PASSKEYS_ID = 'passkeys'

/** Props of {@link PasskeyPanel}. */
export interface PasskeyPanelProps {
  readonly state: PasskeysAnswer
  /** Told what there is once one was added or removed. */
  readonly onChanged: (state: PasskeysAnswer) => void
}

/** The passkeys of the player: each with its device and last use, the way to remove it, and to make another. */
export function PasskeyPanel({ state: { passkeys, confirmsBy }, onChanged }: PasskeyPanelProps) {
  const { call } = useApp()
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const refresh = useCallback(
    async (text: string) => {
      setAdding(false)
      setRemoved(null)
      shellPort.notify({ id: text, kind: 'success', text })
      onChanged(await call(getPasskeys, {}))
      // The button that was pressed was removed with its form, dialog or row.
      heading.current?.focus()
    },
    [call, onChanged],
  )
  const onAdded = useCallback(() => void refresh('passkey.added'), [refresh])
  return (
    <section className={styles.panel} aria-labelledby={PASSKEYS_ID}>
      <h2 id={PASSKEYS_ID} className={styles.heading} ref={heading} tabIndex={-1}>
        {t('passkey.title')}
      </h2>
      <p className={styles.lead}>{t('passkey.text')}</p>
      {passkeys.length === 0 ? (
        <p className={styles.facts}>{t('passkey.none_yet')}</p>
      ) : (
        <ul className={styles.sessions}>
          {passkeys.map((passkey) => (
            <PasskeyCard key={passkey.passkeyId} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewPasskey confirmsBy={confirmsBy} onAdded={onAdded} />
      ) : (
        <Button icon="plus" onClick={() => setAdding(true)}>
          {t('passkey.add')}
        </Button>
      )}
      {removed ? (
        <RemovePasskey
          passkeyId={removed.passkeyId}
          confirmsBy={confirmsBy}
          onClose={() => setRemoved(null)}
          onRemoved={() => void refresh('passkey.removed')}
        />
      ) : null}
    </section>
  )
}

function PasskeyCard({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const app = useApp()
  const t = useText()
  const timeZone = useTimeZone()
  const device = deviceName(passkey.device, t)
  const name = passkey.name || device
  const made = t('passkey.made', { time: timeOf(app, passkey.createdAt, timeZone) })
  const { lastUsedAt } = passkey
  const used = lastUsedAt
    ? t('passkey.last_used', { time: timeOf(app, lastUsedAt, timeZone) })
    : t('passkey.never_used')
  return (
    <Card as="li">
      <div className={styles.session}>
        <Icon name="key" />
        <div>
          <p className={styles.device}>
            <bdi>{name}</bdi>
            {passkey.isBackedUp ? <Badge>{t('passkey.synced')}</Badge> : null}
          </p>
          {[...(passkey.name ? [device] : []), used, made].map((fact) => (
            <p key={fact} className={styles.facts}>
              {fact}
            </p>
          ))}
        </div>
        <Button aria-label={t('passkey.remove_named', { name })} onClick={onRemove}>
          {t('passkey.remove')}
        </Button>
      </div>
    </Card>
  )
}
