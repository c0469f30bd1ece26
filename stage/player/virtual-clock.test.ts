import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign, createActor, createMachine } from 'xstate'
import { VirtualClock } from './virtual-clock.ts'

interface Alarm {
  readonly name: number
  readonly delayMs: number
  /** Set when this one fires. */
  readonly next: readonly Alarm[]
}

function alarmOf(depth: number): fc.Arbitrary<Alarm> {
  return fc.record({
    name: fc.nat(1000),
    delayMs: fc.integer({ min: 0, max: 20 }),
    next: depth > 0 ? fc.array(alarmOf(depth - 1), { maxLength: 2 }) : fc.constant([]),
  })
}

function ring(alarms: readonly Alarm[], stops: readonly number[]): string[] {
  const clock = new VirtualClock()
  const log: string[] = []
  const set = ({ name, delayMs, next }: Alarm) =>
    clock.setTimeout(() => {
      log.push(`${name} at ${clock.nowMs}`)
      for (const later of next) set(later)
    }, delayMs)
  for (const first of alarms) set(first)
  for (const stop of stops) clock.advanceTo(stop)
  return log
}

describe('VirtualClock', () => {
  test('QA-4: one jump equals the same time in small steps of any size', () => {
    fc.assert(
      fc.property(
        fc.array(alarmOf(3), { maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 40 }),
        (alarms, stops) => {
          const small = [...stops.sort((left, right) => left - right), 500]
          expect(ring(alarms, small)).toEqual(ring(alarms, [500]))
        },
      ),
      { numRuns: 500, seed: 4 },
    )
  })

  test('QA-4: timers fire at their own due time, in the order of their setting on ties', () => {
    const alarms = [3, 1, 2].map((name) => ({ name, delayMs: 10, next: [{ name: name * 10, delayMs: 0, next: [] }] }))
    expect(ring(alarms, [25])).toEqual(['3 at 10', '1 at 10', '2 at 10', '30 at 10', '10 at 10', '20 at 10'])
  })

  test('QA-4: a jump over two chained delays of a machine ends in the last state', () => {
    const machine = createMachine({
      context: { entered: [] as string[] },
      initial: 'a',
      states: {
        a: { after: { 100: { target: 'b', actions: assign({ entered: ['b'] }) } } },
        b: { after: { 100: 'c' } },
        c: {},
      },
    })
    const clock = new VirtualClock()
    const actor = createActor(machine, { clock }).start()
    clock.advanceTo(200)
    expect(actor.getSnapshot().value).toBe('c')
  })

  test('a cleared timer does not fire, and a timer may clear another that is due at the same time', () => {
    const clock = new VirtualClock()
    const log: string[] = []
    const first = clock.setTimeout(() => log.push('first'), 5)
    clock.setTimeout(() => clock.clearTimeout(third), 6)
    const third = clock.setTimeout(() => log.push('third'), 6)
    clock.clearTimeout(first)
    clock.advanceTo(10)
    expect(log).toEqual([])
    expect(clock.pendingCount).toBe(0)
  })

  test('time does not run backwards', () => {
    const clock = new VirtualClock()
    clock.advanceTo(10)
    expect(() => clock.advanceTo(9)).toThrow('cannot go back')
  })

  test('timers that set each other at one instant are distinguished from a long wait', () => {
    const clock = new VirtualClock()
    const again = () => void clock.setTimeout(again, 0)
    again()
    expect(() => clock.advanceTo(1)).toThrow('without end')
    const patient = new VirtualClock()
    let rings = 0
    const everyMs = () => {
      rings += 1
      patient.setTimeout(everyMs, 1)
    }
    patient.setTimeout(everyMs, 1)
    patient.advanceTo(20_000)
    expect(rings).toBe(20_000)
  })
})
