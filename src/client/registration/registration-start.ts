import { prefilledAnswers } from '#machines/registration/prefill.rules.ts'
import { TYPE_PARAMETER } from '#machines/registration/registration-address.rules.ts'
import { chosenType } from '#machines/registration/registration-flow.rules.ts'
import { brandDay } from '#machines/registration/registration-form-context.rules.ts'
import type { App } from '../page/app-context.ts'
import { loadConfirmed, socialOutcome } from '../social/social-calls.ts'
import type { RegistrationStart } from './registration.actors.ts'
import { loadFields, loadTypes, type Preloaded, type RegistrationVariant } from './registration.actors.ts'

/** Reads the address and loads the types and the fields of the first one. A failure leaves the rest to the machine, which
 *  offers a retry (REG-23).
 *  @param typeOfPath the type that the path names, which wins over that of the query */
export async function loadStart(
  app: App,
  url: URL,
  variant: RegistrationVariant,
  typeOfPath?: string,
): Promise<RegistrationStart> {
  const { registration, global } = app.site.config
  const requestedType = typeOfPath ?? url.searchParams.get(TYPE_PARAMETER) ?? registration.defaultType
  const bonus = url.searchParams.get('bonus')
  return {
    ...(await preload(app, { requestedType, bonus, variant })),
    variant,
    requestedType,
    bonus,
    prefilled: prefilledAnswers(registration.prefills, url.search),
    today: brandDay(Date.now(), global.timeZone),
    failureCode: socialOutcome(url).failureCode,
  }
}

type Wanted = Pick<RegistrationStart, 'requestedType' | 'bonus' | 'variant'>

async function preload(app: App, { requestedType, bonus, variant }: Wanted): Promise<Preloaded> {
  try {
    const types = await loadTypes(app, variant)
    const type = chosenType(types, requestedType ?? undefined)
    const confirmed = types.includes('soc_reg') ? await loadConfirmed(app) : null
    return { types, fields: { type, definitions: await loadFields(app, type, bonus) }, confirmed }
  } catch (error) {
    console.warn('registration is not preloaded:', String(error))
    return { types: [], fields: null, confirmed: null }
  }
}
