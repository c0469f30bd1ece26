import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from './samples.ts'

/** What the load client is to do. */
export interface LoadOrder {
  readonly port: number
  /** GET when left out; a POST is sent without a body. */
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly host: string
  /** Further headers, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>
  /** `accept-encoding`: `identity` or `br`. */
  readonly encoding: string
  readonly connections: number
  readonly warmUpMs: number
  readonly milliseconds: number
  /** Requests after which it stops although there is time left. */
  readonly requests: number
}

/** What it measured. */
export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Microseconds: number
  readonly p99Microseconds: number
  /** Length of the last body, as sent. */
  readonly bytes: number
}

const WORKER = fileURLToPath(new URL('./load.worker.ts', import.meta.url))

/** Runs the load client in a process of its own. @throws Error when an answer is not 200 */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [WORKER, JSON.stringify(order)])
  return JSON.parse(stdout) as LoadResult
}

/** The middle of several runs, quantity by quantity. */
export function middleOf(results: readonly LoadResult[]): LoadResult {
  const middle = (key: keyof LoadResult) => median(results.map((result) => result[key]))
  return {
    requestsPerSecond: middle('requestsPerSecond'),
    p50Microseconds: middle('p50Microseconds'),
    p99Microseconds: middle('p99Microseconds'),
    bytes: middle('bytes'),
  }
}
