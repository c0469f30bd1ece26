import type { MachineContract } from './machine-contract.ts'
import { notificationQueueMachine } from './notification-queue.machine.ts'
import { isExpired, NOTIFICATION_KINDS, VISIBLE_NOTIFICATIONS_MAX } from './notification-queue.rules.ts'

/** What playing and fuzzing the notifications need to know. */
export const notificationQueueContract: MachineContract<typeof notificationQueueMachine> = {
  machine: notificationQueueMachine,
  invariants: [
    {
      name: 'every announced notification is there or has gone',
      holds: ({ context, emitted }) => {
        const known = new Set([
          ...context.notifications.map(({ id }) => id),
          ...emitted.filter(({ type }) => type === 'notification.gone').map(({ id }) => id),
        ])
        return emitted.every(({ type, id }) => type !== 'notification.announced' || known.has(id))
      },
    },
    {
      name: 'nothing holds when nothing is shown',
      holds: ({ context, value }) => value !== 'empty' || (context.holds.length === 0 && !context.notifications.length),
    },
    {
      name: 'no notification outlives its time',
      holds: ({ context }) => context.notifications.every((notification) => !isExpired(notification)),
    },
    {
      name: 'the time of those that wait does not run',
      holds: ({ context }) =>
        context.notifications.slice(VISIBLE_NOTIFICATIONS_MAX).every(({ leftMs, durationMs }) => leftMs >= durationMs),
    },
  ],
  abstract: ({ notifications, holds }) => [notifications.length > 0, holds.length],
  events: [
    ...NOTIFICATION_KINDS.map((kind) => ({ type: 'notification.shown' as const, id: kind, kind, text: 'shell.saved' })),
    { type: 'notification.shown', id: 'info', kind: 'success', text: 'shell.saved', durationMs: 0 },
    { type: 'notification.closed', id: 'info' },
    { type: 'notification.closed', id: 'error' },
    { type: 'notifications.cleared' },
    { type: 'hold.started', by: 'pointer' },
    { type: 'hold.ended', by: 'pointer' },
    { type: 'hold.started', by: 'focus' },
    { type: 'hold.ended', by: 'focus' },
  ],
  outcomes: {},
  eventSchema: 'shell/notification-queue-event',
  inputs: [{}],
}
