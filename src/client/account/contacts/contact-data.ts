import { getContacts } from '#calls/contacts.calls.ts'
import type { ContactsAnswer } from '#schemas'
import type { LoadedScreen, ScreenRequest } from '../../page/screen.ts'

/** Loads the addresses of the player for a screen that binds, changes or proves one.
 *  @param titleKey what the screen is called, by what there is */
export async function loadContacts(
  { app }: ScreenRequest,
  titleKey: (contacts: ContactsAnswer) => string,
): Promise<LoadedScreen<ContactsAnswer>> {
  const data = await app.call(getContacts, {})
  return { meta: () => ({ title: app.texts.t(titleKey(data)), isPrivate: true }), data }
}

/** An address in a text of whatever direction, from left to right. */
export function isolated(value: string): string {
  return `\u2066${value}\u2069`
}
