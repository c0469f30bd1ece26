import { disconnect } from '#calls/account.calls.ts'
import { say } from '#cli/command-text.ts'
import type { EventPlace, MachineActs } from '#machines/shell/machine-acts.ts'
import type { AutoLogoffEvent, Scenario } from '#schemas'
import { type ActivityReading, IdleStage } from '../browser/idle-stage.ts'

/** What a scenario means that names no times. */
const IDLE_MS = 30 * 60_000
const WARNING_MS = 60_000

/** account/auto-logoff on any page of a player whose brand signs out who does nothing (AUTH-6, AUTH-7). */
export function autoLogoffActs(scenario: Scenario): MachineActs<AutoLogoffEvent> {
  const played = new IdleStage(scenario)
  const deeds = (_: unknown, { step }: EventPlace) => played.deeds(step)
  return {
    path: '/en/information/about',
    player: () => ({ hasSecondFactor: false }),
    inputDefaults: { idleMs: IDLE_MS, warningMs: WARNING_MS },
    // The page decides when the machine starts; its first activity is reported at time 0.
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
    around: ({ step }) => played.around(step),
    reasonAgainst: () => played.reason,
    events: {
      'activity.noticed': deeds,
      'activity.shared': deeds,
      'page.resumed': deeds,
      'player.signed-out': deeds,
      'player.signed-in': {
        impossible: say('driver.each_player_page_machine'),
      },
    },
    actors: {
      readActivity: {
        own: say('driver.page_reads_clock_storage'),
        // In a scenario a look takes time, by which its clock is later.
        comparable: (output) => ({ storedAtMs: (output as ActivityReading).storedAtMs }),
        deeds: ({ scenario: { steps }, step }) =>
          steps[step]?.do === 'err' ? { impossible: say('driver.closed_storage_is_empty') } : [],
      },
      signOut: { call: disconnect, answer: () => ({ success: true }), comparable: () => null },
    },
  }
}
