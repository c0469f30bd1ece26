import { startSocial } from '#calls/social.calls.ts'
import { say } from '#cli/command-text.ts'
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
      if (name === undefined) return { impossible: say('driver.no_provider_button', { providerId }) }
      return [{ do: 'click', on: { role: 'button', name: `Continue with ${name}` } }]
    },
    'page.returned': {
      impossible: say('driver.browser_keeps_no_page'),
    },
  },
  actors: { startSocial: { call: startSocial } },
}
