import type { Scenario, ScenarioStep } from '#schemas'

/** Steps of the long scenarios. */
export const MANY_STEPS = 2000
/** Of a value in the large one; with it the file is a little larger than 1 MB. */
const VALUE_CHARS = 400

/** A dropdown that opens and closes again and again: every step changes state, chart and effects. */
export function longScenario(): Scenario {
  const press = (at: number): ScenarioStep => {
    return { at, do: 'send', actor: 'root', event: { type: 'trigger.pressed', pointerType: 'mouse' } }
  }
  return {
    format: 'scn/1',
    title: 'Two thousand steps',
    machine: 'shell/dropdown',
    input: { opensBy: 'click' },
    source: 'authored',
    req: [],
    steps: Array.from({ length: MANY_STEPS }, (_, index) => ({
      ...press(index * 10),
      ...(index === 0 ? { expect: { value: { open: 'staying' } } } : {}),
    })),
  }
}

/** A form into which long answers are written: a file of more than 1 MB, for the largest chart that there is. */
export function largeScenario(): Scenario {
  const begins: readonly ScenarioStep[] = [
    { at: 0, do: 'ok', actor: 'root/loadVariants#1', value: ['full_reg'] },
    { at: 0, do: 'ok', actor: 'root/loadFields#1', value: [{ id: 'phone', type: 'phone' }] },
    {
      at: 0,
      do: 'err',
      actor: 'root/loadDraft#1',
      value: { code: 'draft.unknown' },
      expect: { ctx: { '/restored/0': 'full_reg' } },
    },
  ]
  const writes = Array.from({ length: MANY_STEPS - begins.length }, (_, index): ScenarioStep => {
    const value = String(index).padEnd(VALUE_CHARS, 'x')
    return {
      at: 10 * (index + 1),
      do: 'send',
      actor: 'root',
      event: { type: 'field.changed', fieldId: 'phone', value },
    }
  })
  return {
    format: 'scn/1',
    title: 'A megabyte',
    machine: 'forms/form',
    input: { wanted: ['full_reg'] },
    source: 'authored',
    req: [],
    steps: [...begins, ...writes],
  }
}
