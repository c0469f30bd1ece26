import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { ScopeOf } from '../http/call-routes.ts'
import { DATA_POLICY } from '../http/security-headers.ts'
import { escapeHtml } from './plain-page.ts'

/** A message as the development page shows it. */
export interface OutboxMessage {
  readonly messageId: number
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly state: string
  readonly createdAt: Date
  /** Of a mail: its HTML. */
  readonly letter?: { readonly html: string }
}

export interface OutboxPort {
  /** The latest messages of a brand, the newest first. */
  readonly listMessages: (brandId: string) => Promise<readonly OutboxMessage[]>
}

const STYLE =
  ':root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}article{border:1px solid #8886;border-radius:8px;padding:1rem;margin-block:1rem}h2{font-size:1rem;margin:0}p{white-space:pre-wrap;overflow-wrap:anywhere}small{opacity:.7}'

/** The mails and messages that a brand's players would get, for development; `?format=json` gives them as JSON,
 *  `?mail=7` one mail as its reader sees it. */
export function registerOutbox(app: FastifyInstance, scopeOf: ScopeOf, outbox: OutboxPort): void {
  app.get<{ Querystring: { format?: string; mail?: string } }>('/outbox', async (request, reply) => {
    const { site } = await scopeOf(request, reply)
    const messages = await outbox.listMessages(site.brandId)
    reply.header('cache-control', 'no-store').header('content-security-policy', DATA_POLICY)
    if (request.query.format === 'json')
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(messages))
    const { mail } = request.query
    if (mail !== undefined) {
      const found = messages.find(({ messageId, letter }) => letter && String(messageId) === mail)
      if (!found?.letter) throw new AppError('route.not_found')
      return reply.type('text/html; charset=utf-8').send(found.letter.html)
    }
    const list = messages.map(article).join('') || '<p>No messages yet.</p>'
    const title = escapeHtml(`Outbox of ${site.manifest.name}`)
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${list}</html>`,
      )
  })
}

function article({ messageId, kind, recipient, subject, body, state, createdAt, letter }: OutboxMessage): string {
  const links = escapeHtml(body).replaceAll(/https?:\/\/[^\s<]+/g, (link) => `<a href="${link}">${link}</a>`)
  const preview = letter ? ` · <a href="?mail=${messageId}">as HTML</a>` : ''
  return `<article><h2>${escapeHtml(subject || kind)}</h2><small>${escapeHtml(`${kind} to ${recipient} · ${state} · ${createdAt.toISOString()}`)}${preview}</small><p>${links}</p></article>`
}
