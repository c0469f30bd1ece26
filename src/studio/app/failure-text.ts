import { StudioCallFailure } from './studio-call.ts'
import { say, sayIfKnown } from './studio-texts.ts'

/** What went wrong in words that say what to do. Anything that is no failure of a call is a fault of the studio itself. */
export function failureText(error: unknown): string {
  if (!(error instanceof StudioCallFailure)) return say('failure.studio')
  return sayIfKnown(`failure.${error.code}`, error.params) ?? say('failure.server.failed')
}
