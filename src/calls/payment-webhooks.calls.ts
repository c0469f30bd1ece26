import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** Events of a payment provider, each with the signature that the provider gives; no page sends them (PAY-10). */
export const takePaymentWebhook = defineCall({
  id: 'takePaymentWebhook',
  summary: 'Tells what has happened to payments; the body is what the provider sends, verified on its raw bytes.',
  method: 'POST',
  path: `${WEB_API}/payments/webhook`,
  segments: ['provider'],
  answer: 'payments/webhook-answer',
  access: 'signed',
})
