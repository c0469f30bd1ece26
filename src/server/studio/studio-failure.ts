import type { StudioErrorCode } from '#schemas'

/** A call of the studio that was refused: its code, and what the text of the code names. */
export class StudioFailure extends Error {
  readonly code: StudioErrorCode
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: StudioErrorCode, params: Readonly<Record<string, string | number>> = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
