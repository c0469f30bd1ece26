import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'

/** The calls of a page that shows a player, which tells when the server takes one for a guest's (401). */
export function withRefusals(call: CallPort, onRefused: () => void): CallPort {
  return async (...sending) => {
    try {
      return await call(...sending)
    } catch (error) {
      if (error instanceof AppError && error.code === 'access.denied') onRefused()
      throw error
    }
  }
}
