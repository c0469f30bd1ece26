import type { CallPort } from '#calls/call.ts'
import type { SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import type { CaptchaAction, PublicCaptchaConfig } from '#schemas'
import type { CaptchaStage } from './captcha-stage.ts'

/** A captcha of any type behind one interface (CAP-1). The machine calls it in this order and polls `isReady` after `render`;
 *  a rejected step ends the attempt. */
export interface CaptchaProvider {
  /** Loads the script. @throws when it is refused or blocked */
  load(signal: AbortSignal): Promise<void>
  /** Draws the invisible widget. */
  render(signal: AbortSignal): Promise<void>
  isReady(): boolean
  /** Runs a challenge. When the signal fires, whatever is shown goes away. */
  execute(signal: AbortSignal): Promise<SolvedCaptcha>
  /** Prepares the widget for another challenge. @throws when it has to be reloaded */
  reset(): Promise<void>
  /** Takes everything off the page; may be called at any time, and twice. */
  dispose(): void
}

/** What a provider is given. */
export interface ProviderPorts {
  readonly action: CaptchaAction
  readonly config: PublicCaptchaConfig
  /** Language of the page. */
  readonly language: string
  /** Key of the site at the provider, when a field of a form names another than the configuration (FIELD-21). */
  readonly siteKey?: string | undefined
  readonly call: CallPort
  readonly stage: CaptchaStage
  /** The provider takes back a token that it has given. */
  readonly onExpired: () => void
}

export type CreateProvider = (ports: ProviderPorts) => CaptchaProvider
