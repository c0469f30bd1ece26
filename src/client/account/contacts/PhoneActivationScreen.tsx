import { useLoaderData } from 'react-router'
import { useText } from '#renderers/site/texts.tsx'
import type { ContactsAnswer } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { ContactChange } from './ContactChange.tsx'
import { ContactNow } from './ContactNow.tsx'
import { loadContacts } from './contact-data.ts'

/** Loads the phone that waits for its code. */
export function loadScreen(request: ScreenRequest): Promise<LoadedScreen<ContactsAnswer>> {
  return loadContacts(request, () => 'contacts.phone_activate_title')
}

/** Proves a phone that was entered and waits for its code. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ContactsAnswer>>()
  const { waitingPhone, phoneWays } = data
  return (
    <OfficePage title={t('contacts.phone_activate_title')} text={t('contacts.phone_text')}>
      {waitingPhone === undefined ? (
        <ContactNow text={t('contacts.nothing_waits')} routeId="office_phone_binding" action="office.phone" />
      ) : (
        <ContactChange kind="phone" ways={phoneWays} waiting={waitingPhone} />
      )}
    </OfficePage>
  )
}
