import type { FastifyReply } from 'fastify'
import { DATA_POLICY } from './security-headers.ts'

/** Text that can stand in HTML, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1.5rem;color-scheme:light dark}small{opacity:.7}'

/** A page without a brand: what happened and under which id. It needs no script and no file. */
export function plainPage(
  reply: FastifyReply,
  { title, message, requestId }: { title: string; message: string; requestId: string },
): FastifyReply {
  reply.header('content-security-policy', DATA_POLICY).type('text/html; charset=utf-8')
  return reply.send(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p><p><small>${escapeHtml(requestId)}</small></p></html>`,
  )
}
