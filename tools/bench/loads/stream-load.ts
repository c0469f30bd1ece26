import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A server that sends the stream of one Redis. */
export interface StreamServer {
  readonly name: string
  readonly port: number
  readonly pid: number
  readonly host: string
  readonly path: string
  readonly redisUrl: string
}

/** What the client of many connections is to do. */
export interface StreamOrder {
  readonly servers: readonly StreamServer[]
  /** To each server. */
  readonly connections: number
  readonly games: number
  /** Frames of all games together. */
  readonly messagesASecond: number
  readonly rounds: number
  readonly milliseconds: number
}

/** What was seen of a server in a round. */
export interface StreamRound {
  /** Of one processor, 0 to 1 and above. */
  readonly cpuShare: number
  /** Processor time of the server for each text that the client received, µs. */
  readonly cpuMicrosecondsAText: number
  readonly receivedASecond: number
  /** From the writer's frame to the client's text. */
  readonly p50Ms: number
  readonly p99Ms: number
}

/** What was seen of a server. */
export interface StreamServerResult {
  readonly name: string
  /** Connections that were reached. */
  readonly connections: number
  readonly bytesAConnection: number
  readonly rounds: readonly StreamRound[]
}

const WORKER = fileURLToPath(new URL('../workers/stream-client.worker.ts', import.meta.url))

/** Runs the client in a process of its own. */
export async function runStreamLoad(order: StreamOrder): Promise<readonly StreamServerResult[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [WORKER, JSON.stringify(order)])
  return JSON.parse(stdout) as StreamServerResult[]
}
