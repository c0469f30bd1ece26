import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { PublicSite } from '#schemas'

const KEY = preferenceKey('recorder')

/** What a brand says of recording. */
type RecorderConfig = PublicSite['config']['other']['scenarioRecorder']

/** Whether this tab records what happens (QA-6): the brand has to allow it, and the tester to ask for it, once, by an address with
 *  `?recorder=on`; `off` ends it. The wish lives as long as the tab. */
export function isRecorderOn({ isAllowed, parameter }: RecorderConfig, search: string): boolean {
  if (!isAllowed) return false
  const asked = new URLSearchParams(search).get(parameter)
  try {
    if (asked === 'on') window.sessionStorage.setItem(KEY, 'on')
    if (asked === 'off') window.sessionStorage.removeItem(KEY)
    return window.sessionStorage.getItem(KEY) === 'on'
  } catch {
    // Storage may be closed: then only the page that is asked records.
    return asked === 'on'
  }
}

/** From the next page on this tab records nothing any more. */
export function switchRecorderOff(): void {
  try {
    window.sessionStorage.removeItem(KEY)
  } catch {
    // A closed storage has kept no wish.
  }
}
