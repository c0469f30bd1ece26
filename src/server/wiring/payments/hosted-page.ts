import { createHash } from 'node:crypto'
import { formatAmount } from '#machines/money/amount.rules.ts'
import type { PaymentGroup } from '#schemas'
import type { SimulatedAct } from '#server/payments/providers/simulated/simulated-acts.ts'
import type { SimulatedPayment } from '#server/payments/providers/simulated/simulated-provider.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { escapeHtml } from '../pages/plain-page.ts'

/** What a player can press on the hosted page: an act, or the step in which their bank asks. */
export interface HostedChoice {
  readonly act: SimulatedAct | 'challenge'
  readonly label: string
}

const CHOICES: Readonly<Record<PaymentGroup, readonly HostedChoice[]>> = {
  card: [
    { act: 'pay', label: 'Pay with a test card' },
    { act: 'challenge', label: 'Pay with a test card whose bank asks first' },
    { act: 'decline', label: 'Pay with a test card that is refused' },
    { act: 'no_funds', label: 'Pay with a test card that has no money on it' },
  ],
  wallet: [
    { act: 'pay', label: 'Pay' },
    { act: 'no_funds', label: 'Pay from a wallet that is empty' },
  ],
  bank: [
    { act: 'pay', label: 'Pay' },
    { act: 'pay_later', label: 'Pay by a transfer that takes a while' },
    { act: 'pay_less', label: 'Pay only half of it' },
    { act: 'pay_more', label: 'Pay a tenth more' },
  ],
  voucher: [
    { act: 'pay', label: 'Use a valid voucher' },
    { act: 'decline', label: 'Use a voucher that was spent already' },
  ],
  crypto: [
    { act: 'pay', label: 'Pay' },
    { act: 'pay_less', label: 'Pay only half of it' },
    { act: 'pay_more', label: 'Pay a tenth more' },
    { act: 'expire', label: 'Let the time run out' },
  ],
}
const ASKED_BY_BANK: readonly HostedChoice[] = [
  { act: 'pay', label: 'Yes, it is me' },
  { act: 'decline', label: 'No, stop the payment' },
]
const EXPIRED: readonly HostedChoice[] = [{ act: 'pay', label: 'Pay all the same' }]
const CANCEL: HostedChoice = { act: 'cancel', label: 'Cancel and go back' }

const STYLE = `*{box-sizing:border-box}
:root{color-scheme:light dark;--line:light-dark(#d9dee5,#363d47);--muted:light-dark(#5a6675,#a3adba)}
body{display:grid;place-items:start center;min-height:100dvh;margin:0;padding:clamp(1rem,6vh,4rem) 1rem;background:light-dark(#f3f5f8,#13161a);color:light-dark(#14181d,#f0f3f6);font:1rem/1.5 system-ui,sans-serif}
main{display:grid;gap:1.25rem;width:100%;max-width:26rem;padding:clamp(1.25rem,5vw,2rem);border:1px solid var(--line);border-radius:14px;background:light-dark(#fff,#1b1f25)}
header{display:flex;justify-content:space-between;gap:1rem;color:var(--muted);font-size:.875rem}
h1{margin:0;font-size:2rem;line-height:1.2;font-variant-numeric:tabular-nums}
p{margin:0;color:var(--muted)}
form{display:grid;gap:.5rem}
button{min-height:48px;padding:.5rem 1rem;border:1px solid var(--line);border-radius:10px;background:none;color:inherit;font:600 1rem/1.3 system-ui,sans-serif;text-align:start;cursor:pointer}
button:first-of-type{border-color:transparent;background:light-dark(#1f5fd6,#79a7ff);color:light-dark(#fff,#0c1626)}
button[value=cancel]{border-color:transparent;color:var(--muted);text-align:center}
button:focus-visible,a:focus-visible{outline:3px solid light-dark(#1f5fd6,#79a7ff);outline-offset:2px}
small{color:var(--muted);font-size:.75rem}`

/** The policy of the hosted page: its own style, and forms to itself alone. */
export const HOSTED_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The hosted page of the built-in provider, where a player pays without money: what would happen at a card, a bank or a chain is what
 *  they press. It takes no number of a card (PAY-16), and speaks English alone: no brand goes live with it. */
export function hostedPage(site: ResolvedSite, payment: SimulatedPayment, isAskedByBank: boolean): string {
  const { reference } = payment
  const { config } = site
  const method = Object.hasOwn(config.payments.methods, payment.method_id)
    ? config.payments.methods[payment.method_id]
    : undefined
  const currency = { symbol: payment.currency, exponent: payment.exponent }
  const amount = formatAmount(Number(payment.amount_minor), currency, { locale: 'en' })
  const isOpen = payment.state === 'created' || payment.state === 'expired'
  const lines = [
    isAskedByBank && isOpen
      ? 'Your bank wants to be sure that it is you. Confirm the payment?'
      : 'This is a test provider: no real money moves. Choose what should happen.',
    ...(payment.state === 'expired' ? ['The time for this payment has run out.'] : []),
    ...(isOpen ? [] : ['This payment is finished.']),
  ]
  const choices = choicesOf(payment, method?.group ?? 'card', isAskedByBank)
  const buttons = choices.map(({ act, label }) => `<button name="act" value="${act}">${escapeHtml(label)}</button>`)
  const back = `<p><a href="${escapeHtml(payment.return_url)}">Back to the site</a></p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Test payment</title><style>${STYLE}</style></head><body><main><header><span>Test payment</span><span>${escapeHtml(site.publicSite.name)}</span></header><h1>${escapeHtml(amount)}</h1>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}${buttons.length ? `<form method="post">${buttons.join('')}</form>` : back}<small>${escapeHtml(reference)}</small></main></body></html>`
}

/** What can be pressed on the page of a payment. */
export function choicesOf(
  { state }: Pick<SimulatedPayment, 'state'>,
  group: PaymentGroup,
  isAskedByBank: boolean,
): readonly HostedChoice[] {
  if (state === 'expired') return EXPIRED
  if (state !== 'created') return []
  return [...(isAskedByBank ? ASKED_BY_BANK : CHOICES[group]), CANCEL]
}
