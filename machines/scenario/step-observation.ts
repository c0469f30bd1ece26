import type { Effect, MachineStage } from './machine-stage.ts'

/** What is seen of the machine after a step, until the next one. All values are plain JSON. */
export interface StepObservation {
  readonly value: unknown
  readonly context: unknown
  readonly effects: readonly Effect[]
  readonly children: readonly string[]
  can(event: { readonly type: string }): boolean
  /** The input of a running actor. */
  inputOf(path: string): unknown
}

/** A step's observation, made only as far as somebody looks. */
export class StageObservation implements StepObservation {
  readonly #stage: MachineStage
  readonly #taken: readonly Effect[]
  readonly value: unknown

  constructor(stage: MachineStage) {
    this.#stage = stage
    this.#taken = stage.takeEffects()
    this.value = stage.view.value
  }

  get context(): unknown {
    return this.#stage.context
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
