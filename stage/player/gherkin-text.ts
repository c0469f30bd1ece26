import type { Scenario, ScenarioAbility, ScenarioExpectation, ScenarioStep } from '#schemas'

/** A scenario in the Gherkin language, to be read; values are JSON in back quotes. It is not a source: nothing reads it back. */
export function gherkinText(scenario: Scenario): string {
  const { machine, title = machine, req, tags = [], input = {}, steps } = scenario
  const marks = [...req, ...tags].map((mark) => `@${mark.replaceAll(/\s+/g, '-')}`)
  const lines = [
    `Feature: ${oneLine(machine)}`,
    '',
    ...(marks.length > 0 ? [`  ${marks.join(' ')}`] : []),
    `  Scenario: ${oneLine(title)}`,
    `    Given the machine starts with ${json(input)}`,
    ...withKeywords(steps.flatMap((step, index) => stepLines(step, steps[index - 1]?.at ?? 0))),
  ]
  return `${lines.join('\n')}\n`
}

type Line = readonly ['When' | 'Then' | '#', string]

/** The second line of a kind in a row begins with And. */
function withKeywords(lines: readonly Line[]): readonly string[] {
  let before = ''
  return lines.map(([keyword, text]) => {
    if (keyword === '#') return `    # ${text}`
    const shown = keyword === before ? 'And' : keyword
    before = keyword
    return `    ${shown} ${text}`
  })
}

function stepLines(step: ScenarioStep, before: number): readonly Line[] {
  const { at, note, expect = {} } = step
  const passed: readonly Line[] = at > before ? [['When', `${at - before} ms pass, until ${at} ms`]] : []
  const deed = deedText(step)
  return [
    ...(note === undefined ? [] : [['#', oneLine(note)] as const]),
    ...passed,
    ...(deed === '' ? [] : [['When', deed] as const]),
    ...expectationTexts(expect).map((text) => ['Then', text] as const),
  ]
}

function deedText({ do: deed, actor = 'root', event, value, illegal }: ScenarioStep): string {
  const { type = '', ...payload } = event ?? {}
  const named = `${illegal ? 'the illegal ' : ''}${type}${Object.keys(payload).length > 0 ? ` with ${json(payload)}` : ''}`
  switch (deed) {
    case 'send':
      return `${named} happens`
    case 'ok':
      return `${actor} ends well with ${json(value ?? null)}`
    case 'err':
      return `${actor} fails with ${json(value ?? null)}`
    case 'emit':
      return event ? `${actor} tells ${named}` : `${actor} shows ${json(value ?? null)}`
    case 'advance':
    case 'mark':
      return ''
  }
}

function expectationTexts({ value, ctx, can, effects, children, inputs }: ScenarioExpectation): readonly string[] {
  return [
    ...(value === undefined ? [] : [`the state is ${json(value)}`]),
    ...Object.entries(ctx ?? {}).map(([pointer, fact]) =>
      json(fact) === json({ $absent: true })
        ? `the context has no ${pointer}`
        : `the context has ${json(fact)} at ${pointer}`,
    ),
    ...(can ?? []).map(abilityText),
    ...(effects === undefined ? [] : [effectsText(effects)]),
    ...(children === undefined ? [] : [children.length === 0 ? 'no actor runs' : `${children.join(', ')} run`]),
    ...Object.entries(inputs ?? {}).map(([actor, input]) => `${actor} was started with ${json(input)}`),
  ]
}

function abilityText(ability: ScenarioAbility): string {
  if (typeof ability !== 'string') return `it would act on ${json(ability)}`
  return ability.startsWith('!') ? `it would refuse ${ability.slice(1)}` : `it would act on ${ability}`
}

function effectsText(effects: NonNullable<ScenarioExpectation['effects']>): string {
  if (effects.length === 0) return 'nothing is emitted or asked for'
  const told = effects.map(({ type, params }) => (params === undefined ? type : `${type} with ${json(params)}`))
  return `there come ${told.join(', then ')}`
}

function json(value: unknown): string {
  return `\`${JSON.stringify(value)}\``
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
