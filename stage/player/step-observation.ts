import { type JsonChange, jsonChanges } from './json-changes.ts'
import type { Effect, MachineStage } from './machine-stage.ts'

/** What is seen of the machine after a step, until the next one. All values are plain JSON. */
export interface StepObservation {
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
  readonly children: readonly string[]
  /** What the step has changed in the context; absent where that is not known, as on a page. */
  readonly changes?: readonly JsonChange[]
  can(event: { readonly type: string }): boolean
  /** The input of a running actor. */
  inputOf(path: string): unknown
}

/** A step's observation, made only as far as somebody looks. */
export class StageObservation implements StepObservation {
  readonly #stage: MachineStage
  readonly #taken: readonly Effect[]
  readonly #before: unknown
  readonly value: unknown

  /** @param before the context as it was before the step */
  constructor(stage: MachineStage, before: unknown) {
    this.#before = before
    this.#stage = stage
    this.#taken = stage.takeEffects()
    this.value = stage.view.value
  }

  get context(): unknown {
    return this.#stage.context
  }

  get changes(): readonly JsonChange[] {
    return jsonChanges(this.#stage.plainContext(this.#before), this.context)
  }

  get effects(): readonly Effect[] {
    return this.#stage.plainEffects(this.#taken)
  }

  get children(): readonly string[] {
    return this.#stage.running
  }

  can(event: { readonly type: string }): boolean {
    return this.#stage.can(event)
  }

  inputOf(path: string): unknown {
    return this.#stage.inputOf(path)
  }
}
