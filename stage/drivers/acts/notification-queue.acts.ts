import { sendActivationMail } from '#calls/account.calls.ts'
import { say } from '#cli/command-text.ts'
import type { MachineActs, PageThing } from '#machines/shell/machine-acts.ts'
import type { NotificationQueueEvent, NotificationShown } from '#schemas'

const REGION: PageThing = { role: 'region', name: 'Notifications' }
const DISMISS: PageThing = { role: 'button', name: 'Dismiss', within: REGION }
/** The layer over the page comes when the page is at rest. */
const LAYER_AFTER_MS = 300

/** shell/notification-queue on the page /login, where a new player asks for the activation mail again and sees that it
 *  was sent. */
export const notificationQueueActs: MachineActs<NotificationQueueEvent> = {
  path: '/en/login?activate=1',
  opensAfterMs: LAYER_AFTER_MS,
  answers: () => [{ call: sendActivationMail, body: { success: true, retryAfterSeconds: 0 } }],
  events: {
    'notification.shown': (event) =>
      isMailSent(event)
        ? [{ do: 'click', on: { role: 'button', name: 'Resend the e-mail' } }]
        : { impossible: say('driver.page_tells_only_mail') },
    'notification.closed': [{ do: 'click', on: DISMISS }],
    'notifications.cleared': { impossible: say('driver.page_nothing_clears_all') },
    'hold.started': ({ by }) =>
      by === 'focus' ? [{ do: 'focus', on: DISMISS }] : [{ do: 'hover', on: { role: 'listitem', within: REGION } }],
    'hold.ended': ({ by }) => [{ do: by === 'focus' ? 'blur' : 'leave' }],
  },
  actors: {},
  shows: { showing: { role: 'listitem', within: REGION } },
}

function isMailSent({ id, kind, text, durationMs, params }: NotificationShown): boolean {
  const isPlain = durationMs === undefined && params === undefined
  return isPlain && id === 'activation-sent' && kind === 'success' && text === 'account.activation_sent'
}
