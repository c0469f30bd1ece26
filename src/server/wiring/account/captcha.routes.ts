import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { googleHost, isHostedCaptcha } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaConfig } from '#schemas'
import type { ScopeOf } from '../http/call-routes.ts'
import type { CallScope } from '../http/call-scope.ts'
import { captchaFramePolicy, neverStore } from '../http/security-headers.ts'
import type { BuiltPages } from '../pages/page-bundle.ts'
import { escapeHtml } from '../pages/plain-page.ts'

const PUZZLE_ENTRY = 'src/client/captcha/pain-puzzle.entry.ts'
const FRAME_ENTRY = 'src/client/captcha/frame.entry.ts'
const NONCE_BYTES = 18
const SITE_KEY = /^[A-Za-z0-9_-]{1,200}$/

/** Where a hosted captcha comes from: its script, and every origin that it talks to. */
interface Origin {
  readonly script: string
  readonly hosts: readonly string[]
}

/** What a page fetches of a captcha beside calls: the puzzle's script at its own address (CAP-12), and the document in whose
 *  frame a hosted captcha runs. */
export function registerCaptcha(
  app: FastifyInstance,
  scopeOf: ScopeOf,
  { manifest, assetsFolder }: Pick<BuiltPages, 'manifest' | 'assetsFolder'>,
): void {
  const fileOf = (entry: string): string => {
    const chunk = manifest[entry]
    if (!chunk) throw new AppError('route.not_found')
    return chunk.file
  }
  app.get('/genfiles/puzzle/pain-puzzle.js', async (_request, reply) => {
    const file = join(assetsFolder, basename(fileOf(PUZZLE_ENTRY)))
    reply.header('cache-control', 'public, max-age=300').type('text/javascript; charset=utf-8')
    return reply.send(createReadStream(file))
  })
  app.get<{ Params: { provider: string }; Querystring: { key?: string } }>(
    '/captcha/frame/:provider',
    async (request, reply) => {
      const scope = await scopeOf(request, reply)
      const { captcha, registration } = scope.site.config
      const { widgetOrigins } = registration
      if (!isHostedCaptcha(captcha) || captcha.type !== request.params.provider) throw new AppError('route.not_found')
      const siteKey = request.query.key ?? captcha.siteKeys[captcha.type] ?? ''
      const origin = SITE_KEY.test(siteKey) ? originOf(scope, siteKey) : null
      if (!origin) throw new AppError('captcha.unavailable')
      const nonce = randomBytes(NONCE_BYTES).toString('base64')
      neverStore(reply)
      reply
        .header('content-security-policy', captchaFramePolicy(nonce, origin.hosts, widgetOrigins))
        // A browser that knows the policy goes by it; the older header has no word for several sites.
        .header('x-frame-options', 'SAMEORIGIN')
      const data = { provider: captcha.type, script: origin.script, 'site-key': siteKey }
      return reply
        .type('text/html; charset=utf-8')
        .send(frameDocument(scope.language, data, `/${fileOf(FRAME_ENTRY)}`, nonce))
    },
  )
}

function frameDocument(
  language: string,
  data: Readonly<Record<string, string>>,
  script: string,
  nonce: string,
): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Captcha</title><body${attributes.join('')}><div id="widget"></div><script type="module" nonce="${nonce}" src="${script}"></script></body></html>`
}

/** The script of a provider with the language and the site key (CAP-11, CAP-13); null when the brand has not set it up. */
function originOf({ site, language, country }: CallScope, siteKey: string): Origin | null {
  const { captcha, global } = site.config
  const query = new URLSearchParams({ render: 'explicit', hl: language, sitekey: siteKey })
  switch (captcha.type) {
    case 'google': {
      const host = googleHost(captcha, global.countries[country]?.id ?? 0)
      const hosts = [`https://${host}`, 'https://www.gstatic.com', 'https://www.gstatic.cn']
      return { script: `https://${host}/recaptcha/api.js?${query}`, hosts }
    }
    case 'hcaptcha':
      return {
        script: `https://js.hcaptcha.com/1/api.js?${query}`,
        hosts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
      }
    default:
      return huntOrigin(captcha, query)
  }
}

function huntOrigin({ huntAppHash }: CaptchaConfig, query: URLSearchParams): Origin | null {
  return huntAppHash ? { script: `/hd-api/external/apps/${huntAppHash}/api.js?${query}`, hosts: [] } : null
}
