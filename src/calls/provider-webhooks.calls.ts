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

/** A call of a provider of games in the engine's own protocol; others have paths of their own below the same address (CAS-9). */
export const takeWalletCall = defineCall({
  id: 'takeWalletCall',
  summary:
    'Moves money of a player for a round of a provider of games; the body is what the provider sends, verified on its raw bytes.',
  method: 'POST',
  path: `${WEB_API}/casino/wallet`,
  segments: ['provider'],
  body: 'casino/wallet-call',
  answer: 'casino/wallet-reply',
  access: 'signed',
})

/** An event of Sumsub, with its digest; no page sends it (KYC-6, KYC-9). */
export const takeSumsubWebhook = defineCall({
  id: 'takeSumsubWebhook',
  summary: 'Reports what Sumsub has decided; the body is what it sends, verified on its raw bytes.',
  method: 'POST',
  path: `${WEB_API}/verification-api/sumsub/webhook`,
  answer: 'protection/identity-webhook-answer',
  access: 'signed',
})
