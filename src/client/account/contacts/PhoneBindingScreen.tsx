import { useLoaderData } from 'react-router'
import { useText } from '#renderers/site/texts.tsx'
import type { ContactsAnswer } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { ContactChange } from './ContactChange.tsx'
import { ContactNow } from './ContactNow.tsx'
import { loadContacts } from './contact-data.ts'

/** Loads the phone of the player. */
export function loadScreen(request: ScreenRequest): Promise<LoadedScreen<ContactsAnswer>> {
  return loadContacts(request, ({ phone }) => (phone === undefined ? 'contacts.phone_bind_title' : 'office.phone'))
}

/** Binds a first phone; where there is one, it is shown with the way to another. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ContactsAnswer>>()
  const title = t(data.phone === undefined ? 'contacts.phone_bind_title' : 'office.phone')
  return (
    <OfficePage title={title} text={t('contacts.phone_text')}>
      {data.phone === undefined ? (
        <ContactChange kind="phone" ways={data.phoneWays} />
      ) : (
        <ContactNow
          text={t('contacts.now')}
          value={data.phone}
          routeId="office_phone_change"
          action="contacts.phone_change_title"
        />
      )}
    </OfficePage>
  )
}
