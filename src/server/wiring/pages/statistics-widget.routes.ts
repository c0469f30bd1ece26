import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { BuiltPages } from './page-bundle.ts'

const LOADER_ENTRY = 'src/client/feed/statistics/loader.entry.ts'

/** The script by which other sites show statistics in a frame (WID-8): at an address that stays, readable from anywhere. Which site may
 *  show them is decided by the frame, not here. */
export function registerStatisticsWidget(
  app: FastifyInstance,
  { manifest, assetsFolder }: Pick<BuiltPages, 'manifest' | 'assetsFolder'>,
): void {
  app.get('/statistics-widget.js', async (_request, reply) => {
    const chunk = manifest[LOADER_ENTRY]
    if (!chunk) throw new AppError('route.not_found')
    return reply
      .headers({
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/javascript; charset=utf-8')
      .send(createReadStream(join(assetsFolder, basename(chunk.file))))
  })
}
