import { type FormEvent, useId, useState } from 'react'
import { Button } from '#renderers/site/Button.tsx'
import { FormChoice, FormInput } from '#renderers/site/FormLine.tsx'
import { Spinner } from '#renderers/site/Spinner.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { SmartIdBody } from '#schemas'
import styles from './protection.module.css'
import { type PhoneIdClaim, usePhoneId } from './use-phone-id.ts'

type Way = PhoneIdClaim['way']

/** Where there is Smart-ID, each country as it calls itself. */
const COUNTRIES: readonly { readonly value: SmartIdBody['country']; readonly label: string }[] = [
  { value: 'ee', label: 'Eesti' },
  { value: 'lv', label: 'Latvija' },
  { value: 'lt', label: 'Lietuva' },
  { value: 'be', label: 'België / Belgique' },
]
const CODE_LENGTH = 24
const PHONE_LENGTH = 24
const PERSONAL_CODE = /^[0-9A-Za-z-]{4,24}$/
const PHONE = /^\+[0-9]{5,15}$/

/** Props of {@link PhoneIdCheck}. */
export interface PhoneIdCheckProps {
  /** The ways that the brand offers; at least one. */
  readonly ways: readonly Way[]
  /** What happens when the player was verified or refused. */
  readonly onDecided: () => Promise<void>
}

/** Identification by a signature on the player's phone (KYC-5): who they are, then the code to compare, then what has come of it. */
export function PhoneIdCheck({ ways, onDecided }: PhoneIdCheckProps) {
  const t = useText()
  const id = useId()
  const check = usePhoneId(onDecided)
  const { running, outcome } = check
  return (
    <section className={styles.form} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.heading}>
        {t('protection.by_phone_title')}
      </h2>
      {running ? (
        <div className={styles.compare} role="status">
          <p className={styles.text}>{t('protection.check_compare')}</p>
          <p className={styles.code} dir="ltr">
            {running.verificationCode}
          </p>
          <p className={styles.waiting}>
            <Spinner />
            {t('protection.check_waits')}
          </p>
          <Button onClick={check.stop}>{t('protection.check_stop')}</Button>
        </div>
      ) : (
        <>
          <p className={styles.text}>{t('protection.by_phone_text')}</p>
          {outcome && outcome.state !== 'verified' ? (
            <p className={styles.failure} role="alert">
              {outcome.message ??
                t(outcome.failure ? `protection.check_failed_${outcome.failure}` : 'protection.check_rejected')}
            </p>
          ) : null}
          <ClaimForm ways={ways} check={check} />
        </>
      )}
    </section>
  )
}

/** Who the player says that they are. */
function ClaimForm({ ways, check }: { readonly ways: readonly Way[]; readonly check: ReturnType<typeof usePhoneId> }) {
  const t = useText()
  const id = useId()
  const [way, setWay] = useState<Way>(ways[0] ?? 'smart_id')
  const [country, setCountry] = useState<SmartIdBody['country']>('ee')
  const [typed, setTyped] = useState({ code: '', phone: '' })
  const [error, setError] = useState<{ readonly at: 'code' | 'phone'; readonly text: string } | null>(null)
  const type = (changes: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changes })
    setError(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (check.isBusy) return
    const personalCode = typed.code.replaceAll(/\s/g, '')
    const phone = typed.phone.replaceAll(/[\s()-]/g, '')
    if (way === 'mobile_id' && !PHONE.test(phone))
      return setError({ at: 'phone', text: t('protection.check_phone_wrong') })
    if (!PERSONAL_CODE.test(personalCode)) return setError({ at: 'code', text: t('protection.check_code_wrong') })
    const failure = await check.begin(
      way === 'smart_id' ? { way, body: { personalCode, country } } : { way, body: { personalCode, phone } },
    )
    if (failure) setError({ at: 'code', text: t(failure.code, { ...failure.params }) })
  }

  return (
    <form className={styles.claim} noValidate onSubmit={(event) => void submit(event)}>
      {ways.length > 1 ? (
        <FormChoice
          id={`${id}-way`}
          label={t('protection.by_phone_way')}
          value={way}
          choices={ways.map((value) => ({ value, label: t(`protection.${value}`) }))}
          onChoose={setWay}
        />
      ) : null}
      {way === 'smart_id' ? (
        <FormChoice
          id={`${id}-country`}
          label={t('protection.code_country')}
          value={country}
          choices={COUNTRIES}
          onChoose={setCountry}
        />
      ) : (
        <FormInput
          id={`${id}-phone`}
          label={t('protection.check_phone')}
          error={error?.at === 'phone' ? error.text : null}
          value={typed.phone}
          inputMode="tel"
          dir="ltr"
          maxLength={PHONE_LENGTH}
          onChange={(phone) => type({ phone })}
        />
      )}
      <FormInput
        id={`${id}-code`}
        label={t('protection.personal_code')}
        error={error?.at === 'code' ? error.text : null}
        value={typed.code}
        inputMode="numeric"
        dir="ltr"
        maxLength={CODE_LENGTH}
        onChange={(code) => type({ code })}
      />
      <Button type="submit" kind="primary" isBusy={check.isBusy}>
        {t('protection.check_start')}
      </Button>
    </form>
  )
}
