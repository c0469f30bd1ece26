import { assign, enqueueActions, setup } from 'xstate'
import type { NotificationHold, NotificationKind, NotificationQueueEvent } from '#schemas'
import {
  addNotification,
  isExpired,
  NOTIFICATION_TICK_MS,
  type NotificationRequest,
  type Notifications,
  tickNotifications,
  visibleNotifications,
} from './notification-queue.rules.ts'

export type NotificationQueueEmitted =
  /** The notification is on the page now and is to be read out. */
  | {
      readonly type: 'notification.announced'
      readonly id: string
      readonly kind: NotificationKind
      readonly text: string
    }
  | { readonly type: 'notification.gone'; readonly id: string; readonly by: 'time' | 'player' | 'clearing' }

export interface NotificationQueueContext {
  readonly notifications: Notifications
  readonly holds: readonly NotificationHold[]
}

interface ChangeQueue {
  assign(update: { readonly notifications: Notifications }): void
  emit(event: NotificationQueueEmitted): void
}

/** Stores the change and tells what has gone and what has come to be seen or was replaced. */
function applyChange(
  queue: ChangeQueue,
  before: Notifications,
  after: Notifications,
  by: 'time' | 'player' | 'clearing' = 'player',
): void {
  queue.assign({ notifications: after })
  const ids = new Set(after.map(({ id }) => id))
  for (const { id } of before) if (!ids.has(id)) queue.emit({ type: 'notification.gone', id, by })
  const seenBefore = new Map(visibleNotifications(before).map((notification) => [notification.id, notification]))
  for (const { id, kind, text } of visibleNotifications(after)) {
    const known = seenBefore.get(id)
    const isNews = known?.kind !== kind || known.text !== text
    if (isNews) queue.emit({ type: 'notification.announced', id, kind, text })
  }
}

const notificationQueueSetup = setup({
  types: {
    context: {} as NotificationQueueContext,
    events: {} as NotificationQueueEvent,
    emitted: {} as NotificationQueueEmitted,
  },
  delays: { tick: NOTIFICATION_TICK_MS },
  guards: {
    isEmpty: ({ context }) => context.notifications.length === 0,
    isHeld: ({ context }) => context.holds.length > 0,
    isFree: ({ context }) => context.holds.length === 0,
  },
  actions: {
    add: enqueueActions(({ context, enqueue }, params: NotificationRequest) => {
      applyChange(enqueue, context.notifications, addNotification(context.notifications, params))
    }),
    remove: enqueueActions(({ context, enqueue }, params: { readonly id: string }) => {
      const rest = context.notifications.filter(({ id }) => id !== params.id)
      applyChange(enqueue, context.notifications, rest)
    }),
    clear: enqueueActions(({ context, enqueue }) => applyChange(enqueue, context.notifications, [], 'clearing')),
    tick: enqueueActions(({ context, enqueue }) => {
      const rest = tickNotifications(context.notifications).filter((notification) => !isExpired(notification))
      applyChange(enqueue, context.notifications, rest, 'time')
    }),
    hold: assign({
      holds: ({ context }, params: { readonly by: NotificationHold }) => [...new Set([...context.holds, params.by])],
    }),
    release: assign({
      holds: ({ context }, params: { readonly by: NotificationHold }) => context.holds.filter((by) => by !== params.by),
    }),
    releaseAll: assign({ holds: [] }),
  },
})

/**
 * The notifications of a page (UI-12, UI-13): each stays for its time, and none goes while the player points at them or
 * has the focus in them. Those beyond the visible ones wait, and their time does not run.
 */
export const notificationQueueMachine = notificationQueueSetup.createMachine({
  id: 'notificationQueue',
  context: { notifications: [], holds: [] },
  initial: 'empty',
  on: {
    'notification.shown': { actions: { type: 'add', params: ({ event }) => event } },
    'notification.closed': { actions: { type: 'remove', params: ({ event }) => event } },
    'notifications.cleared': { actions: 'clear' },
  },
  states: {
    empty: {
      on: {
        'notification.shown': { target: 'showing', actions: { type: 'add', params: ({ event }) => event } },
      },
    },
    showing: {
      initial: 'running',
      exit: 'releaseAll',
      always: { guard: 'isEmpty', target: 'empty' },
      on: {
        'hold.started': { actions: { type: 'hold', params: ({ event }) => event } },
        'hold.ended': { actions: { type: 'release', params: ({ event }) => event } },
      },
      states: {
        running: {
          always: { guard: 'isHeld', target: 'held' },
          after: { tick: { target: 'running', reenter: true, actions: 'tick' } },
        },
        held: { always: { guard: 'isFree', target: 'running' } },
      },
    },
  },
})
