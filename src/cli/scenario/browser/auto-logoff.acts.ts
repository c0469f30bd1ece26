import { disconnect } from '#calls/account.calls.ts'
import type { EventPlace, MachineActs } from '#machines/shell/machine-acts.ts'
import type { AutoLogoffEvent, Scenario } from '#schemas'
import { type ActivityReading, IdleStage } from './idle-stage.ts'

/** What a scenario means that names no times. */
const IDLE_MS = 30 * 60_000
const WARNING_MS = 60_000

/** account/auto-logoff on any page of a player whose brand signs out who does nothing (AUTH-6, AUTH-7). */
export function autoLogoffActs(scenario: Scenario): MachineActs<AutoLogoffEvent> {
  const story = new IdleStage(scenario)
  const deeds = (_: unknown, { step }: EventPlace) => story.deeds(step)
  return {
    path: '/en/information/about',
    player: () => ({ hasSecondFactor: false }),
    inputDefaults: { idleMs: IDLE_MS, warningMs: WARNING_MS },
    // The moment at which the machine starts is the page's affair; its first activity is told at time 0.
    comparableInput: ({ signedInAtMs: _own, ...input }) => input,
    config: ({ input = {} }) => ({
      auth: {
        isAutoLogoffEnabled: true,
        autoLogoffMs: Number(input.idleMs ?? IDLE_MS),
        autoLogoffWarningMs: Number(input.warningMs ?? WARNING_MS),
      },
    }),
    startMs: ({ input }) => Number(input?.signedInAtMs),
    // It asks for the balance whenever the tab is seen again.
    withholds: /\/PlayerUpkeep-/,
    toBegin: [{ do: 'press', key: 'Shift' }],
    beginsAsFound: true,
    around: ({ step }) => story.around(step),
    reasonAgainst: () => story.reason,
    events: {
      'activity.noticed': deeds,
      'activity.shared': deeds,
      'page.resumed': deeds,
      'player.signed-out': deeds,
      'player.signed-in': {
        impossible: 'each player of a page has a machine of their own, which begins when they have signed in',
      },
    },
    actors: {
      readActivity: {
        own: 'the page reads its clock and the storage of the tabs at once',
        // In a story a look takes time, by which its clock is later.
        comparable: (output) => ({ storedAtMs: (output as ActivityReading).storedAtMs }),
        deeds: ({ scenario: { steps }, step }) =>
          steps[step]?.do === 'err' ? { impossible: 'a storage that is closed is an empty one to it' } : [],
      },
      signOut: { call: disconnect, answer: () => ({ success: true }), comparable: () => null },
    },
  }
}
