import { createContext, useContext } from 'react'

/** What a captcha's field asks of the application, for the form that it stands in. */
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

/** The captcha of the form above. @throws Error where the application gives none */
export function useCaptchaPort(): CaptchaPort {
  const port = useContext(CaptchaPortContext)
  if (port === null) throw new Error('a captcha field stands outside <CaptchaPortProvider>')
  return port
}
