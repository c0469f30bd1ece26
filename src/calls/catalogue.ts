import * as account from './account.calls.ts'
import type { Call } from './call.ts'
import * as content from './content.calls.ts'
import * as registration from './registration.calls.ts'
import * as shell from './shell.calls.ts'
import * as site from './site.calls.ts'

/** Every call of the API, for the server and for documents; a page imports the calls that it sends one by one. */
export const CALLS: readonly Call[] = [account, content, registration, shell, site].flatMap((calls) =>
  Object.values(calls),
)
