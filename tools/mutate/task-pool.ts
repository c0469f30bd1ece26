import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PartialScore } from './machine-score.ts'
import type { MutationTask } from './task.ts'

/** A task that takes longer does not end: a mutant turns in a circle. */
const TASK_LIMIT_MS = 120_000

/** Works tasks off on as many threads as there are cores. @returns their results in the order of the tasks
 *  @throws Error when a task throws or does not end */
export async function workOff(tasks: readonly MutationTask[]): Promise<readonly PartialScore[]> {
  const results: PartialScore[] = []
  let next = 0
  async function work(): Promise<void> {
    const worker = new Worker(new URL('./mutate.worker.ts', import.meta.url))
    try {
      while (next < tasks.length) {
        const index = next
        next += 1
        results[index] = await askWorker(worker, tasks[index] as MutationTask)
      }
    } finally {
      await worker.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), tasks.length) }, work))
  return results
}

function askWorker(worker: Worker, task: MutationTask): Promise<PartialScore> {
  const { promise, resolve, reject } = Promise.withResolvers<PartialScore>()
  const limit = setTimeout(() => reject(new Error(`${task.machine}: a mutant does not end`)), TASK_LIMIT_MS)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.postMessage(task)
  return promise.finally(() => {
    clearTimeout(limit)
    worker.off('message', resolve)
    worker.off('error', reject)
  })
}
