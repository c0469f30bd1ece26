import type { IdentificationStateName, IdentificationStep } from '#schemas'

type State = IdentificationStateName

/** Who brings an identification to a state; the site alone takes uploads back that were left lying. */
type StepTaker = IdentificationStep['by']

/** Where each side may bring an identification from a state; a provider may change its mind. */
const STEPS: Readonly<Record<StepTaker, Readonly<Record<State, readonly State[]>>>> = {
  player: {
    none: ['uploaded', 'checking'],
    requested: ['uploaded', 'checking'],
    uploaded: ['none', 'requested', 'rejected', 'checking'],
    checking: [],
    verified: [],
    rejected: ['uploaded', 'checking', 'appeal'],
    appeal: [],
  },
  operator: {
    none: ['requested'],
    requested: [],
    uploaded: [],
    checking: ['verified', 'rejected'],
    verified: ['requested', 'rejected'],
    rejected: ['verified'],
    appeal: ['verified', 'rejected'],
  },
  provider: {
    none: ['requested', 'verified', 'rejected'],
    requested: ['verified', 'rejected'],
    uploaded: ['verified', 'rejected'],
    checking: ['requested', 'verified', 'rejected'],
    verified: ['requested', 'rejected'],
    rejected: ['requested', 'verified'],
    appeal: ['verified', 'rejected'],
  },
  site: {
    none: [],
    requested: [],
    uploaded: ['none', 'requested', 'rejected'],
    checking: [],
    verified: [],
    rejected: [],
    appeal: [],
  },
}

/** Whether somebody may bring an identification from one state to another (LCCP 17.1.1; states none > requested > uploaded >
 *  checking > verified | rejected > appeal). */
export function maySetState(by: StepTaker, from: State, to: State): boolean {
  return STEPS[by][from].includes(to)
}

/** Whether the player may give documents now. */
export function mayGiveDocuments(state: State): boolean {
  return state === 'uploaded' || maySetState('player', state, 'uploaded')
}

/** Whether the documents are with the operator. */
export function isBeingChecked(state: State): boolean {
  return state === 'checking' || state === 'appeal'
}

/** The state that an identification falls back to when all that was uploaded is taken back.
 *  @param steps the states that it came to, the oldest first */
export function stateBeforeUpload(steps: readonly State[]): State {
  return steps.findLast((state) => state !== 'uploaded') ?? 'none'
}
