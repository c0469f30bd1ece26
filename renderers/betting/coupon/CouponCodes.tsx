import { useId, useState } from 'react'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import type { CouponEvent } from '#schemas'
import { Button } from '../../site/Button.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './CouponCodes.module.css'

/** Most characters of a code. */
const MOST_CODE = 32

/** Props of {@link CouponCodes}. */
export interface CouponCodesProps {
  readonly state: Pick<CouponState, 'coupon' | 'savedCode'>
  /** The address under which a saved coupon is opened; left out where there is none. */
  readonly linkOf?: ((code: string) => string) | undefined
  readonly onEvent: (event: CouponEvent) => void
}

/** Saving the coupon under a code, handing the code on, and loading another coupon (BET-15). */
export function CouponCodes({ state: { coupon, savedCode }, linkOf, onEvent }: CouponCodesProps) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const code = typed.trim().toUpperCase()
  return (
    <div className={styles.part}>
      {coupon.entries.length > 0 ? (
        <Button size="small" icon="receipt" onClick={() => onEvent({ type: 'save.requested' })}>
          {t('betting.save')}
        </Button>
      ) : null}
      {savedCode === null ? null : <SavedCode key={savedCode} code={savedCode} link={linkOf?.(savedCode)} />}
      <form
        className={styles.loading}
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== '') onEvent({ type: 'load.requested', code })
        }}
      >
        <label htmlFor={id} className={styles.label}>
          {t('betting.load_code')}
        </label>
        <div className={styles.load}>
          <input
            id={id}
            className={styles.input}
            dir="ltr"
            value={typed}
            maxLength={MOST_CODE}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" aria-disabled={code === ''}>
            {t('betting.load')}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** The outcome of an attempt to share a text. */
type Handing = 'copied' | 'shared' | 'refused'

/** The code of a saved coupon, to be copied, and its address, to be sent by whatever the device shares with. */
function SavedCode({ code, link }: { readonly code: string; readonly link: string | undefined }) {
  const t = useText()
  const [done, setDone] = useState<{ readonly text: string; readonly handing: Handing } | null>(null)
  const hand = async (text: string, handing: Promise<Handing | null>) => {
    const result = await handing
    if (result) setDone({ text, handing: result })
  }
  const isCopied = (text: string) => done?.text === text && done.handing === 'copied'
  return (
    <div className={styles.saved}>
      <p role="status">{t('betting.saved', { code })}</p>
      <div className={styles.ways}>
        <Button size="small" icon={isCopied(code) ? 'check' : 'copy'} onClick={() => void hand(code, copied(code))}>
          {t(isCopied(code) ? 'betting.copied' : 'betting.copy')}
        </Button>
        {link === undefined ? null : (
          <Button
            size="small"
            icon={isCopied(link) ? 'check' : canShare() ? 'send' : 'copy'}
            onClick={() => void hand(link, canShare() ? shared(link, t('betting.coupon')) : copied(link))}
          >
            {t(isCopied(link) ? 'betting.copied' : canShare() ? 'betting.share' : 'betting.copy_link')}
          </Button>
        )}
      </div>
      {done?.handing === 'refused' ? (
        <p className={styles.refused} role="status">
          {t('betting.copy_refused')}
          <bdi dir="ltr">{done.text}</bdi>
        </p>
      ) : null}
    </div>
  )
}

/** Whether the device has a way of its own to share. */
function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Lets the player choose whom to send it. Null when the player changed their mind; what cannot be shared is copied. */
async function shared(url: string, title: string): Promise<Handing | null> {
  try {
    await navigator.share({ title, url })
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : copied(url)
  }
}

/** Browsers refuse without permission, and have no clipboard at all on addresses that are not secure. */
async function copied(text: string): Promise<Handing> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'refused'
  }
}
