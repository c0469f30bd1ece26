import { defineCall } from './call.ts'
import { WEB_API } from './http/base-paths.ts'

/** What fills the deposit screen (PAY-5). */
export const getRechargeData = defineCall({
  id: 'getRechargeData',
  summary: 'The methods by which the signed-in player can deposit now, with bounds and fees.',
  path: `${WEB_API}/getrechargedata`,
  answer: 'payments/recharge-answer',
  access: 'authorized',
})

/** What fills the withdrawal screen (PAY-4). */
export const getDeduceData = defineCall({
  id: 'getDeduceData',
  summary: 'The methods by which the signed-in player can withdraw now, with bounds and fees.',
  path: `${WEB_API}/getdeducedata`,
  answer: 'payments/deduce-answer',
  access: 'authorized',
})

/** Begins a deposit; sent again with the same guid, it is the same one (PAY-7). */
export const startDeposit = defineCall({
  id: 'startDeposit',
  summary: 'Begins a deposit and says where the player continues.',
  method: 'POST',
  path: `${WEB_API}/payments/deposit`,
  body: 'payments/start-payment-body',
  answer: 'payments/payment',
  access: 'authorized',
})

/** Asks for a withdrawal, whose amount is held at once (PAY-8). */
export const startWithdrawal = defineCall({
  id: 'startWithdrawal',
  summary: 'Asks for a withdrawal and holds its amount.',
  method: 'POST',
  path: `${WEB_API}/payments/withdrawal`,
  body: 'payments/start-payment-body',
  answer: 'payments/payment',
  access: 'authorized',
})

/** A payment of the player. */
export const getPayment = defineCall({
  id: 'getPayment',
  summary: 'A payment of the signed-in player as it stands.',
  path: `${WEB_API}/payments/payment`,
  query: 'payments/payment-query',
  answer: 'payments/payment',
  access: 'authorized',
})

/** Takes a withdrawal back before it is approved (PAY-9). */
export const cancelWithdrawal = defineCall({
  id: 'cancelWithdrawal',
  summary: 'Takes a withdrawal back; its money is on the account again.',
  method: 'POST',
  path: `${WEB_API}/payments/cancel`,
  body: 'payments/payment-id-body',
  answer: 'payments/payment',
  access: 'authorized',
})

/** The receipt of a payment (OFF-6, PAY-13). */
export const getPaymentReceipt = defineCall({
  id: 'getPaymentReceipt',
  summary: 'The receipt of a payment of the signed-in player.',
  path: `${WEB_API}/payments/receipt`,
  query: 'payments/payment-query',
  answer: 'payments/payment-receipt',
  access: 'authorized',
})

/** Payments that are not over yet (OFF-6, PAY-13). */
export const getPaymentRequests = defineCall({
  id: 'getPaymentRequests',
  summary: 'The payments of the signed-in player that are not over yet.',
  path: `${WEB_API}/payments/requests`,
  answer: 'payments/payment-requests-answer',
  access: 'authorized',
})

/** The payment history (PAY-1, PAY-6). */
export const getPaymentHistory = defineCall({
  id: 'getPaymentHistory',
  summary: 'A page of the payment history of the signed-in player.',
  method: 'POST',
  path: `${WEB_API}/gethistorypaymentmainaccount`,
  body: 'payments/payment-history-body',
  answer: 'payments/payment-history-answer',
  access: 'authorized',
})

/** The movements of bonus money (PAY-2). */
export const getVirtualHistory = defineCall({
  id: 'getVirtualHistory',
  summary: 'A page of the movements of bonus money of the signed-in player.',
  method: 'POST',
  path: `${WEB_API}/gethistorypaymentvirtualaccount`,
  body: 'payments/virtual-history-body',
  answer: 'payments/virtual-history-answer',
  access: 'authorized',
})

/** The methods that the player has used (PAY-3). */
export const getPaymentSources = defineCall({
  id: 'getPaymentSources',
  summary: 'The methods that the signed-in player has used, with what went by them.',
  path: `${WEB_API}/gethistorypaymentsource`,
  answer: 'payments/payment-source-answer',
  access: 'authorized',
})

/** What an exchange between currency accounts would give now (PAY-14). */
export const quoteConversion = defineCall({
  id: 'quoteConversion',
  summary: 'A rate for an exchange between currency accounts, which holds for a while.',
  method: 'POST',
  path: `${WEB_API}/payments/quote`,
  body: 'payments/conversion-quote-body',
  answer: 'payments/conversion-quote',
  access: 'authorized',
})

/** Exchanges money at a rate that was shown (PAY-14). */
export const convertMoney = defineCall({
  id: 'convertMoney',
  summary: 'Exchanges money between currency accounts at the rate of a quote, once.',
  method: 'POST',
  path: `${WEB_API}/payments/conversion`,
  body: 'payments/convert-body',
  answer: 'payments/convert-answer',
  access: 'authorized',
})

/** The requests of the player to the payment consultant (OFF-18). */
export const getConsultantRequests = defineCall({
  id: 'getConsultantRequests',
  summary: 'The requests of the signed-in player to the payment consultant, and the topics.',
  path: `${WEB_API}/payments/consultant-requests`,
  answer: 'payments/consultant-answer',
  access: 'authorized',
})

/** Asks the payment consultant (OFF-18). */
export const createConsultantRequest = defineCall({
  id: 'createConsultantRequest',
  summary: 'Asks the payment consultant about a topic.',
  method: 'POST',
  path: `${WEB_API}/payments/consultant-create`,
  body: 'payments/consultant-body',
  answer: 'payments/consultant-request',
  access: 'authorized',
})

/** The payments that the consultant can be asked about (OFF-18). */
export const getConsultantTransactions = defineCall({
  id: 'getConsultantTransactions',
  summary: 'The latest payments of the signed-in player, for a request to the consultant.',
  path: `${WEB_API}/payments/consultant-transactions`,
  answer: 'payments/payment-requests-answer',
  access: 'authorized',
})

/** Adds to a request (OFF-18). */
export const fillOutConsultantRequest = defineCall({
  id: 'fillOutConsultantRequest',
  summary: 'Adds what was left out to a request to the payment consultant.',
  method: 'POST',
  path: `${WEB_API}/payments/consultant-fill-out`,
  body: 'payments/consultant-fill-body',
  answer: 'payments/consultant-request',
  access: 'authorized',
})
