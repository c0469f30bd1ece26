import type { Call } from '#calls/call.ts'
import { CALL_CONTRACTS } from './call-contracts.ts'
import type { TestRequest, TestServer } from './test-server.ts'

/** A request as it goes to the server: with the cookies, the address and the device of who sends it. */
export interface ReadyRequest {
  readonly url: string
  readonly request: TestRequest
}

/** Ends a contract before its request is sent. */
class Ready extends Error {
  readonly sent: ReadyRequest
  constructor(sent: ReadyRequest) {
    super('the request is ready')
    this.sent = sent
  }
}

/** Brings about, by its contract, all that a call needs, be it a player with a passkey or a code in the outbox, and gives the
 *  request that would be answered now. It is not sent. @throws Error when the contract fails before it comes to the call */
export async function readyRequest(server: TestServer, call: Call, path = call.path): Promise<ReadyRequest> {
  const contract = CALL_CONTRACTS[call.id]
  if (!contract) throw new Error(`${call.id} has no contract`)
  const stopping: TestServer = {
    ...server,
    send: async (url, request = {}) => {
      const isOfCall = (request.method ?? 'GET') === call.method && isAt(url, path, call.segments?.length ?? 0)
      if (isOfCall) throw new Ready({ url, request })
      return server.send(url, request)
    },
  }
  try {
    await contract.succeed(stopping, path)
  } catch (error) {
    if (error instanceof Ready) return error.sent
    throw error
  }
  throw new Error(`the contract of ${call.id} never sends it`)
}

/** Whether an address is that of a path with so many steps after it. */
function isAt(url: string, path: string, steps: number): boolean {
  const [pathname = ''] = url.split('?')
  const [next = '', ...rest] = pathname.startsWith(path) ? pathname.slice(path.length).split('/') : ['other']
  return next === '' && rest.length === steps
}
