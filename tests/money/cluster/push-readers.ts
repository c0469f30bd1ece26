import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { sendToPlayer } from '#server/account/office/messages.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { fakePushService } from '#tests/contract/push/push-scene.ts'
import { BENCH_BRAND } from '#tools/bench/loads/bench-brand.ts'
import type { Bettor, openBeside } from '#tools/bench/loads/bettors.ts'
import type { Recorder } from './act-recorder.ts'
import { type Caller, unlessAway } from './insistent-caller.ts'

const PUSH = '/web-api/user/push'
const PAUSE_MS = 700

/** A push service of its own, as devices of a company have one. */
export async function startPushService() {
  const service = fakePushService()
  const server = createServer((asked, answer) => {
    const take = async () => {
      const body = Buffer.concat(await asked.toArray())
      const headers = asked.headers as Record<string, string>
      return service.fetch(origin() + asked.url, { headers, body })
    }
    void take().then(({ status }) => answer.writeHead(status).end())
  })
  const origin = () => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: origin(),
    subscribe: () => service.subscribe(origin()),
    /** The tags of the messages that a device has got. */
    tagsOf: (endpoint: string) =>
      service.taken.filter((push) => push.endpoint === endpoint).map(({ payload }) => payload.notification.tag ?? ''),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type PushService = Awaited<ReturnType<typeof startPushService>>

/** A player with a device, to whom the operator writes one message after another. */
export async function createPushReader(
  player: Bettor,
  { post }: Caller,
  {
    service,
    beside,
    recorder,
  }: { service: PushService; beside: Awaited<ReturnType<typeof openBeside>>; recorder: Recorder },
) {
  const device = service.subscribe()
  await post(player, `${PUSH}/device`, device)
  await post(player, `${PUSH}/choice`, { games: false, bets: false, messages: true, isQuiet: false })
  const written: string[] = []
  const { accountId } = player
  return {
    /** Tags of the messages that were written. */
    written,
    told: () => service.tagsOf(device.endpoint),
    async run(): Promise<void> {
      while (!recorder.isOver()) {
        const message = { accountId, title: 'News', text: 'There are some.', now: new Date() }
        // One that met no database is not written, or nobody knows that it is: the next one is.
        const sent = await forBrand(beside.db, BENCH_BRAND)
          .transaction((tx) => sendToPlayer(tx, message, async () => undefined))
          .catch(unlessAway)
        if (sent) written.push(`inbox:${sent.messageId}`)
        await delay(PAUSE_MS)
      }
    },
  }
}
