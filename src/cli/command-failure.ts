/** Why a command has done nothing, or refuses. */
export class CommandFailure<Code extends string> extends Error {
  override readonly name = 'CommandFailure'
  readonly code: Code
  /** The argument, file or pointer that it is about; null when it is about the command as a whole. */
  readonly path: string | null

  constructor(code: Code, message: string, path: string | null = null) {
    super(message)
    this.code = code
    this.path = path
  }
}
