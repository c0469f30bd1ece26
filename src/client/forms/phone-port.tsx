import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { AppError } from '#calls/app-error.ts'
import type { Call } from '#calls/call.ts'
import { getPhoneCountries, getPhoneMasks, getPhoneMetadata } from '#calls/forms.calls.ts'
import { phoneContext, phoneRules } from '#machines/forms/kinds/phone-context.rules.ts'
import { type PhoneData, type PhonePort, PhonePortContext } from '#renderers/forms/phone/phone-port.ts'
import { useLatest } from '#renderers/forms/use-latest.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldDefinition, PhoneContext } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { report } from '../page/report.ts'

/** Props of {@link PhoneProvider}. */
export interface PhoneProviderProps {
  readonly definitions: readonly FieldDefinition[]
  /** Countries and masks are there: from now on the rules of the form know them too. */
  readonly onKnown: (phone: PhoneContext) => void
  readonly children: ReactNode
}

/** Fetches countries and masks for the phone field of a form (REG-39). A form without one is left alone. */
export function PhoneProvider(props: PhoneProviderProps) {
  const hasPhone = props.definitions.some(({ type }) => type === 'phone' || type === 'phone_country')
  return hasPhone ? <WithPhone {...props} /> : props.children
}

function WithPhone({ onKnown, children }: PhoneProviderProps) {
  const app = useApp()
  const t = useText()
  const rules = useMemo(() => phoneRules(app.site.config.registration, t), [app, t])
  const [data, setData] = useState<PhoneData | null>(null)
  const tell = useLatest(onKnown)

  useEffect(() => {
    let isWanted = true
    void loadPhoneData(app).then((loaded) => {
      if (!isWanted || loaded === null) return
      setData(loaded)
      tell(phoneContext(rules, loaded.countries, loaded.masks))
    })
    return () => {
      isWanted = false
    }
  }, [app, rules, tell])

  const { country } = app.state.visitor
  const port = useMemo((): PhonePort => ({ data, rules, country }), [data, rules, country])
  return <PhonePortContext value={port}>{children}</PhonePortContext>
}

/** Countries, masks and numbering; null without countries. The others may fail: then there are fewer masks, and national
 *  prefixes are left to the server. Each failure is logged. */
async function loadPhoneData({ call }: Pick<App, 'call'>): Promise<PhoneData | null> {
  const [countries, masks, numbering] = await Promise.all([
    call(getPhoneCountries, {}).catch(noted(getPhoneCountries)),
    call(getPhoneMasks, {}).catch(noted(getPhoneMasks)),
    call(getPhoneMetadata, {}).catch(noted(getPhoneMetadata)),
  ])
  return countries && { countries: countries.countries, masks: masks?.masks ?? [], numbering }
}

function noted({ id }: Call): (error: unknown) => null {
  return (error) => {
    report('phone.load_failed', { call: id, code: error instanceof AppError ? error.code : String(error) })
    return null
  }
}
