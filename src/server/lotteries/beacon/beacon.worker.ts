import { parentPort } from 'node:worker_threads'
import { isBeacon } from '#machines/lotteries/fairness/drand.rules.ts'

/** Verifies signatures of a beacon beside the server, which they would hold up for half a second. */
parentPort?.on('message', ({ id, round, signature }: { id: number; round: number; signature: string }) => {
  parentPort?.postMessage({ id, isTrue: isBeacon(round, signature) })
})
