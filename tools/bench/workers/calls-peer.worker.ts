/** What the calls bench compares with, on the PORT of its environment and the database of DATABASE_URL: a bare Fastify whose
 *  routes run the same handlers on the same data. There is no brand to be found by its host, no cookie but the session's, no
 *  check of input, no schema of the answer, no policy, no log. Argument: the brand. */
import Fastify from 'fastify'
import pino from 'pino'
import { getUserInformation } from '#calls/account.calls.ts'
import type { Call } from '#calls/call.ts'
import { getBalance } from '#calls/money.calls.ts'
import { getRegistrationFields } from '#calls/registration.calls.ts'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import { createIdentity } from '#server/wiring/account/identity.wiring.ts'
import type { CallScope, PlayerScope } from '#server/wiring/http/call-scope.ts'
import { BENCH_HOST, BRANDS } from '../loads/bench-brand.ts'

const [brandId = ''] = process.argv.slice(2)
const log = pino({ level: 'warn' })
const brands = createBrandStore({ brandsDir: BRANDS, now: () => performance.now(), log })
const database = await openDatabase({ dataDir: null, databaseUrl: process.env.DATABASE_URL, log })
const identity = createIdentity({ database, brands, log, clock: () => new Date(), keepsSecrets: false })
const found = await brands.siteForBrand(brandId)
if (found.status !== 'ok') throw new Error(`the brand ${brandId} is not served`)
const { site } = found

/** The scope of a request in which nothing is found out that the three handlers do not ask for. */
function scopeOf(player: PlayerScope | null): CallScope {
  const silent = () => undefined
  const fixed = {
    language: 'en',
    country: 'ae',
    address: '127.0.0.1',
    device: 'bench',
    origin: `http://${BENCH_HOST}`,
    requestId: 'bench',
  }
  const ends = {
    setMaxAge: silent,
    setSession: silent,
    nameFrame: silent,
    seeOther: silent,
    addCookie: silent,
    setFile: silent,
    setDate: silent,
  }
  return { site, player, log, ...fixed, ...ends, header: silent, browser: undefined, nameBrowser: () => '' }
}

const app = Fastify({ logger: false })
for (const call of [getRegistrationFields, getUserInformation, getBalance] as readonly Call[]) {
  const handler = identity.handlers.find((one) => one.call.id === call.id)
  if (!handler) throw new Error(`nothing answers ${call.id}`)
  const isForPlayers = call.access === 'authorized'
  app.route({
    method: call.method,
    url: [call.path, ...(call.segments ?? []).map((name) => `:${name}`)].join('/'),
    handler: async (request) => {
      const token = isForPlayers ? tokenIn(request.headers.cookie) : undefined
      const player = token === undefined ? null : await identity.findPlayer(brandId, token, 'cookie')
      return handler.handle({ segments: request.params, query: request.query, body: request.body }, scopeOf(player))
    },
  })
}
app.get('/readyz', async () => ({}))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close().then(() => database.close()))

function tokenIn(cookies = ''): string | undefined {
  return cookies.split(`${SESSION_COOKIE}=`)[1]?.split(';')[0]
}
