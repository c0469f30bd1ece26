import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createDeliveryService, type NewMessage } from './delivery.service.ts'
import { createLogAdapter, type RenderedMessage } from './delivery-adapter.ts'

const START_MS = Date.parse('2026-03-01T12:00:00Z')

function setUp({ db }: OpenDatabase, options: { keepsSecrets?: boolean } = {}) {
  let nowMs = START_MS
  const sent: RenderedMessage[] = []
  const carry = { fails: false }
  const adapter = {
    async send(message: RenderedMessage) {
      if (carry.fails) throw new Error('mail server is away')
      sent.push(message)
    },
  }
  const delivery = createDeliveryService({
    db,
    adapters: { mail: adapter, sms: adapter },
    text: async (brandId, language, key, params) => `${brandId}/${language}/${key}/${JSON.stringify(params)}`,
    letter: async (brandId, language, { body }) => ({
      sender: { name: brandId, address: 'no-reply@mail.example' },
      html: `<p lang="${language}">${body}</p>`,
    }),
    clock: () => new Date(nowMs),
    log: silentLog,
    pollMs: 5,
    ...options,
  })
  const message = (more: Partial<NewMessage> = {}): NewMessage => ({
    kind: 'mail',
    recipient: 'anna@mail.example',
    template: 'activation',
    language: 'pt',
    params: { brand: 'Red' },
    secrets: { code: '123456' },
    now: new Date(nowMs),
    ...more,
  })
  const enqueue = (brandId: string, more?: Partial<NewMessage>) =>
    forBrand(db, brandId).transaction((tx) => delivery.enqueue(tx, message(more)))
  const secrets = (brandId: string) =>
    forBrand(db, brandId).transaction((tx) => tx.select('outbox').select('secrets').execute())
  return { delivery, sent, carry, enqueue, message, secrets, wait: (ms: number) => (nowMs += ms) }
}

await describeOnQuickestEngine('delivery', (database) => {
  test('a message is sent in the language and brand it was written for, and its secrets are wiped', async () => {
    const { delivery, sent, enqueue, secrets } = setUp(database())
    await enqueue('mail')
    await delivery.sendDue()
    expect(sent).toMatchObject([
      {
        brandId: 'mail',
        kind: 'mail',
        recipient: 'anna@mail.example',
        subject: 'mail/pt/delivery.activation_subject/{"brand":"Red","code":"123456"}',
        body: 'mail/pt/delivery.activation_body/{"brand":"Red","code":"123456"}',
      },
    ])
    expect(await secrets('mail')).toEqual([{ secrets: null }])
    await delivery.sendDue()
    expect(sent).toHaveLength(1)
  })

  test('an SMS is one text', async () => {
    const { delivery, sent, enqueue } = setUp(database())
    await enqueue('sms', { kind: 'sms', recipient: '+79160000000', template: 'phone_code' })
    await delivery.sendDue()
    expect(sent).toMatchObject([
      { subject: '', body: 'sms/pt/delivery.phone_code_sms/{"brand":"Red","code":"123456"}' },
    ])
  })

  test('nothing is written or sent when the transaction that causes it fails', async () => {
    const { delivery, sent, message } = setUp(database())
    const failing = forBrand(database().db, 'undone').transaction(async (tx) => {
      await delivery.enqueue(tx, message())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await delivery.sendDue()
    expect(sent).toEqual([])
  })

  test('a message that could not be sent is tried again later, and given up in the end', async () => {
    const { delivery, sent, carry, enqueue, secrets, wait } = setUp(database())
    carry.fails = true
    await enqueue('retry')
    await delivery.sendDue()
    wait(14_999)
    carry.fails = false
    await delivery.sendDue()
    expect(sent).toEqual([])
    wait(1)
    await delivery.sendDue()
    expect(sent).toHaveLength(1)

    carry.fails = true
    await enqueue('given-up')
    for (let attempt = 0; attempt < 6; attempt++) {
      await delivery.sendDue()
      wait(15_000 * 2 ** attempt)
    }
    expect(await delivery.listMessages('given-up')).toMatchObject([{ state: 'failed' }])
    expect(await secrets('given-up')).toEqual([{ secrets: null }])
  })

  test('the worker sends after the commit and stops gracefully', async () => {
    const { delivery, sent, enqueue } = setUp(database())
    delivery.start()
    await enqueue('worker')
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await delivery.stop()
    await enqueue('worker')
    expect(await delivery.listMessages('worker')).toMatchObject([{ state: 'queued' }, { state: 'sent' }])
  })

  test('two workers send each message once', async () => {
    const one = setUp(database())
    const two = setUp(database())
    for (let n = 0; n < 8; n++) await one.enqueue('pair', { params: { n } })
    await Promise.all([one.delivery.sendDue(), two.delivery.sendDue()])
    const ids = [...one.sent, ...two.sent].filter(({ brandId }) => brandId === 'pair').map(({ messageId }) => messageId)
    expect(ids).toHaveLength(8)
    expect(new Set(ids).size).toBe(8)
  })

  test('the development list keeps codes, shows only its brand and leaves decoys out', async () => {
    const { delivery, enqueue } = setUp(database(), { keepsSecrets: true })
    await enqueue('list')
    await enqueue('list', { isDecoy: true })
    await enqueue('other')
    await delivery.sendDue()
    const listed = await delivery.listMessages('list')
    expect(listed).toMatchObject([{ state: 'sent', language: 'pt', createdAt: new Date(START_MS) }])
    expect(listed[0]?.body).toContain('123456')
  })
})

test('the log adapter writes neither code nor whole recipient', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const message = { brandId: 'red', messageId: 1, template: 'activation', subject: 'Code 123456', body: 'Code 123456' }
  await createLogAdapter(log).send({ ...message, kind: 'mail', recipient: 'anna@mail.example' })
  await createLogAdapter(log).send({ ...message, kind: 'sms', recipient: '+79161234567' })
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toMatch(/123456|anna|9161234/)
})
