import type { MutationMachine, MutationShowing, MutationSurvivor } from '#schemas'

/** A machine's score in a line, with one for each mutant that survives and one for what would show it. */
export function machineText({ machine, mutants, noticed, score, equivalent, survivors }: MutationMachine): string {
  const percent = (Math.floor(score * 1000) / 10).toFixed(1)
  const same = equivalent.length > 0 ? `, ${equivalent.length} the same` : ''
  return [
    `${machine.padEnd(26)} ${percent.padStart(5)} %  ${mutants} mutants, ${noticed} noticed${same}`,
    ...survivors.flatMap((survivor) => [`  survives  ${mutantText(survivor)}`, `    ${showingText(survivor.shownBy)}`]),
    ...equivalent.map((mutant) => `  the same  ${mutantText(mutant)}`),
  ].join('\n')
}

function mutantText({ place, change }: MutationSurvivor): string {
  return `${place}: ${change}`
}

/** `shown by  captcha.dismissed at 20 ms, after 3 steps: value is "resting", not "loading"`. */
function showingText(showing: MutationShowing | undefined): string {
  if (!showing) return 'not shown by anything that was tried'
  const { steps, what, original, mutant } = showing
  const last = steps.at(-1)
  const before = steps.length > 1 ? ` after ${steps.length - 1} steps` : ''
  return `shown by  ${last ? deedText(last) : 'the start'}${before}: ${what} is ${brief(original)}, not ${brief(mutant)}`
}

function deedText({ at, do: deed, actor, event, value }: Readonly<Record<string, unknown>>): string {
  if (deed === 'send') return brief(event)
  return deed === 'advance' ? `${at} ms` : `${actor} ${deed} ${brief(value)}`
}

const BRIEF = 300

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text
}
