import type { Scenario, ScenarioProblem } from '#schemas'
import type { ChartLayout } from './chart-model.ts'
import type { FrameSight } from './replay-frames.ts'

/** A file that the viewer lists: a scenario, or why it cannot be played. */
export interface ViewerFile {
  readonly file: string
  readonly scenario?: Scenario
  readonly problems: readonly ScenarioProblem[]
}

/** One question of the form from which an event is made. */
export interface EventField {
  readonly name: string
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json'
  readonly isRequired: boolean
  readonly isSecret: boolean
  readonly choices: readonly string[]
  readonly description: string
}

/** The form of one type of event. */
export interface EventForm {
  readonly type: string
  readonly description: string
  readonly fields: readonly EventField[]
}

/** What another revision of the machines makes of scenarios that go otherwise on it. */
export interface ViewerRevision {
  readonly name: string
  readonly charts: Readonly<Record<string, ChartLayout>>
  /** File → what is seen there after each step, the start first. */
  readonly replays: Readonly<Record<string, readonly FrameSight[]>>
}

/** All that the page of `livery scenario view` is given. */
export interface ViewerData {
  readonly files: readonly ViewerFile[]
  /** Machine → its chart. */
  readonly charts: Readonly<Record<string, ChartLayout>>
  /** Machine → forms of its events; absent where no schema says what is in them. */
  readonly forms: Readonly<Record<string, readonly EventForm[]>>
  readonly old?: ViewerRevision
}
