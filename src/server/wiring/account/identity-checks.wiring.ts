import {
  createIdentityChecks,
  type IdentityCheckPorts,
  type IdentityChecks,
  type JoinedIdentity,
} from '#server/protection/identity/identity-checks.ts'
import { createMobileId, createSmartId } from '#server/protection/identity/phone-id-providers.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** What checks of identity are joined with. */
export interface IdentityChecksWiringPorts extends Pick<IdentityCheckPorts, 'db' | 'clock' | 'decide' | 'warn'> {
  readonly site: (brandId: string) => Promise<Pick<ResolvedSite, 'config'>>
  /** Reads a secret that a brand names. */
  readonly secretOf: (variable: string) => string | undefined
  readonly fetch: typeof fetch
}

/** Joins the providers of each brand by its configuration; one that lacks a secret is none. */
export function createIdentityChecksWiring(ports: IdentityChecksWiringPorts): IdentityChecks {
  return createIdentityChecks({ ...ports, providers: async (brandId) => joinedOf(ports, await ports.site(brandId)) })
}

function joinedOf(
  { secretOf, fetch, clock }: IdentityChecksWiringPorts,
  { config }: Pick<ResolvedSite, 'config'>,
): JoinedIdentity {
  const { identity, identitySecrets } = config['third-party']
  const secret = (name: keyof typeof identitySecrets) => {
    const variable = identitySecrets[name]
    return variable === undefined ? undefined : secretOf(variable)
  }
  const reach = { fetch, now: clock }
  const { sumsub, smartId, mobileId, verigram } = identity
  const [appToken, secretKey, webhookSecret] = [secret('sumsubToken'), secret('sumsubKey'), secret('sumsubWebhook')]
  const [smartIdParty, mobileIdParty] = [secret('smartIdParty'), secret('mobileIdParty')]
  return {
    ...(sumsub && appToken && secretKey && webhookSecret
      ? { sumsub: { ...reach, ...sumsub, appToken, secretKey, webhookSecret } }
      : {}),
    ...(smartId && smartIdParty ? { smart_id: createSmartId({ ...reach, ...smartId, partyId: smartIdParty }) } : {}),
    ...(mobileId && mobileIdParty
      ? { mobile_id: createMobileId({ ...reach, ...mobileId, partyId: mobileIdParty }) }
      : {}),
    ...(verigram ? { verigram: { ...reach, ...verigram, apiKey: secret('verigramKey') } } : {}),
  }
}
