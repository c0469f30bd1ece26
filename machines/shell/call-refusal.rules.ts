/** Statuses by which the server does not say what became of a call. */
const UNTOLD: readonly number[] = [401, 408, 429]

/** Whether the server has refused a call, so that nothing came of it; of any other failure it is not known what came of it. */
export function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'httpStatus' in error ? Number(error.httpStatus) : 0
  return status >= 400 && status < 500 && !UNTOLD.includes(status)
}
