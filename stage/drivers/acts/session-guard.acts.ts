import { disconnect } from '#calls/account.calls.ts'
import { changePassword } from '#calls/security.calls.ts'
import { getUserConfig } from '#calls/shell.calls.ts'
import { say } from '#cli/command-text.ts'
import type {
  EventPlace,
  Impossible,
  MachineActs,
  OpenPage,
  PageAct,
  PageSighting,
} from '#machines/shell/machine-acts.ts'
import type { Scenario, SessionGuardEvent } from '#schemas'

type Ended = Extract<SessionGuardEvent, { readonly type: 'session.ended' }>

/** The channel in which the tabs of the site tell each other of their player. */
const TABS = 'livery.player'
/** The number of the player in scenarios. */
const PLAYER = 1002003
/** The shortest time after which a brand may sign out who does nothing, and what the page takes besides. */
const IDLE_MS = 60_000
const MARGIN_MS = 1000
const WAIT: PageAct = { do: 'wait', ms: IDLE_MS + MARGIN_MS }
/** What counts the idle time is fetched late, and its settings after it: who has waited for nothing stirs, and waits again. */
const STIR: PageAct = { do: 'press', key: 'Shift' }
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
  config: (scenario) => ({
    auth: { isAutoLogoffEnabled: endsIdle(scenario), autoLogoffMs: IDLE_MS, autoLogoffWarningMs: IDLE_MS / 6 },
  }),
  // An idle player is signed out before the guard is notified.
  answers: (scenario) => [
    { call: changePassword, failure: 'access.denied' },
    ...(endsIdle(scenario) ? [{ call: disconnect, body: { success: true } }] : []),
  ],
  reasonAgainst: (scenario) =>
    endsIdle(scenario) && scenario.steps.some(({ event }) => event?.type === 'sign_out.requested')
      ? say('driver.signs_out_idle_make')
      : undefined,
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

/** Whether the time without any activity comes to its end on this page. */
function endsIdle({ steps }: Scenario): boolean {
  return steps.some(({ event }) => event?.type === 'session.ended' && event.isHere === true)
}

function endOf({ because, isHere }: Ended, { started }: EventPlace): readonly PageAct[] | Impossible {
  if (!isHere) return [{ do: 'tell', channel: TABS, word: { kind: 'signed-out', userId: numberOf(started), because } }]
  if (because !== 'idle') return { impossible: say('driver.ends_by_press') }
  return [WAIT, STIR, WAIT, STIR, WAIT]
}

function numberOf(started: unknown): unknown {
  return (started as { readonly userId?: unknown } | undefined)?.userId
}

/** Who is signed in, as far as the scenario tells: the player of the page goes by the number of the scenario. */
function playerAnswer(output: unknown, open?: OpenPage): unknown {
  const { userId } = output as { readonly userId: number | null }
  const number = userId === PLAYER ? (numberOf(open?.started) ?? userId) : userId
  const player = number === null ? null : { userId: number, balanceMinor: 0, currency: 'EUR' }
  return { siteHash: 'as it was', player }
}

function isSignedIn(output: unknown): unknown {
  return { isSignedIn: (output as { readonly userId: unknown }).userId !== null }
}
