import { AppError } from '#calls/app-error.ts'
import { holdsCardNumber } from '#machines/payments/payment-terms.rules.ts'
import type { ConsultantBody } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import type { Payer, PaymentPorts } from './payment-ports.ts'
import { findPayment } from './payment-rows.ts'

/** A request to the payment consultant with what was written about it. */
export interface ConsultantTalk {
  readonly requestId: number
  readonly topicId: string
  readonly paymentId: number | null
  readonly createdAt: Date
  readonly lines: readonly { readonly author: 'player' | 'consultant'; readonly text: string; readonly at: Date }[]
}

/** Who asks the payment consultant, and the queue at the desk where it waits. */
export interface ConsultantPayer extends Payer {
  readonly queue: string
}

const MOST_REQUESTS = 50
const MOST_LINES = 500
/** Requests and lines that a player may write within the window. */
const BURST = 20
const BURST_MS = 600_000

/** The payment consultant: requests by topic, whose lines are part of the player's talk with the support, where operators answer
 *  (OFF-18). What a consultant writes is about the request that the player has written about last. */
export function createConsultant({ db, clock, sections }: PaymentPorts) {
  return {
    /** The latest requests, the latest first. */
    list: ({ brandId, accountId }: Payer): Promise<ConsultantTalk[]> =>
      forBrand(db, brandId).transaction((tx) => talksOf(tx, accountId)),

    /** Asks about a topic. @throws AppError payment.topic_unknown, payment.payment_needed, payment.card_number, payment.unknown, rate.limited */
    async create(
      { brandId, accountId, queue }: ConsultantPayer,
      { topicId, paymentId, text }: ConsultantBody,
    ): Promise<ConsultantTalk> {
      const { consultantTopics: topics } = (await sections(brandId)).payments
      const topic = Object.hasOwn(topics, topicId) ? topics[topicId] : undefined
      if (!topic) throw new AppError('payment.topic_unknown')
      if (topic.isPaymentNeeded && paymentId === undefined) throw new AppError('payment.payment_needed')
      return forBrand(db, brandId).transaction(async (tx) => {
        const now = clock()
        if (paymentId !== undefined && !(await findPayment(tx, accountId, paymentId)))
          throw new AppError('payment.unknown')
        const { id } = await tx
          .insert('consultant_request', {
            ...{ account_id: accountId, topic_id: topicId, payment_id: paymentId ?? null, created_at: now },
          })
          .returning('request_id as id')
          .executeTakeFirstOrThrow()
        await write(tx, { accountId, queue, requestId: id, text, now })
        return talkOf(tx, accountId, id)
      })
    },

    /** Adds to a request. @throws AppError payment.request_unknown, payment.card_number, rate.limited */
    fillOut(
      { brandId, accountId, queue }: ConsultantPayer,
      { requestId, text }: { readonly requestId: number; readonly text: string },
    ): Promise<ConsultantTalk> {
      return forBrand(db, brandId).transaction(async (tx) => {
        await talkOf(tx, accountId, requestId)
        await write(tx, { accountId, queue, requestId, text, now: clock() })
        return talkOf(tx, accountId, requestId)
      })
    },
  }
}

async function write(
  tx: BrandTransaction,
  {
    accountId,
    queue,
    requestId,
    text,
    now,
  }: { accountId: number; queue: string; requestId: number; text: string; now: Date },
): Promise<void> {
  if (holdsCardNumber(text)) throw new AppError('payment.card_number')
  const { n } = await tx
    .select('support_message')
    .select((row) => row.fn.countAll().as('n'))
    .where('account_id', '=', accountId)
    .where('consultant', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - BURST_MS))
    .executeTakeFirstOrThrow()
  const seconds = BURST_MS / 1000
  if (Number(n) >= BURST) throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
  await tx
    .insert('support_message', {
      ...{ account_id: accountId, consultant: null, body: storableText(text.trim()), created_at: now, read_at: null },
      ...{ consultant_request_id: requestId, queue },
    })
    .execute()
}

async function talkOf(tx: BrandTransaction, accountId: number, requestId: number): Promise<ConsultantTalk> {
  const talks = await talksOf(tx, accountId, storableId(requestId))
  const talk = talks.find((one) => one.requestId === requestId)
  if (!talk) throw new AppError('payment.request_unknown')
  return talk
}

async function talksOf(tx: BrandTransaction, accountId: number, only?: number): Promise<ConsultantTalk[]> {
  const requests = await tx
    .select('consultant_request')
    .select(['request_id as requestId', 'topic_id as topicId', 'payment_id as paymentId', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .$if(only !== undefined, (rows) => rows.where('request_id', '=', only ?? 0))
    .orderBy('request_id', 'desc')
    .limit(MOST_REQUESTS)
    .execute()
  const lines = await tx
    .select('support_message')
    .select(['consultant', 'body as text', 'created_at as at', 'consultant_request_id as requestId'])
    .where('account_id', '=', accountId)
    .orderBy('support_message_id', 'desc')
    .limit(MOST_LINES)
    .execute()
  let about: number | null = null
  const talk = lines.reverse().map((line) => {
    if (line.consultant === null) about = line.requestId ?? null
    return { about, author: line.consultant === null ? 'player' : 'consultant', text: line.text, at: line.at } as const
  })
  return requests.map((request) => ({
    ...request,
    lines: talk.flatMap(({ about: of, ...line }) => (of === request.requestId ? [line] : [])),
  }))
}
