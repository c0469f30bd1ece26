/** One reason why a scenario cannot be played; `pointer` leads to the faulty value. */
export interface ScenarioFault {
  readonly pointer: string
  readonly message: string
}
