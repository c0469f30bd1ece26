import type { ActingPlayer } from '#machines/shell/machine-acts.ts'
import type { ScenarioAccount } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
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
  if (player.balanceMinor) await giveMoney(server, brandId, player.balanceMinor)
  return browser.cookies
}

/** Gives the only player of a scenario's brand money by a correction. */
async function giveMoney({ database, clock }: ScenarioServer, brandId: string, amountMinor: number): Promise<void> {
  await forBrand(database.db, brandId).transaction(async (tx) => {
    const { account_id: accountId, currency } = await tx
      .select('currency_account')
      .select(['account_id', 'currency'])
      .where('kind', '=', 'cash')
      .where('account_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const reason = 'money that the scenario stakes'
    const correction = { currency, amountMinor, reference: 'scenario', reason, now: new Date(clock.nowMs) }
    await correctBalance(tx, { ...correction, accountId: Number(accountId) })
  })
}
