import { createContext, useContext } from 'react'

/** Where the confirmation of the form's phone stands; the states of the machine phone/sms-code. */
export type PhoneCodeState = 'idle' | 'sending' | 'waiting' | 'checking' | 'confirmed' | 'locked' | 'expired' | 'failed'

/** What the parts of a phone's confirmation show, and what they ask of the application. */
export interface PhoneCodePort {
  readonly state: PhoneCodeState
  /** The number that is being confirmed, E.164. */
  readonly phone: string
  readonly code: string
  /** Seconds until another code may be asked for. */
  readonly waitSeconds: number
  /** Codes that may still be asked for today; null when it is not known. */
  readonly left: number | null
  /** Dictionary key of what is wrong, and the values that its text names. */
  readonly fault: { readonly code: string; readonly params: Readonly<Record<string, string | number>> } | null
  /** How many times the form was submitted with only the code missing; 0 while it does not wait for one. */
  readonly awaited: number
  readonly request: () => void
  readonly type: (code: string) => void
  readonly submit: () => void
}

export const PhoneCodePortContext = createContext<PhoneCodePort | null>(null)

/** The confirmation of the form's phone, or null: then the parts are plain controls. */
export function usePhoneCodePort(): PhoneCodePort | null {
  return useContext(PhoneCodePortContext)
}
