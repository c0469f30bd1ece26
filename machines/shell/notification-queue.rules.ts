import type { NotificationKind, NotificationShown } from '#schemas'

/** The kinds of notification, in the order of the specification (UI-12). */
export const NOTIFICATION_KINDS = [
  'success',
  'warning',
  'error',
  'info',
  'question',
  'pending',
  'live',
  'selected',
] as const satisfies readonly NotificationKind[]

/** How long a notification is shown when nothing else is said, ms (UI-13). */
export const NOTIFICATION_DURATION_MS = 3000

/**
 * Time is counted in ticks of this length, so a pause keeps what is left without any reading of a clock. A notification
 * that comes between two ticks gets one more, so none is shown for less than its time.
 */
export const NOTIFICATION_TICK_MS = 100

/** As many are shown together; more would cover the page, so the others wait. */
export const VISIBLE_NOTIFICATIONS_MAX = 5

/** A message to the player that goes by itself. */
export interface Notification {
  readonly id: string
  readonly kind: NotificationKind
  /** Dictionary key of the text, and the values that it names. */
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
  /** Time that it stays, in ms; 0 means until it is closed. */
  readonly durationMs: number
  readonly leftMs: number
}

/** A wish to show a notification; what is absent is taken from the defaults. */
export type NotificationRequest = Omit<NotificationShown, 'type'>

/** The notifications of a page in order of their coming; the first ones are visible. */
export type Notifications = readonly Notification[]

/** The notifications that are shown. */
export function visibleNotifications(all: Notifications): Notifications {
  return all.slice(0, VISIBLE_NOTIFICATIONS_MAX)
}

/** Adds a notification, or replaces in place the one with the same id (a pending one that has succeeded). */
export function addNotification(all: Notifications, { id, kind, text, ...rest }: NotificationRequest): Notifications {
  const durationMs = rest.durationMs ?? NOTIFICATION_DURATION_MS
  const leftMs = all.length > 0 && durationMs > 0 ? durationMs + NOTIFICATION_TICK_MS : durationMs
  const added: Notification = { id, kind, text, params: rest.params ?? {}, durationMs, leftMs }
  const isKnown = all.some((notification) => notification.id === id)
  return isKnown ? all.map((notification) => (notification.id === id ? added : notification)) : [...all, added]
}

/** Takes one tick off the time that the visible ones have left; those without a duration stay. */
export function tickNotifications(all: Notifications): Notifications {
  const visible = new Set(visibleNotifications(all))
  return all.map((notification) =>
    visible.has(notification) && notification.durationMs > 0
      ? { ...notification, leftMs: Math.max(0, notification.leftMs - NOTIFICATION_TICK_MS) }
      : notification,
  )
}

/** Whether the time of a notification is over. */
export function isExpired({ durationMs, leftMs }: Notification): boolean {
  return durationMs > 0 && leftMs === 0
}
