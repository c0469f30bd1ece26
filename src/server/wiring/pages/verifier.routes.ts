import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { BuiltPages } from './page-bundle.ts'

/** Serves the page that verifies receipts without the network (LOT-6), by the policy that it names itself; it can be kept as a file. */
export function registerVerifier(app: FastifyInstance, { assetsFolder }: Pick<BuiltPages, 'assetsFolder'>): void {
  const file = join(assetsFolder, '..', 'verify.html')
  app.get('/verify.html', async (_request, reply) => {
    if (!existsSync(file)) throw new AppError('route.not_found')
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1]
    if (policy === undefined) throw new Error('the page that verifies receipts names no policy')
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'public, max-age=300' })
      .type('text/html; charset=utf-8')
      .send(createReadStream(file))
  })
}
