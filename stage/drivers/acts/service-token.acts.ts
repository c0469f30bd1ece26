import { getServiceToken, refreshServiceToken } from '#calls/token.calls.ts'
import { say } from '#cli/command-text.ts'
import type { EventPlace, MachineActs } from '#machines/shell/machine-acts.ts'
import type { Scenario, ServiceTokenEvent } from '#schemas'
import { type StoredToken, startTimeOf, type TokenAnswer } from '../browser/token-scenario.ts'
import { EPOCH_KEY, SECOND_MS, TokenStage } from '../browser/token-stage.ts'

/** account/service-token as a page of a player runs it beneath its calls for bearers (TOK-1 to TOK-13). */
export function serviceTokenActs(scenario: Scenario): MachineActs<ServiceTokenEvent> {
  const played = new TokenStage(scenario)
  const deeds = (_: unknown, { step }: EventPlace) => played.deeds(step)
  return {
    path: ({ isSignedIn }) => (isSignedIn ? '/en/office/change-password' : '/en/login'),
    player: ({ input }) => (input?.isSignedIn ? { hasSecondFactor: false } : undefined),
    config: { auth: { isAutoLogoffEnabled: false } },
    startMs: () => startTimeOf(scenario),
    stored: ({ input }) => storedEpoch(input as { readonly isSignedIn: boolean; readonly epoch: number }),
    // It asks for the balance whenever the tab is seen again.
    withholds: /\/PlayerUpkeep-/,
    toStart: () => played.prelude,
    beginsAsFound: true,
    around: ({ step }) => played.around(step),
    reasonAgainst: () => played.reason,
    events: {
      'token.wanted': deeds,
      'request.refused': deeds,
      'request.accepted': deeds,
      'request.abandoned': deeds,
      'token.shared': deeds,
      'page.resumed': deeds,
      'user.signed-out': deeds,
      'user.signed-in': {
        impossible: say('driver.signs_another_page_whose'),
      },
    },
    comparableEvent: (event) => played.comparableEvent(event as ServiceTokenEvent),
    comparable: (seen) => played.comparable(seen),
    actors: {
      holdLock: {
        own: say('driver.page_waits_lock_all'),
        deeds: ({ step }) => played.lockDeeds(step),
      },
      readStored: {
        own: say('driver.reads_storage_browser_once'),
        comparable: (output) => ({ stored: (output as StoredToken).stored }),
      },
      fetchToken: {
        call: getServiceToken,
        orCall: refreshServiceToken,
        answer: (output) => tokenBody(output as TokenAnswer),
        headers: (output) => dateHeader(output as TokenAnswer),
        comparable: (output) => comparableAnswer(output as TokenAnswer),
      },
    },
  }
}

function storedEpoch({ isSignedIn, epoch }: { readonly isSignedIn: boolean; readonly epoch: number }) {
  // A page whose player is another than the one before begins the next.
  const before = { epoch: isSignedIn ? epoch - 1 : epoch, userId: null }
  return { [EPOCH_KEY]: JSON.stringify(before) }
}

function tokenBody({ userToken, expiresAtMs }: TokenAnswer): unknown {
  const attributes = { userToken: userToken ?? '', expireDate: new Date(expiresAtMs).toISOString() }
  return { data: { type: 'token', attributes } }
}

function dateHeader({ serverDateMs }: TokenAnswer): Readonly<Record<string, string>> {
  return serverDateMs === null ? {} : { date: new Date(serverDateMs).toUTCString() }
}

function comparableAnswer({ userToken, expiresAtMs, serverDateMs, receivedAtMs }: TokenAnswer) {
  const dateSecond = serverDateMs === null ? null : Math.floor(serverDateMs / SECOND_MS)
  return { userToken: userToken || null, expiresAtMs, dateSecond, receivedAtMs }
}
