import { useLoaderData } from 'react-router'
import { useText } from '#renderers/site/texts.tsx'
import type { ContactsAnswer } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { ContactChange } from './ContactChange.tsx'
import { loadContacts } from './contact-data.ts'

/** Loads the phone of the player. */
export function loadScreen(request: ScreenRequest): Promise<LoadedScreen<ContactsAnswer>> {
  return loadContacts(request, () => 'contacts.phone_change_title')
}

/** Changes the phone; a first one is bound here as well. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ContactsAnswer>>()
  return (
    <OfficePage title={t('contacts.phone_change_title')} text={t('contacts.phone_text')}>
      <ContactChange kind="phone" ways={data.phoneWays} />
    </OfficePage>
  )
}
