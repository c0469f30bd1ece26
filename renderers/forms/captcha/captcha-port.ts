import { createContext } from 'react'
import { useNeeded } from '../../site/needed.ts'

/** What a captcha field needs from the application on behalf of its form. */
export interface CaptchaPort {
  readonly status: 'idle' | 'busy' | 'solved' | 'failed'
  /** Dictionary key of what went wrong; null when nothing did. */
  readonly failure: string | null
  /** Starts the captcha before the form is sent. @param siteKey the key that the field names, if it names one (FIELD-21) */
  readonly start: (siteKey: string | undefined) => void
}

const CaptchaPortContext = createContext<CaptchaPort | null>(null)

/** Gives the fields below their captcha. */
export const CaptchaPortProvider = CaptchaPortContext.Provider

/** The captcha of the form above. @throws MissingPartError where the application gives none */
export function useCaptchaPort(): CaptchaPort {
  return useNeeded(CaptchaPortContext, 'useCaptchaPort', 'CaptchaPortProvider')
}
