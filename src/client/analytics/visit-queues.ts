import { fromPromise } from 'xstate'
import { type EventBatch, eventQueueMachine } from '#machines/analytics/event-queue.machine.ts'
import { makeUnwatchedActor } from '#renderers/shell/run-machine.ts'
import type { TrackedFact } from '#schemas'

/** Queues events by visit: a batch that is sent again, perhaps much later, still names the visit that its events belong to.
 *  @param send sends a batch of a visit; rejects when it did not arrive */
export function createVisitQueues(send: (visitId: string, batch: EventBatch) => Promise<unknown>) {
  const start = (id: string) =>
    makeUnwatchedActor(
      eventQueueMachine.provide({
        actors: { send: fromPromise<unknown, EventBatch>(({ input }) => send(id, input)) },
      }),
    ).start()
  let visitId: string | null = null
  let queues: ReturnType<typeof start>[] = []
  return {
    /** Lets the events that follow belong to a visit; those before stay with theirs. */
    begin(id: string): void {
      if (id === visitId) return
      visitId = id
      queues = [...queues.filter((queue) => !queue.getSnapshot().matches('resting')), start(id)]
    },
    /** Adds an event to the visit that has begun last. */
    add(event: TrackedFact): void {
      queues.at(-1)?.send({ type: 'event.added', event })
    },
    /** Sends at once what waits: the page is about to go. */
    flush(): void {
      for (const queue of queues) queue.send({ type: 'page.hidden' })
    },
    /** Forgets what waits, and sends nothing more. */
    purge(): void {
      for (const queue of queues) {
        queue.send({ type: 'consent.withdrawn' })
        queue.stop()
      }
      queues = []
    },
  }
}
