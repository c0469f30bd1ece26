import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { RouteId } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { StepActions, StepText } from '../security/StepParts.tsx'
import { EntryNoticeForm } from '../sign-in/EntryParts.tsx'
import type { ContactKind } from './ContactForm.tsx'

/** Props of {@link AccountContacts}. */
export interface AccountContactsProps {
  /** Which new address waits for its code. */
  readonly waiting: ContactKind | undefined
}

const WAITING_AT: Readonly<Record<ContactKind, RouteId>> = {
  phone: 'office_phone_activate',
  email: 'office_activation_email',
}

/** The ways to the phone and the e-mail address, and a reminder of one that waits for its code (AUTH-11). */
export function AccountContacts({ waiting }: AccountContactsProps) {
  const app = useApp()
  const t = useText()
  const [phone, email] = [offeredPath(app, 'office_phone_binding'), offeredPath(app, 'office_email_change')]
  const activation = waiting && offeredPath(app, WAITING_AT[waiting])
  return (
    <>
      {waiting && activation ? (
        <EntryNoticeForm role="status">
          <StepText>{t('contacts.waits', { value: t(`account.${waiting}`) })}</StepText>
          <ButtonLink kind="primary" to={activation}>
            {t('contacts.enter_code')}
          </ButtonLink>
        </EntryNoticeForm>
      ) : null}
      <StepActions>
        {phone ? (
          <ButtonLink icon="phone" to={phone}>
            {t('office.phone')}
          </ButtonLink>
        ) : null}
        {email ? (
          <ButtonLink icon="mail" to={email}>
            {t('office.email')}
          </ButtonLink>
        ) : null}
      </StepActions>
    </>
  )
}
