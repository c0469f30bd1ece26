import type { Scenario, ScenarioProblem } from '#schemas'
import type { FrameSight } from '../player/replay-frames.ts'
import type { ChartLayout } from './chart-model.ts'

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

/** One requirement, as docs/requirements.json has it. */
export interface Requirement {
  readonly id: string
  readonly area: string
  readonly text: string
}

/** A test whose title names requirements, and what came of it when it last ran. */
export interface ViewerTest {
  readonly file: string
  /** Titles of its groups and its own, with ` › ` between them. */
  readonly title: string
  readonly req: readonly string[]
  readonly status: 'passed' | 'failed' | 'skipped'
}

/** All that the page of `livery scenario view` is given. */
export interface ViewerData {
  readonly files: readonly ViewerFile[]
  /** Machine → its chart. */
  readonly charts: Readonly<Record<string, ChartLayout>>
  /** Machine → forms of its events; absent where no schema says what is in them. */
  readonly forms: Readonly<Record<string, readonly EventForm[]>>
  readonly old?: ViewerRevision
  readonly requirements: readonly Requirement[]
  /** Tests that name requirements; absent where no report of tests was given. */
  readonly tests?: readonly ViewerTest[]
}
