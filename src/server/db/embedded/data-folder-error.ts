/** A data folder that cannot be used: names the path, what is wrong with it, and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
  /** The folder or file that is at fault. */
  readonly path: string

  /** @param fault what is wrong, as the end of a sentence that begins with the path
   *  @param remedy a sentence that says what to do */
  constructor(path: string, fault: string, remedy: string, cause?: unknown) {
    super(`${path} ${fault}. ${remedy}`, cause === undefined ? undefined : { cause })
    this.path = path
  }
}
