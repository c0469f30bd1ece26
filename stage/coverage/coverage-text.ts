import type { TransitionInWords } from './coverage-items.ts'

/** State and what sets a transition off: `form.submitting, submit onError, 2 of 2 [concernsFields]`. */
export function wayText({ source, kind, name, candidate, candidates, guard }: TransitionInWords): string {
  const trigger = kind === 'event' ? name : kind === 'after' ? `after ${name}` : [name, kind].filter(Boolean).join(' ')
  const number = candidates > 1 ? `, ${candidate} of ${candidates}` : ''
  return `${stateText(source)}, ${trigger}${number}${guard === undefined ? '' : ` [${guard}]`}`
}

/** The same with the states that it leads to: `open.leaving, after hoverDelay → closed`. */
export function transitionText(transition: TransitionInWords): string {
  const targets = transition.targets.map(stateText).join(', ')
  return targets === '' ? wayText(transition) : `${wayText(transition)} → ${targets}`
}

/** A state by its path; the machine itself is a state that all others are in. */
export function stateText(path: string): string {
  return path === '' ? '(the machine)' : path
}
