import { useLoaderData } from 'react-router'
import { useText } from '#renderers/site/texts.tsx'
import type { ContactsAnswer } from '#schemas'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { ContactChange } from './ContactChange.tsx'
import { loadContacts } from './contact-data.ts'

function titleKey({ email }: ContactsAnswer): string {
  return email === undefined ? 'contacts.email_bind_title' : 'contacts.email_change_title'
}

/** Loads the e-mail address of the player. */
export function loadScreen(request: ScreenRequest): Promise<LoadedScreen<ContactsAnswer>> {
  return loadContacts(request, titleKey)
}

/** Changes the e-mail address, or adds a first one. */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<ContactsAnswer>>()
  return (
    <OfficePage title={t(titleKey(data))} text={t('contacts.email_text')}>
      <ContactChange kind="email" ways={data.emailWays} />
    </OfficePage>
  )
}
