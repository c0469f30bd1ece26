import { createHash } from 'node:crypto'
import { formatAmount } from '#machines/money/amount.rules.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type { PaymentGroup } from '#schemas'
import type { TextKey } from '#schemas/generated/text-keys.ts'
import type { SimulatedAct } from '#server/payments/providers/simulated/simulated-acts.ts'
import type { SimulatedPayment } from '#server/payments/providers/simulated/simulated-provider.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { escapeHtml } from '../pages/plain-page.ts'

/** What a player can press on the hosted page: an act, or the step in which their bank asks. */
export interface HostedChoice {
  readonly act: SimulatedAct | 'challenge'
  /** Key of its text. */
  readonly label: TextKey
}

const CHOICES: Readonly<Record<PaymentGroup, readonly HostedChoice[]>> = {
  card: [
    { act: 'pay', label: 'hosted.card_pay' },
    { act: 'challenge', label: 'hosted.card_challenge' },
    { act: 'decline', label: 'hosted.card_decline' },
    { act: 'no_funds', label: 'hosted.card_no_funds' },
  ],
  wallet: [
    { act: 'pay', label: 'hosted.pay' },
    { act: 'no_funds', label: 'hosted.wallet_empty' },
  ],
  bank: [
    { act: 'pay', label: 'hosted.pay' },
    { act: 'pay_later', label: 'hosted.bank_later' },
    { act: 'pay_less', label: 'hosted.pay_less' },
    { act: 'pay_more', label: 'hosted.pay_more' },
  ],
  voucher: [
    { act: 'pay', label: 'hosted.voucher_valid' },
    { act: 'decline', label: 'hosted.voucher_spent' },
  ],
  crypto: [
    { act: 'pay', label: 'hosted.pay' },
    { act: 'pay_less', label: 'hosted.pay_less' },
    { act: 'pay_more', label: 'hosted.pay_more' },
    { act: 'expire', label: 'hosted.let_expire' },
  ],
}
const ASKED_BY_BANK: readonly HostedChoice[] = [
  { act: 'pay', label: 'hosted.yes' },
  { act: 'decline', label: 'hosted.no' },
]
const EXPIRED: readonly HostedChoice[] = [{ act: 'pay', label: 'hosted.pay_anyway' }]
const CANCEL: HostedChoice = { act: 'cancel', label: 'hosted.cancel' }

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
 *  they press, in the language of the page that they come from. It takes no number of a card (PAY-16). */
export function hostedPage(site: ResolvedSite, payment: SimulatedPayment, isAskedByBank: boolean): string {
  const { reference } = payment
  const { config } = site
  const method = Object.hasOwn(config.payments.methods, payment.method_id)
    ? config.payments.methods[payment.method_id]
    : undefined
  const language = languageOf(site, payment)
  const texts = textWriter(language, pageTexts(site, language))
  const text = (key: TextKey) => escapeHtml(texts(key, {}))
  const currency = { symbol: payment.currency, exponent: payment.exponent }
  const amount = formatAmount(Number(payment.amount_minor), currency, { locale: language })
  const isOpen = payment.state === 'created' || payment.state === 'expired'
  const lines = [
    text(isAskedByBank && isOpen ? 'hosted.bank_asks' : 'hosted.lead'),
    ...(payment.state === 'expired' ? [text('hosted.expired')] : []),
    ...(isOpen ? [] : [text('hosted.finished')]),
  ]
  const choices = choicesOf(payment, method?.group ?? 'card', isAskedByBank)
  const buttons = choices.map(({ act, label }) => `<button name="act" value="${act}">${text(label)}</button>`)
  const back = `<p><a href="${escapeHtml(payment.return_url)}">${text('hosted.back')}</a></p>`
  const direction = config.global.languages[language]?.direction ?? 'ltr'
  const title = text('hosted.title')
  return `<!doctype html><html lang="${escapeHtml(language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><header><span>${title}</span><span>${escapeHtml(site.publicSite.name)}</span></header><h1><bdi>${escapeHtml(amount)}</bdi></h1>${lines.map((line) => `<p>${line}</p>`).join('')}${buttons.length ? `<form method="post">${buttons.join('')}</form>` : back}<small dir="ltr">${escapeHtml(reference)}</small></main></body></html>`
}

/** The language of the page to which the player returns. */
function languageOf({ languages, config }: ResolvedSite, { return_url: url }: SimulatedPayment): string {
  const [, language = ''] = new URL(url).pathname.split('/')
  return languages.includes(language) ? language : config.global.defaultLanguage
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
