import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { SESSION_COOKIE } from '#server/create-server.ts'

export const BRANDS = fileURLToPath(new URL('../../../brands', import.meta.url))

/** A shipped brand in which anybody registers by one click. */
export const BENCH_BRAND = 'nour'
export const BENCH_HOST = `${BENCH_BRAND}.localhost`

/** A player of the brand, as the server has answered. */
export interface BenchPlayer {
  readonly userId: number
  readonly password: string
  /** The cookie header of the player's session. */
  readonly cookie: string
}

interface Sending {
  readonly method?: 'GET' | 'POST'
  readonly body?: object
  /** Network address that a trusted proxy reports. */
  readonly address?: string
}

interface Answer {
  readonly status: number
  readonly body: string
  readonly cookies: readonly string[]
}

/** Sends one request to a server of the brand, as its own page does. */
export function sendTo(port: number, path: string, { method = 'GET', body, address }: Sending = {}): Promise<Answer> {
  const headers = {
    host: BENCH_HOST,
    'user-agent': `Bench/1.0 (${address ?? 'none'})`,
    ...(method === 'POST' ? { origin: `http://${BENCH_HOST}`, 'sec-fetch-site': 'same-origin' } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(address ? { 'x-forwarded-for': address } : {}),
  }
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', fail)
      answer.on('end', () =>
        done({ status: answer.statusCode ?? 0, body: text, cookies: answer.headers['set-cookie'] ?? [] }),
      )
    })
    sent.on('error', fail).end(body ? JSON.stringify(body) : undefined)
  })
}

interface Fields {
  readonly data: { readonly attributes: { readonly fields: readonly Field[] } }
}

interface Field {
  readonly id: string
  readonly options?: readonly { readonly id?: number; readonly selected?: boolean }[]
}

/** Registers by one click, with what the form preselects. @throws Error when it is refused */
export async function registerPlayer(port: number, address: string): Promise<BenchPlayer> {
  const form = await sendTo(port, '/web-api/api/web/registration/v1/fields/fast_reg', { address })
  const { fields } = (JSON.parse(form.body) as Fields).data.attributes
  const chosen = fields.flatMap(({ id, options }) => {
    const option = options?.find(({ selected }) => selected)
    return option?.id === undefined ? [] : [[id, option.id] as const]
  })
  const answers = { ...Object.fromEntries(chosen), adult: true, 'agree-policy': true }
  const body = { type: 'fast_reg', fields: answers }
  const answer = await sendTo(port, '/web-api/registration', { method: 'POST', body, address })
  if (answer.status !== 200) throw new Error(`the registration was refused: ${answer.body}`)
  const { userId, password } = JSON.parse(answer.body) as { userId: number; password: string }
  const cookie = answer.cookies.find((line) => line.startsWith(`${SESSION_COOKIE}=`))?.split(';')[0] ?? ''
  return { userId, password, cookie }
}
