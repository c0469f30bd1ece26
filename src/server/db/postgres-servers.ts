import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { JoinedClient } from './joined-client.ts'

/** How long one of several servers may take to answer: the next one is waiting to be asked. */
const ANSWER_WITHIN_MS = 5000
const IS_STANDBY = 'select pg_is_in_recovery() as "isStandby"'
/** SQLSTATE of a server that takes no writes, read_only_sql_transaction. */
const TAKES_NO_WRITES = '25006'

/** The servers of an address, each as an address of its own: `postgres://livery@north:5432,south:5432/livery` names two. Which of them is
 *  the primary is found out, so `target_session_attrs` says nothing new and is left out. */
export function serversOf(databaseUrl: string): readonly [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(databaseUrl) ?? []
  const [path = '', query = ''] = after.split('?', 2)
  const kept = query.split('&').filter((one) => one !== '' && !one.startsWith('target_session_attrs='))
  const rest = kept.length > 0 ? `${path}?${kept.join('&')}` : path
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${rest}`)
  return [first, ...others]
}

/** Connects to the primary among servers, for work of its own; the caller ends the connection.
 *  @throws Error the last failure, when no server is one */
export async function connectToPrimary(servers: readonly string[]): Promise<Client> {
  let failure: unknown
  for (const connectionString of servers) {
    const client = new Client({ connectionString, ...limitsOf(servers) })
    try {
      await client.connect()
      await checkPrimary(client, servers)
      return client
    } catch (error) {
      failure = error
      await client.end().catch(() => undefined)
    }
  }
  throw failure
}

/** A pool whose connections all lead to the primary among servers. When it is lost, and when it has become a standby, the next one is asked
 *  until one is the primary.
 *  @param options of the pool, without an address; `onConnect` prepares a connection */
export function poolOfPrimary(
  servers: readonly [string, ...string[]],
  { onConnect, ...options }: PoolConfig & { readonly onConnect: (client: Client) => Promise<void> },
) {
  let at = 0
  class ServerClient extends JoinedClient {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: servers[at], ...limitsOf(servers) })
    }
  }
  const pool = new Pool({
    ...options,
    Client: ServerClient,
    // One that fails here is given up by the pool, so that it keeps nobody's place.
    onConnect: async (client) => {
      await checkPrimary(client as Client, servers)
      await onConnect(client as Client)
    },
  })
  return {
    pool,
    /** What takes connections and gives them back: for kysely. */
    source: {
      options: pool.options,
      async connect() {
        for (let asked = 1; ; asked += 1) {
          const from = at
          try {
            return await pool.connect()
          } catch (error) {
            // Of many that fail together, one moves on.
            if (at === from) at = (at + 1) % servers.length
            if (asked >= servers.length) throw error
          }
        }
      },
      end: () => pool.end(),
    },
  }
}

function limitsOf(servers: readonly string[]): ClientConfig {
  return servers.length > 1 ? { connectionTimeoutMillis: ANSWER_WITHIN_MS } : {}
}

/** @throws Error for a standby among several servers; one alone is taken as it is */
async function checkPrimary(client: Client, servers: readonly string[]): Promise<void> {
  if (servers.length === 1) return
  const { rows } = await client.query<{ isStandby: boolean }>(IS_STANDBY)
  if (rows[0]?.isStandby)
    throw Object.assign(new Error('this server of PostgreSQL is a standby'), { code: TAKES_NO_WRITES })
}
