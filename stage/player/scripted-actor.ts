import type { ActorLogic, AnyStateMachine, Snapshot } from 'xstate'

/** The state of a stand-in: running until the script ends it; `context` is the value that it showed last. */
type ScriptedSnapshot = Snapshot<unknown> & { readonly input: unknown; readonly context: unknown }

/** What the script may tell a stand-in. */
type ScriptedEvent =
  | { readonly type: 'script.ok'; readonly value: unknown }
  | { readonly type: 'script.err'; readonly value: unknown }
  | { readonly type: 'script.value'; readonly value: unknown }
  | { readonly type: 'xstate.stop' }

/**
 * A stand-in for an invoked actor: it does nothing by itself and ends when, and as, the script says (QA-5). It works
 * without promises, so a whole replay is synchronous.
 */
const scriptedActor: ActorLogic<ScriptedSnapshot, ScriptedEvent, unknown> = {
  getInitialSnapshot: (_, input) => ({
    status: 'active',
    output: undefined,
    error: undefined,
    input,
    context: undefined,
  }),
  transition: nextSnapshot,
  getPersistedSnapshot: (snapshot) => snapshot,
}

const scripted = new WeakMap<AnyStateMachine, AnyStateMachine>()

/** The machine with a stand-in for each of its actors; made once, for making it takes longer than a whole replay. */
export function scriptedMachine(machine: AnyStateMachine): AnyStateMachine {
  const known = scripted.get(machine)
  if (known) return known
  const names = Object.keys(machine.implementations.actors)
  const made: AnyStateMachine = machine.provide({
    actors: Object.fromEntries(names.map((name) => [name, scriptedActor])),
  })
  scripted.set(machine, made)
  return made
}

function nextSnapshot(snapshot: ScriptedSnapshot, event: ScriptedEvent): ScriptedSnapshot {
  const { input, context } = snapshot
  switch (event.type) {
    case 'script.ok':
      return { status: 'done', output: event.value, error: undefined, input, context }
    case 'script.err':
      return { status: 'error', output: undefined, error: event.value, input, context }
    case 'script.value':
      return { status: 'active', output: undefined, error: undefined, input, context: event.value }
    case 'xstate.stop':
      // As real actors do: one that stays active would show its last value once more as it is stopped.
      return { status: 'stopped', output: undefined, error: undefined, input, context }
    default:
      return snapshot
  }
}
