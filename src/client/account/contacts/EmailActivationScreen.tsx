import { useLoaderData } from 'react-router'
import { useText } from '#renderers/site/texts.tsx'
import type { ContactsAnswer } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { ContactChange } from './ContactChange.tsx'
import { ContactNow } from './ContactNow.tsx'
import { loadContacts } from './contact-data.ts'

/** Loads the e-mail address that waits for its code. */
export function loadScreen(request: ScreenRequest): Promise<LoadedScreen<ContactsAnswer>> {
  return loadContacts(request, () => 'contacts.email_activate_title')
}

/** Proves an e-mail address that was entered and waits for its code. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ContactsAnswer>>()
  const { waitingEmail, emailWays } = data
  return (
    <OfficePage title={t('contacts.email_activate_title')} text={t('contacts.email_text')}>
      {waitingEmail === undefined ? (
        <ContactNow text={t('contacts.nothing_waits')} routeId="office_email_change" action="office.email" />
      ) : (
        <ContactChange kind="email" ways={emailWays} waiting={waitingEmail} />
      )}
    </OfficePage>
  )
}
