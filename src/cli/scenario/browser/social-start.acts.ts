import { startSocial } from '#calls/social.calls.ts'
import type { MachineActs } from '#machines/shell/machine-acts.ts'
import type { SocialStartEvent } from '#schemas'

/** What the buttons of the providers that scenarios press are called. */
const NAMES: Readonly<Record<string, string>> = { fb: 'Facebook', google: 'Google' }

/** social/social-start on the page /login. */
export const socialStartActs: MachineActs<SocialStartEvent> = {
  path: ({ failureCode }) =>
    typeof failureCode === 'string' ? `/en/login?social=${encodeURIComponent(failureCode)}` : '/en/login',
  events: {
    'provider.pressed': ({ providerId }) => {
      const name = NAMES[providerId]
      if (name === undefined) return { impossible: `${providerId} is no provider that has a button` }
      return [{ do: 'click', on: { role: 'button', name: `Continue with ${name}` } }]
    },
    'page.returned': {
      impossible:
        'the browser keeps no page that is left while Playwright drives it, so that none comes back as it was',
    },
  },
  actors: { startSocial: { call: startSocial } },
}
