import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { Answers } from '#schemas'

const PREFIX = preferenceKey('registrationDraft.')

/** What was typed into the form of a type and not sent yet; null when there is nothing, or storage is closed. It lives as
 *  long as the browser's tab, so that nobody finds it on a shared machine tomorrow. */
export function readDraft(type: string): Answers | null {
  const text = window.sessionStorage.getItem(PREFIX + type)
  return text === null ? null : (JSON.parse(text) as Answers)
}

/** Keeps the answers of a type; secrets are left out before they come here. */
export function writeDraft(type: string, answers: Answers): void {
  window.sessionStorage.setItem(PREFIX + type, JSON.stringify(answers))
}

/** Forgets all drafts, once the account is there. */
export function dropDrafts(): void {
  for (const key of Object.keys(window.sessionStorage))
    if (key.startsWith(PREFIX)) window.sessionStorage.removeItem(key)
}
