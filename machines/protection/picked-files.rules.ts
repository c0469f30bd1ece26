import type { ErrorCode } from '#schemas'

/** A file that the player has picked, or one that the server keeps already. */
export interface PickedFile {
  /** Names the file on this page. */
  readonly key: string
  readonly name: string
  /** Media type as the browser tells it. */
  readonly mediaType: string
  /** In bytes. */
  readonly sizeBytes: number
  /** The id that the server gave it; null while it is on the page alone. */
  readonly documentId: string | null
}

/** What a brand takes. */
export interface FileLimits {
  readonly mediaTypes: readonly string[]
  readonly maxFiles: number
  readonly maxFileBytes: number
}

/** What is wrong with a file by its name, type and size alone; its content is judged by the server (SEC-7). */
export function fileFault({ mediaType, sizeBytes }: PickedFile, limits: FileLimits): ErrorCode | null {
  if (!limits.mediaTypes.includes(mediaType)) return 'documents.wrong_type'
  if (sizeBytes > limits.maxFileBytes) return 'documents.too_large'
  return sizeBytes === 0 ? 'documents.damaged' : null
}

/** The files that find room beside those that are there, in order; none is taken twice. */
export function fittingFiles(
  files: readonly PickedFile[],
  added: readonly PickedFile[],
  maxFiles: number,
): readonly PickedFile[] {
  const others = added.filter((file) => !files.some(({ key }) => key === file.key))
  return others.slice(0, Math.max(0, maxFiles - files.length))
}

/** The files that are on the page alone. */
export function unsentFiles(files: readonly PickedFile[]): readonly PickedFile[] {
  return files.filter(({ documentId }) => documentId === null)
}

/** The key of the file that a failure names by its number from 0; null when it names none of them. */
export function keyAt(files: readonly PickedFile[], number: string | number | undefined): string | null {
  return (typeof number === 'number' && files[number]?.key) || null
}
