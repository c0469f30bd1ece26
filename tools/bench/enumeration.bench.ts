/** Whether time or words tell if somebody has an account (SEC-4): sign-in, forgotten password and registration over HTTP, for
 *  addresses that have an account and for others, which are alike in all else, in an order drawn by lot. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CURRENT_VERSION } from '#server/site/brands/brand-versions.ts'
import { SeededRandom } from '#stage/explore/seeded-random.ts'
import { type BrandClient, brandClient } from './loads/brand-client.ts'
import { median } from './loads/samples.ts'
import { createReport, duration, type Report } from './report.ts'
import { startEngine } from './server-process.ts'

const BRAND = 'enumeration'
/** Of each call, half of them for addresses that have an account. */
const SAMPLES = 2000
const WARM_UP = 40
/** Addresses with an account, and as many without; each is tried as often as any other, a few times. */
const KNOWN = 200
/** How well one guesses by time who has an account, as the area under the ROC curve: 0.5 is a coin, 1 is certainty. */
const MOST_AUC = 0.55
const PASSWORD = 'quiet harbour lantern 42'
/** So many that no budget ends the measurement. */
const WINDOW = { attempts: 10_000, windowMs: 1000 }
const BUDGET = { short: WINDOW, long: WINDOW }
const UNBOUNDED = { account: BUDGET, device: BUDGET, ip: BUDGET }

interface Timed {
  readonly isKnown: boolean
  readonly ms: number
  /** What distinguishes the answer: status, headers and body, without what is new in every answer. */
  readonly shape: string
  /** The account number that it gives out. */
  readonly userId: string | undefined
}

/** Whose values every answer has for itself. */
const OWN_HEADERS = ['date', 'x-request-id']

type Send = (address: string) => ReturnType<BrandClient>

/** Runs and prints the bench. */
export async function benchEnumeration(): Promise<Report> {
  const report = createReport()
  const brands = writeBrand()
  const engine = await startEngine({ brands, env: { LIVERY_MODE: 'development' } })
  const client = brandClient({ host: `${BRAND}.localhost`, port: engine.port })
  try {
    const { known, unknown } = drawnAddresses()
    await makeAccounts(client, known)
    const calls: Readonly<Record<string, Send>> = {
      'sign-in': (address) => signIn(client, address),
      'forgotten password': (address) => forgotten(client, address),
      registration: (address) => register(client, address),
    }
    for (const [name, send] of Object.entries(calls)) judge(report, name, await measure(send, known, unknown))
  } finally {
    await engine.stop()
    rmSync(brands, { recursive: true })
  }
  return report
}

/** Addresses of one form: nothing but the lot decides which of them get an account. */
function drawnAddresses(): { readonly known: readonly string[]; readonly unknown: readonly string[] } {
  const random = new SeededRandom(2)
  const unknown = Array.from({ length: 2 * KNOWN }, (_, index) => `player-${1000 + index}@mail.example`)
  const known = Array.from({ length: KNOWN }, () => unknown.splice(random.below(unknown.length), 1)).flat()
  return { known, unknown }
}

async function measure(send: Send, known: readonly string[], unknown: readonly string[]): Promise<Timed[]> {
  const random = new SeededRandom(1)
  const timed: Timed[] = []
  for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
    const isKnown = random.below(2) === 1
    const address = random.pick(isKnown ? known : unknown)
    const startedAt = performance.now()
    const answer = await send(address)
    const ms = performance.now() - startedAt
    if (sample >= 0) timed.push({ isKnown, ms, shape: shapeOf(answer), userId: userIdOf(answer.body) })
  }
  return timed
}

function judge(report: Report, name: string, timed: readonly Timed[]): void {
  const times = (wanted: boolean) => timed.filter(({ isKnown }) => isKnown === wanted).map(({ ms }) => ms)
  const [known, unknown] = [times(true), times(false)]
  report.row(
    `${name}: ${timed.length} samples`,
    `known p50 ${duration(median(known) * 1000)}`,
    `unknown p50 ${duration(median(unknown) * 1000)}`,
  )
  report.atMost(`${name}: area under the curve of a guess by time`, areaUnderCurve(known, unknown), MOST_AUC)
  report.atMost(`${name}: the same by the request after it`, echo(timed), MOST_AUC)
  report.holds(`${name}: one answer for all`, new Set(timed.map(({ shape }) => shape)).size === 1)
  const userIds = timed.flatMap(({ userId }) => userId ?? [])
  report.holds(`${name}: no account number twice`, new Set(userIds).size === userIds.length)
}

