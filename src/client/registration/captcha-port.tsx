import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type CaptchaPort, CaptchaPortProvider } from '#renderers/forms/captcha/captcha-port.ts'
import type { FieldDefinition, PublicCaptchaConfig } from '#schemas'
import type { CaptchaView } from '../captcha/captcha-attempt.ts'
import type { CaptchaService } from '../captcha/captcha-service.ts'
import { useApp } from '../page/app-context.ts'
import { report } from '../page/report.ts'

const ACTION = 'registration'
const IDLE: CaptchaView = { status: 'idle', failure: null }

/** Props of {@link CaptchaPorts}. */
export interface CaptchaPortsProps {
  readonly definitions: readonly FieldDefinition[]
  readonly children: ReactNode
}

/** The site key that a field of the form names instead of the configuration's (FIELD-21). */
function ownSiteKey(definitions: readonly FieldDefinition[], { type, siteKeys }: PublicCaptchaConfig) {
  const key = definitions.find((field) => field.type === 'captcha')?.key
  return key === siteKeys[type] ? undefined : key
}

/** Gives the fields of the registration form its captcha. The same captcha runs when the form is sent, unless the
 *  player has run it before; leaving the page abandons the challenge. */
export function CaptchaPorts({ definitions, children }: CaptchaPortsProps) {
  const { captcha, site } = useApp()
  const siteKey = ownSiteKey(definitions, site.config.captcha)
  const [service, setService] = useState<CaptchaService | null>(null)
  const view = useSyncExternalStore(
    (changed) => service?.subscribe(changed) ?? (() => undefined),
    () => service?.view(ACTION) ?? IDLE,
    () => IDLE,
  )
  useEffect(() => () => service?.leave(ACTION), [service])
  useEffect(() => {
    if (siteKey === undefined) return
    captcha().then(
      (loaded) => loaded.takeSiteKey(ACTION, siteKey),
      (error: unknown) => report('captcha.not_loaded', { error: String(error) }),
    )
  }, [captcha, siteKey])
  const port = useMemo((): CaptchaPort => {
    const start = async (siteKey: string | undefined) => {
      const loaded = await captcha()
      setService(loaded)
      if (siteKey !== undefined) loaded.takeSiteKey(ACTION, siteKey)
      await loaded.execute(ACTION)
    }
    // A failure is shown in the field already; a closed challenge is not one.
    const tell = (error: unknown) => {
      if (service === null) report('captcha.not_loaded', { error: String(error) })
    }
    return { ...view, start: (siteKey) => void start(siteKey).catch(tell) }
  }, [view, captcha, service])
  return <CaptchaPortProvider value={port}>{children}</CaptchaPortProvider>
}
