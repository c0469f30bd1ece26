import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import { playScenario } from '../../player/scenario-player.ts'

/** Where the one mouse of a person is, and what else they do with their hands. */
interface Hands {
  /** The part on which the pointer rests; null when it is on none. */
  readonly part: string | null
  /** Parts that the pointer has left, and when. */
  readonly leftAtMs: Readonly<Record<string, number>>
  readonly hasFocus: boolean
  /** When a finger was lifted. */
  readonly liftedAtMs: number | null
}

interface HandEvent {
  readonly type: string
  readonly part?: string
  readonly pointerType?: string
  readonly isVisible?: boolean
}

/** A step as the machine alone plays it. */
interface MachineStep {
  readonly isOpen: boolean
  /** Whether the machine acts on the event of the step. */
  readonly isAnswered: boolean
}

const TRIGGER = 'trigger'

/**
 * Why one person with one mouse, one finger and a keyboard cannot do in order what a scenario requires of a trigger and
 * what it opens: a pointer enters only where it is not, and leaves only where it is; a press of the mouse brings the
 * pointer along. An event that the machine ignores may be tried without effect.
 * @returns undefined when a person can
 */
export function reasonAgainstHands(scenario: Scenario): string | undefined {
  const known = machineSteps(scenario)
  let hands: Hands = { part: null, leftAtMs: {}, hasFocus: false, liftedAtMs: null }
  for (const [index, { do: deed, event, at }] of scenario.steps.entries()) {
    const before = known[index]
    if (deed !== 'send' || !event || !before) continue
    const reason = reasonAgainstMove(event as unknown as HandEvent, hands, { atMs: at, isOpen: before.isOpen })
    if (reason !== undefined && before.isAnswered) return say('driver.step', { step: index + 1, reason })
    if (reason === undefined) hands = moved(hands, event as unknown as HandEvent, at)
  }
  return undefined
}

/** What the machine alone is like before each step. */
function machineSteps(scenario: Scenario): readonly MachineStep[] {
  const contract = scenarioMachines[scenario.machine]
  if (!contract) return []
  const known: MachineStep[] = [{ isOpen: false, isAnswered: true }]
  playScenario(contract, scenario, {
    onStep: (index, seen) => {
      const event = scenario.steps[index + 1]?.event as HandEvent | undefined
      const isOpen = typeof seen.value === 'object' && seen.value !== null && 'open' in seen.value
      known.push({ isOpen, isAnswered: event ? seen.can(event) : true })
    },
  })
  return known
}

interface Moment {
  readonly atMs: number
  readonly isOpen: boolean
}

function reasonAgainstMove(event: HandEvent, hands: Hands, { atMs, isOpen }: Moment): string | undefined {
  const { type, part = '', pointerType, isVisible } = event
  if (pointerType === 'pen') return say('driver.person_here_no_pen')
  if (type === 'pointer.entered' && pointerType !== 'touch') {
    if (hands.part === part) return say('driver.pointer_there_already', { part })
    return part === TRIGGER || isOpen ? undefined : say('driver.part_while_closed', { part })
  }
  if (type === 'pointer.left' && pointerType === 'touch') {
    return hands.liftedAtMs === atMs ? undefined : say('driver.finger_leaves_lifted')
  }
  if (type === 'pointer.left' && hands.part !== part && hands.leftAtMs[part] !== atMs) {
    return say('driver.pointer_elsewhere', { part })
  }
  if (type === 'trigger.focused' && hands.hasFocus) return say('driver.has_focus_already')
  if (type === 'trigger.focused' && !isVisible && hands.part !== TRIGGER) {
    return say('driver.press_leaves_focus_behind')
  }
  return type === 'trigger.blurred' && !hands.hasFocus ? say('driver.has_no_focus') : undefined
}

function moved(hands: Hands, { type, part = '', pointerType }: HandEvent, atMs: number): Hands {
  if (type === 'pointer.entered' && pointerType !== 'touch') return onPart(hands, part, atMs)
  if (type === 'pointer.left' && hands.part === part) return onPart(hands, null, atMs)
  if (type === 'trigger.focused') return { ...hands, hasFocus: true }
  if (type === 'trigger.blurred') return { ...hands, hasFocus: false }
  if (type === 'trigger.pressed' && pointerType === 'mouse') return onPart(hands, TRIGGER, atMs)
  if (type === 'trigger.pressed' && pointerType === 'touch') return { ...hands, liftedAtMs: atMs }
  return hands
}

function onPart(hands: Hands, part: string | null, atMs: number): Hands {
  const left = hands.part !== null && hands.part !== part ? { [hands.part]: atMs } : {}
  return { ...hands, part, leftAtMs: { ...hands.leftAtMs, ...left } }
}
