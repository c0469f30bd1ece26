import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How often targets are asked whether they are well, and how long they may take, in ms. */
const ASK_EVERY_MS = 250
const ANSWER_WITHIN_MS = 700

/** A target of a relay. */
export interface RelayTarget {
  readonly host: string
  readonly port: number
}

/** Passes connections on, as a proxy or a network does, and fails as these do. */
export interface Relay {
  readonly port: number
  /** Ends all connections and takes no more, until it is mended. */
  readonly cut: () => void
  readonly mend: () => void
  readonly close: () => Promise<void>
}

/** Starts a relay. Of several targets a new connection goes to the one with the fewest of those that are well, as the proxy of
 *  `deploy/Caddyfile` has it. @param healthPath what is asked of each target; without it all count as well */
export async function startRelay(targets: readonly RelayTarget[], healthPath?: string): Promise<Relay> {
  const all = targets.map((target) => ({ ...target, isWell: true, sockets: new Set<Socket>() }))
  let isCut = false
  let isOpen = true
  const server = createServer((client) => {
    client.on('error', () => client.destroy())
    const well = all.filter(({ isWell }) => isWell)
    const [target] = well.toSorted((one, other) => one.sockets.size - other.sockets.size)
    if (isCut || !target) return void client.destroy()
    const upstream = createConnection(target)
    target.sockets.add(client)
    const end = () => {
      target.sockets.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.setNoDelay(true).on('error', end).on('close', end)
    client.pipe(upstream).pipe(client)
  })
  const watching = Promise.all(
    all.map(async (target) => {
      while (isOpen && healthPath) {
        target.isWell = await fetch(`http://${target.host}:${target.port}${healthPath}`, {
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        }).then(
          ({ ok }) => ok,
          () => false,
        )
        await delay(ASK_EVERY_MS)
      }
    }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const endAll = () => {
    for (const { sockets } of all) for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      isCut = true
      endAll()
    },
    mend() {
      isCut = false
    },
    async close() {
      isOpen = false
      server.close()
      endAll()
      await watching
    },
  }
}
