import type { ActingPlayer } from '#machines/shell/machine-acts.ts'
import type { ScenarioAccount } from '#schemas'
import { openBrowser } from './scenario-browser.ts'
import { makeGiven } from './scenario-given.ts'
import type { ScenarioServer } from './scenario-server.ts'

const ACCOUNT = { email: 'anna@mail.example', password: 'a sentence of my own', isSignedIn: true }
/** What stands for the code that the player's app shows. */
const APP_CODE = '123456'

/** Registers a player and signs them in. @returns the cookies of their browser: name → value; none for nobody
 *  @throws GivenFault when the brand lets no such player in */
export async function cookiesOfPlayer(
  server: ScenarioServer,
  { brandId, host }: { readonly brandId: string; readonly host: string },
  player: ActingPlayer | undefined,
): Promise<ReadonlyMap<string, string>> {
  const browser = openBrowser(server.app, host, 1)
  if (!player) return browser.cookies
  const account = { ...ACCOUNT, ...(player.hasSecondFactor ? { appCode: APP_CODE } : {}) }
  await makeGiven(
    { accounts: [account as unknown as ScenarioAccount] },
    {
      server,
      brandId,
      machine: { actors: {} },
      scope: {
        call: browser.callBy('open'),
        input: {},
        sentCode: async () => undefined,
        latestCode: async () => undefined,
        resetToken: async () => undefined,
        standIns: new Map(),
        now: () => new Date(server.clock.nowMs),
        browserNow: () => new Date(server.clock.nowMs),
      },
      openOther: () => openBrowser(server.app, host, 2),
    },
  )
  return browser.cookies
}