/** How well one guesses by the time of the next request, which what the server does after its answer may slow. */
function echo(timed: readonly Timed[]): number {
  const after = (wanted: boolean) => timed.flatMap(({ ms }, index) => (timed[index - 1]?.isKnown === wanted ? ms : []))
  return areaUnderCurve(after(true), after(false))
}

/** How often a sample of the one is slower than one of the other, ties half, whichever of them is the slower (Mann-Whitney). */
function areaUnderCurve(left: readonly number[], right: readonly number[]): number {
  const all = [...left.map((ms) => ({ ms, isLeft: true })), ...right.map((ms) => ({ ms, isLeft: false }))]
  all.sort((one, other) => one.ms - other.ms)
  const ranks = all.reduce((sum, { isLeft }, index) => (isLeft ? sum + index + 1 : sum), 0)
  const area = (ranks - (left.length * (left.length + 1)) / 2) / (left.length * right.length)
  return Math.max(area, 1 - area)
}

/** An answer without what differs from request to request: the request's id, and numbers of accounts. */
function shapeOf({ status, headers, body }: Awaited<ReturnType<BrandClient>>): string {
  const common = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
  const text = body.replace(/"requestId":"[^"]*"/g, '"requestId":""').replace(/"userId":\d+/g, '"userId":0')
  return JSON.stringify([status, Object.keys(headers).sort(), common.sort(), text])
}

function userIdOf(body: string): string | undefined {
  return /"userId":(\d+)/.exec(body)?.[1]
}

function writeBrand(): string {
  const folder = mkdtempSync(join(tmpdir(), 'livery-enumeration-'))
  mkdirSync(join(folder, BRAND, 'config'), { recursive: true })
  const manifest = {
    id: BRAND,
    name: BRAND,
    extends: '_base',
    hosts: [`${BRAND}.localhost`],
    schemaVersion: CURRENT_VERSION,
    revision: 1,
    operator: 'bench',
  }
  const { account: _none, ...guests } = UNBOUNDED
  const rateLimits = { sign_in: UNBOUNDED, code_sending: UNBOUNDED, registration: guests, code_check: guests }
  const files = {
    'brand.json': manifest,
    'config/auth.json': { rateLimits },
    'config/global.json': { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' },
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, BRAND, file), JSON.stringify(content))
  return folder
}

async function makeAccounts(client: BrandClient, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await register(client, address)
    const letters = JSON.parse((await client('GET', '/outbox?format=json')).body) as {
      recipient: string
      body: string
    }[]
    const token = /token=([\w-]+)/.exec(letters.find(({ recipient }) => recipient === address)?.body ?? '')?.[1]
    const body = { data: { attributes: { token } } }
    const { status } = await client('POST', '/web-api/api/internal/v1/user/activate', body)
    if (status !== 200) throw new Error(`the account of ${address} cannot be made`)
  }
}

function signIn(client: BrandClient, login: string): ReturnType<BrandClient> {
  return client('POST', '/web-api/account/login', { login, password: 'not the password' })
}

function forgotten(client: BrandClient, login: string): ReturnType<BrandClient> {
  return client('POST', '/web-api/api/internal/v1/user/passwordreset/request', { login })
}

interface FieldsAnswer {
  readonly data: {
    readonly attributes: {
      readonly fields: readonly {
        readonly id: string
        readonly options?: readonly { readonly id?: number; readonly selected?: boolean }[]
      }[]
    }
  }
}

let chosen: Readonly<Record<string, number>> | undefined

async function register(client: BrandClient, email: string): ReturnType<BrandClient> {
  chosen ??= await choices(client)
  const fields = {
    ...chosen,
    email,
    password: PASSWORD,
    password_again: PASSWORD,
    name: 'Anna',
    surname: 'Keller',
    birthday: '1990-05-17',
    'agree-policy': true,
  }
  return client('POST', '/web-api/registration', { type: 'full_reg', fields })
}

/** The choices that the form makes by itself. */
async function choices(client: BrandClient): Promise<Readonly<Record<string, number>>> {
  const { body } = await client('GET', '/web-api/api/web/registration/v1/fields/full_reg')
  const { data } = JSON.parse(body) as FieldsAnswer
  const selected = data.attributes.fields.flatMap(({ id, options }) => {
    const option = options?.find((one) => one.selected)
    return option?.id === undefined ? [] : [[id, option.id] as const]
  })
  return Object.fromEntries(selected)
}
