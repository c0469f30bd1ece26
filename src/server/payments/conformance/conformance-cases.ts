import { AppError } from '#calls/app-error.ts'
import type { ProviderOrder, RawWebhook } from '../payment-provider.ts'
import type { ConformanceCashier } from './conformance-cashier.ts'
import { demand } from './conformance-target.ts'

/** A case of the suite. */
export interface ConformanceCase {
  readonly id: string
  /** What has to be so. */
  readonly title: string
  readonly run: (cashier: ConformanceCashier) => Promise<void>
}

const TEN_MINUTES_MS = 600_000

async function stands(cashier: ConformanceCashier, paymentId: number, state: string): Promise<void> {
  const found = (await cashier.read(paymentId)).state
  demand(found === state, `the payment is ${found}, and has to be ${state}`)
}

async function holds(
  cashier: ConformanceCashier,
  player: number,
  due: { readonly cash: number; readonly pending?: number; readonly owed?: number },
): Promise<void> {
  const { pending = 0, owed = 0, cash } = due
  const found = await cashier.balances(player)
  const isRight = found.cash === cash && found.pending === pending && found.owed === owed
  demand(isRight, `the player has ${JSON.stringify(found)}, and has to have ${JSON.stringify({ cash, pending, owed })}`)
}

/** A webhook is refused with a code. */
async function refused(cashier: ConformanceCashier, webhook: RawWebhook, codes: readonly string[]): Promise<void> {
  const code = await cashier.payments.takeWebhook('conformance', 'judged', webhook).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
  demand(codes.includes(code), `the webhook was ${code}, and has to be refused with ${codes.join(' or ')}`)
}

/** A webhook about a payment that was paid, which has not been taken yet. */
async function webhookOfPaid(cashier: ConformanceCashier) {
  const { player, payment } = await cashier.deposit()
  await cashier.act(payment, 'pay')
  const [webhook] = await cashier.webhooks()
  if (!webhook) throw new Error('the sandbox sent no webhook about a paid deposit')
  return { player, payment, webhook }
}

