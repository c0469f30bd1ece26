import type { AnyStateMachine } from 'xstate'
import { type MachinePart, machineParts } from './machine-parts.ts'

/** A part of a machine that another revision lacks, or has in another form. */
export interface MachineChange {
  readonly change: 'added' | 'removed' | 'changed'
  readonly kind: MachinePart['kind']
  readonly name: string
  /** What it was; absent when it was added. */
  readonly old?: string
  /** What it is; absent when it was removed. */
  readonly new?: string
}

/** What differs between two revisions of a machine: its states, transitions, guards, actions, delays and actors (QA-10). */
export function diffMachines(before: AnyStateMachine, after: AnyStateMachine): readonly MachineChange[] {
  const [old, fresh] = [byPlace(machineParts(before)), byPlace(machineParts(after))]
  const places = new Set([...old.keys(), ...fresh.keys()])
  return [...places].flatMap((place) => diffPlace(old.get(place) ?? [], fresh.get(place) ?? []))
}

/** Parts of one kind and place: more than one where a transition has several candidates. */
function byPlace(parts: readonly MachinePart[]): ReadonlyMap<string, readonly MachinePart[]> {
  return Map.groupBy(parts, ({ kind, place }) => `${kind} ${place}`)
}

/** Candidates that both have are left out, the others are told in pairs as far as they go. */
function diffPlace(old: readonly MachinePart[], fresh: readonly MachinePart[]): readonly MachineChange[] {
  const isOrderAlone =
    old.length === fresh.length && without(old, fresh).length === 0 && without(fresh, old).length === 0
  const [gone, come] = isOrderAlone ? moved(old, fresh) : [without(old, fresh), without(fresh, old)]
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => change(gone[index], come[index]))
}

/** Where the same candidates are tried in another order, those that stand elsewhere. */
function moved(old: readonly MachinePart[], fresh: readonly MachinePart[]): [MachinePart[], MachinePart[]] {
  const isElsewhere = (_: MachinePart, index: number) => old[index]?.text !== fresh[index]?.text
  return [old.filter(isElsewhere), fresh.filter(isElsewhere)]
}

function without(parts: readonly MachinePart[], others: readonly MachinePart[]): MachinePart[] {
  const left = others.map(({ text }) => text)
  return parts.filter(({ text }) => {
    const index = left.indexOf(text)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

function change(old: MachinePart | undefined, fresh: MachinePart | undefined): MachineChange {
  const part = (fresh ?? old) as MachinePart
  const kind = !old ? 'added' : fresh ? 'changed' : 'removed'
  return {
    change: kind,
    kind: part.kind,
    name: (old ?? part).name,
    ...(old ? { old: old.text } : {}),
    ...(fresh ? { new: fresh.text } : {}),
  }
}
