import { UNSAFE_ErrorResponseImpl as ErrorResponse, type HydrationState } from 'react-router'

interface PlainErrorResponse {
  readonly status: number
  readonly statusText: string
  readonly data: unknown
}

/** Errors of loaders come from the server as JSON; the router wants its own class again. */
export function hydratedErrors(errors: HydrationState['errors']): HydrationState['errors'] {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors as Record<string, PlainErrorResponse>).map(([id, { status, statusText, data }]) => [
      id,
      new ErrorResponse(status, statusText, data),
    ]),
  )
}