/** The cases of the suite (PAY-15). */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  {
    id: 'P1',
    title: 'a deposit that begins has a reference and a hosted page, and the same attempt is the same payment',
    run: async ({ provider, deposit }) => {
      const { payment } = await deposit()
      demand(payment.reference !== null, 'the deposit has no reference')
      demand(payment.redirect_url !== null, 'the deposit has no hosted page')
      const order: ProviderOrder = {
        ...{ direction: 'deposit', attemptId: `twice-${Date.now()}`, methodId: 'judged', amountMinor: 5000 },
        ...{ exponent: 2, currency: 'EUR', country: 'de', language: 'en', fields: {} },
        ...{ returnUrl: 'https://brand.example/en', notifyUrl: 'https://brand.example/hook' },
      }
      const [one, other] = [await provider.start(order), await provider.start(order)]
      demand(one.reference === other.reference, 'the same attempt has two references')
    },
  },
  {
    id: 'P2',
    title: 'a deposit is credited by its event, with what has arrived',
    run: async (cashier) => {
      const { player, payment } = await cashier.payer()
      await stands(cashier, payment.payment_id, 'succeeded')
      await holds(cashier, player, { cash: 5000 })
    },
  },
  {
    id: 'P3',
    title: 'the same event again changes nothing',
    run: async (cashier) => {
      const { player, webhook } = await webhookOfPaid(cashier)
      await cashier.take(webhook)
      await cashier.take(webhook)
      await holds(cashier, player, { cash: 5000 })
    },
  },
  {
    id: 'P4',
    title: 'what was found by asking is not counted again by its event',
    run: async (cashier) => {
      const { player, webhook } = await webhookOfPaid(cashier)
      await cashier.ask()
      await holds(cashier, player, { cash: 5000 })
      await cashier.take(webhook)
      await holds(cashier, player, { cash: 5000 })
    },
  },
  {
    id: 'P5',
    title: 'an event that comes before the answer of the call is not lost',
    run: async (cashier) => {
      cashier.silence(true)
      const { player, payment } = await cashier.deposit()
      cashier.silence(false)
      await stands(cashier, payment.payment_id, 'unknown')
      await cashier.act(cashier.lastStarted(), 'pay')
      await cashier.deliver()
      await cashier.ask()
      await stands(cashier, payment.payment_id, 'succeeded')
      await holds(cashier, player, { cash: 5000 })
    },
  },
  {
    id: 'P6',
    title: 'less than was asked for is credited as it arrives',
    run: async (cashier) => {
      const { player, payment } = await cashier.deposit()
      await cashier.act(payment, 'pay_less')
      await cashier.deliver()
      await stands(cashier, payment.payment_id, 'succeeded')
      const { cash } = await cashier.balances(player)
      demand(cash > 0 && cash < 5000, `${cash} was credited of less than 5000`)
    },
  },
  {
    id: 'P7',
    title: 'more than was asked for is credited as it arrives',
    run: async (cashier) => {
      const { player, payment } = await cashier.deposit()
      await cashier.act(payment, 'pay_more')
      await cashier.deliver()
      const { cash } = await cashier.balances(player)
      demand(cash > 5000, `${cash} was credited of more than 5000`)
    },
  },
  {
    id: 'P8',
    title: 'money that comes after the time has run out is credited',
    run: async (cashier) => {
      const { player, payment } = await cashier.deposit()
      await cashier.act(payment, 'expire')
      await cashier.deliver()
      await stands(cashier, payment.payment_id, 'expired')
      await cashier.act(payment, 'pay')
      await cashier.deliver()
      await holds(cashier, player, { cash: 5000 })
    },
  },
  {
    id: 'P9',
    title: 'a refused deposit has failed, and says why',
    run: async (cashier) => {
      const { player, payment } = await cashier.deposit()
      await cashier.act(payment, 'no_funds')
      await cashier.deliver()
      await stands(cashier, payment.payment_id, 'failed')
      const { reason } = await cashier.read(payment.payment_id)
      demand(reason === 'payment.reason_insufficient_funds', `the reason is ${reason}`)
      await holds(cashier, player, { cash: 0 })
    },
  },
  {
    id: 'P10',
    title: 'a deposit that its player cancels is cancelled',
    run: async (cashier) => {
      const { payment } = await cashier.deposit()
      await cashier.act(payment, 'cancel')
      await cashier.deliver()
      await stands(cashier, payment.payment_id, 'cancelled')
    },
  },
  {
    id: 'P11',
    title: 'money in another currency waits for people',
    run: async (cashier) => {
      const { player, payment } = await cashier.deposit()
      await cashier.act(payment, 'pay_other_currency')
      await cashier.deliver()
      await stands(cashier, payment.payment_id, 'review')
      await holds(cashier, player, { cash: 0 })
    },
  },
  {
    id: 'P12',
    title: 'an event about a payment that nobody knows is kept, and answered as taken',
    run: async (cashier) => {
      const before = await cashier.kept()
      const started = await cashier.provider.start({
        ...{ direction: 'deposit', attemptId: `nobodys-${Date.now()}`, methodId: 'judged', amountMinor: 5000 },
        ...{ exponent: 2, currency: 'EUR', country: 'de', language: 'en', fields: {} },
        ...{ returnUrl: 'https://brand.example/en', notifyUrl: cashier.notifyUrl },
      })
      await cashier.act({ reference: started.reference }, 'pay')
      await cashier.deliver()
      demand((await cashier.kept()) === before + 1, 'the event was not kept')
    },
  },
  {
    id: 'P13',
    title: 'an event whose signature is wrong is refused',
    run: async (cashier) => {
      const { webhook, player } = await webhookOfPaid(cashier)
      const body = new TextEncoder().encode(`${new TextDecoder().decode(webhook.body)} `)
      await refused(cashier, { ...webhook, body, now: new Date() }, ['payment.webhook_wrong_signature'])
      await refused(cashier, { headers: {}, body: webhook.body, now: new Date() }, ['payment.webhook_unsigned'])
      await holds(cashier, player, { cash: 0 })
    },
  },
  {
    id: 'P14',
    title: 'an event that is older than five minutes is refused',
    run: async (cashier) => {
      const { webhook } = await webhookOfPaid(cashier)
      const now = new Date(Date.now() + TEN_MINUTES_MS)
      await refused(cashier, { ...webhook, now }, ['payment.webhook_too_old'])
    },
  },
  {
    id: 'P15',
    title: 'an event that was cut short is refused',
    run: async (cashier) => {
      const { webhook } = await webhookOfPaid(cashier)
      const body = webhook.body.slice(0, Math.floor(webhook.body.length / 2))
      const codes = ['payment.webhook_wrong_signature', 'payment.webhook_malformed']
      await refused(cashier, { ...webhook, body, now: new Date() }, codes)
    },
  },
  {
    id: 'P16',
    title: 'a withdrawal whose call got no answer stays held, and is found by asking',
    run: async (cashier) => {
      const { player } = await cashier.payer()
      cashier.silence(true)
      const payment = await cashier.begin(player, 'withdrawal')
      cashier.silence(false)
      await stands(cashier, payment.payment_id, 'unknown')
      await holds(cashier, player, { cash: 0, pending: 5000 })
      await cashier.ask()
      await stands(cashier, payment.payment_id, 'sent')
      await holds(cashier, player, { cash: 0, pending: 5000 })
    },
  },
  {
    id: 'P17',
    title: 'a deposit whose event was lost is found by asking',
    run: async (cashier) => {
      const { player } = await webhookOfPaid(cashier)
      await cashier.ask()
      await holds(cashier, player, { cash: 5000 })
    },
  },
  {
    id: 'P18',
    title: 'a refund gives its part back once, by its own reference',
    run: async (cashier) => {
      const { player, payment } = await cashier.payer()
      await cashier.refund(payment.payment_id, 2000)
      await cashier.deliver()
      await cashier.deliver()
      await holds(cashier, player, { cash: 3000 })
      await cashier.refund(payment.payment_id)
      await cashier.deliver()
      await stands(cashier, payment.payment_id, 'refunded')
      await holds(cashier, player, { cash: 0 })
    },
  },
  {
    id: 'P19',
    title: 'a withdrawal is paid, fails or comes back, and its money moves once each time',
    run: async (cashier) => {
      const { player } = await cashier.payer()
      const failed = await cashier.begin(player, 'withdrawal')
      await cashier.act(failed, 'fail')
      await cashier.deliver()
      await holds(cashier, player, { cash: 5000 })
      const paid = await cashier.begin(player, 'withdrawal')
      await cashier.act(paid, 'pay')
      await cashier.deliver()
      await stands(cashier, paid.payment_id, 'paid')
      await holds(cashier, player, { cash: 0 })
      await cashier.act(paid, 'return')
      await cashier.deliver()
      await stands(cashier, paid.payment_id, 'reversed')
      await holds(cashier, player, { cash: 5000 })
    },
  },
  {
    id: 'P20',
    title: 'a chargeback takes the money, and gives it back when the dispute is won but not when it is lost',
    run: async (cashier) => {
      const [won, lost] = [await cashier.payer(), await cashier.payer()]
      for (const { player, payment } of [won, lost]) {
        await cashier.act(payment, 'dispute')
        await cashier.deliver()
        await holds(cashier, player, { cash: 0 })
      }
      await cashier.act(won.payment, 'win_dispute')
      await cashier.act(lost.payment, 'lose_dispute')
      await cashier.deliver()
      await holds(cashier, won.player, { cash: 5000 })
      await holds(cashier, lost.player, { cash: 0 })
    },
  },
]
