/** What the `error` event of a worker tells: its text, which the event of a script that was not loaded has not got (ERR-13). */
export function workerError({ message }: { readonly message?: string | undefined }): Error {
  return new Error(message || 'worker error')
}
