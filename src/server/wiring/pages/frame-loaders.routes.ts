import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { BuiltPages } from './page-bundle.ts'

/** Scripts that other sites load, by their address. */
const LOADERS = {
  '/statistics-widget.js': 'src/client/feed/statistics/loader.entry.ts',
  '/site-frame.js': 'src/client/app/host-link/loader.entry.ts',
} as const

/** The scripts by which other sites show statistics, or the whole site, in a frame (WID-8, XWIN-1): at addresses that stay, readable from
 *  anywhere. Which site may show them is decided by the frame, not here. */
export function registerFrameLoaders(
  app: FastifyInstance,
  { manifest, assetsFolder }: Pick<BuiltPages, 'manifest' | 'assetsFolder'>,
): void {
  for (const [address, entry] of Object.entries(LOADERS))
    app.get(address, async (_request, reply) => {
      const chunk = manifest[entry]
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
