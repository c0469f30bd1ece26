import type { SocialProviderId, SocialStartAnswer, SocialStartBody } from '#schemas'
import type { CallPort } from '../call.ts'
import { startSocial } from '../social.calls.ts'

/** What for a provider is opened, and the page to come back to. */
export interface SocialStartPurpose {
  readonly purpose: SocialStartBody['purpose']
  readonly returnUrl?: string | null
}

/** The calls of the machine social/social-start: what its actors send, and what they give it of the answer. */
export const socialStartActors = {
  startSocial: (
    call: CallPort,
    { providerId }: { readonly providerId: string },
    { purpose, returnUrl }: SocialStartPurpose,
  ): Promise<SocialStartAnswer> =>
    call(startSocial, {
      body: { provider: providerId as SocialProviderId, purpose, ...(returnUrl ? { returnUrl } : {}) },
    }),
} as const
