import { fromPromise } from 'xstate'
import { autoLogoffActors } from '#calls/actors/auto-logoff.actors.ts'
import { autoLogoffMachine } from '#machines/account/sessions/auto-logoff.machine.ts'
import type { ActivityReading } from '#machines/account/sessions/auto-logoff-setup.machine.ts'
import type { App } from '../../page/app-context.ts'
import { readStored, writeStored } from '../../page/stored.ts'

/** Where the last activity of a player is kept for all tabs. */
const ACTIVITY_NAME = 'lastActivity'

interface KeptActivity {
  readonly userId: number
  readonly atMs: number
}

/** The auto logoff of a player, with this browser's clock and storage and the server at its ends. */
export function autoLogoffOf({ call }: App, userId: number) {
  return autoLogoffMachine.provide({
    actors: {
      readActivity: fromPromise<ActivityReading>(() =>
        Promise.resolve({ nowMs: Date.now(), storedAtMs: keptActivity(userId) }),
      ),
      signOut: fromPromise<void>(() => autoLogoffActors.signOut(call)),
    },
  })
}

/** Keeps the last activity for the tabs that sleep and hear nothing. A closed storage leaves the others what they are told. */
export function keepActivity(kept: KeptActivity): void {
  writeStored(ACTIVITY_NAME, kept)
}

function keptActivity(userId: number): number | null {
  const kept = readStored(ACTIVITY_NAME) as Partial<KeptActivity> | null | undefined
  return kept?.userId === userId && Number.isFinite(kept.atMs) ? (kept.atMs ?? null) : null
}
