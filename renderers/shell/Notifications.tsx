import { createPortal } from 'react-dom'
import type { Notification } from '#machines/shell/notification-queue.rules.ts'
import type { ApplicationConfig, NotificationKind } from '#schemas'
import { Button } from '../site/Button.tsx'
import { Icon } from '../site/Icon.tsx'
import { useText } from '../site/texts.tsx'
import styles from './Notifications.module.css'
import { useTopDialog } from './open-dialogs.ts'

/** The icon of each kind of notification (UI-12); its colour follows the role of the same meaning. */
const NOTIFICATION_ICONS = {
  success: 'success',
  warning: 'warning',
  error: 'error',
  info: 'info',
  question: 'question',
  pending: 'pending',
  live: 'live',
  selected: 'selected',
} as const satisfies Record<NotificationKind, string>

/** One notification on the screen: its text is a dictionary key with the values that it names. */
export type VisibleNotification = Pick<Notification, 'id' | 'kind' | 'text' | 'params'>

/** Props of {@link Notifications}. */
export interface NotificationsProps {
  readonly items: readonly VisibleNotification[]
  /** Where they stand, and how wide they are; right and left change sides in a language from right to left. */
  readonly look?: Pick<ApplicationConfig['notifications'], 'position' | 'widthPx'>
  readonly onDismiss: (id: string) => void
  /** The pointer or the focus has come to the notifications or left them: their time stands still meanwhile. */
  readonly onHold?: (isHeld: boolean, by: 'pointer' | 'focus') => void
}

const USUAL_LOOK = { position: 'bottom-right', widthPx: 260 } as const

/** The notifications at the edge of the screen, above an open dialog too; read out politely as they come (UI-13). */
export function Notifications({ items, look = USUAL_LOOK, onDismiss, onHold }: NotificationsProps) {
  const t = useText()
  const topDialog = useTopDialog()
  const region = (
    <section
      className={styles.region}
      data-position={look.position}
      style={{ inlineSize: look.widthPx }}
      aria-label={t('shell.notifications')}
      onPointerEnter={() => onHold?.(true, 'pointer')}
      onPointerLeave={() => onHold?.(false, 'pointer')}
      onFocus={() => onHold?.(true, 'focus')}
      onBlur={() => onHold?.(false, 'focus')}
    >
      <ol className={styles.list} aria-live="polite" aria-relevant="additions">
        {items.map((item) => (
          <NotificationCard key={item.id} item={item} onDismiss={onDismiss} />
        ))}
      </ol>
    </section>
  )
  return topDialog ? createPortal(region, topDialog) : region
}

function NotificationCard({ item, onDismiss }: Pick<NotificationsProps, 'onDismiss'> & { item: VisibleNotification }) {
  const t = useText()
  return (
    <li className={styles.item} data-kind={item.kind}>
      <span className={styles.mark}>
        <Icon name={NOTIFICATION_ICONS[item.kind]} label={t(`shell.notification_${item.kind}`)} />
      </span>
      <p className={styles.content}>{t(item.text, item.params)}</p>
      <Button
        kind="plain"
        size="small"
        icon="close"
        aria-label={t('shell.notification_dismiss')}
        onClick={() => onDismiss(item.id)}
      />
    </li>
  )
}
