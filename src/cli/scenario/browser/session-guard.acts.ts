import { disconnect } from '#calls/account.calls.ts'
import { changePassword } from '#calls/security.calls.ts'
import { getUserConfig } from '#calls/shell.calls.ts'
import type { EventPlace, Impossible, MachineActs, PageAct, PageSighting } from '#machines/shell/machine-acts.ts'
import type { Scenario, SessionGuardEvent } from '#schemas'

type Ended = Extract<SessionGuardEvent, { readonly type: 'session.ended' }>

/** The channel in which the tabs of the site tell each other of their player. */
const TABS = 'livery.player'
/** The number of the player in scenarios. */
const PLAYER = 1002003
const PASSWORD = 'a sentence of another'

/** account/session-guard on every page of a player; here on one that has a call to make. */
export const sessionGuardActs: MachineActs<SessionGuardEvent> = {
  path: '/en/office/change-password',
  player: () => ({ hasSecondFactor: false }),
  // The number of a player is the server's affair.
  comparableInput: () => ({}),
  comparable: ({ context, ...seen }: PageSighting, { input }: Scenario) => ({
    ...seen,
    context: { ...(context as object), userId: input?.userId },
  }),
  answers: () => [{ call: changePassword, failure: 'access.denied' }],
  events: {
    'sign_out.requested': [
      { do: 'click', on: { role: 'button', name: 'Sign out', index: 0, within: { role: 'main' } } },
    ],
    'session.ended': endOf,
    'call.refused': [
      { do: 'fill', on: { label: 'Current password' }, text: PASSWORD },
      { do: 'fill', on: { label: 'New password' }, text: PASSWORD },
      { do: 'fill', on: { label: 'New password again' }, text: PASSWORD },
      { do: 'click', on: { role: 'button', name: 'Change password', within: { role: 'main' } } },
    ],
  },
  actors: {
    signOut: { call: disconnect },
    readPlayer: { call: getUserConfig, answer: playerAnswer, comparable: isSignedIn },
  },
}

function endOf({ because, isHere }: Ended, { started }: EventPlace): readonly PageAct[] | Impossible {
  if (isHere)
    return { impossible: 'the end of idle time signs out by itself before, which is the affair of account/auto-logoff' }
  return [{ do: 'tell', channel: TABS, word: { kind: 'signed-out', userId: numberOf(started), because } }]
}

function numberOf(started: unknown): unknown {
  return (started as { readonly userId?: unknown } | undefined)?.userId
}

/** Who is signed in, as far as the scenario tells: the player of the page goes by the number of the scenario. */
function playerAnswer(output: unknown, started: unknown): unknown {
  const { userId } = output as { readonly userId: number | null }
  const number = userId === PLAYER ? (numberOf(started) ?? userId) : userId
  const player = number === null ? null : { userId: number, balanceMinor: 0, currency: 'EUR' }
  return { siteHash: 'as it was', player }
}

function isSignedIn(output: unknown): unknown {
  return { isSignedIn: (output as { readonly userId: unknown }).userId !== null }
}
