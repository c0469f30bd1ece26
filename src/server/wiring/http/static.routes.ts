import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import { isContentPath } from '#machines/site/content-host.rules.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOf } from './request-brand.ts'
import { SCHEMAS_FOLDER } from './schema-files.ts'
import { DATA_POLICY, IMMUTABLE } from './security-headers.ts'

/** The file of the worker that sends recordings. */
const SENDING_WORKER = /\/send\.worker-[\w-]+\.js$/

/** The files of a build: hashed names, compressed at build, cached indefinitely.
 *  @param prefix where they are served   @param further options of a second folder, for another host */
export async function registerAssets(
  app: FastifyInstance,
  folder: string,
  prefix = '/assets/',
  further: Pick<FastifyStaticOptions, 'constraints' | 'decorateReply'> = {},
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', IMMUTABLE)
    },
    ...further,
  })
}

/** Lets the worker that sends recordings do that and nothing else: a worker has the policy of its own file.
 *  @param sendsTo origins besides the site's own to which the brand of a request sends */
export function registerSendingWorker(
  app: FastifyInstance,
  sendsTo: (request: FastifyRequest) => Promise<readonly string[]>,
): void {
  app.addHook('onSend', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    if (!SENDING_WORKER.test(path)) return
    const origins = ["'self'", ...(await sendsTo(request))].join(' ')
    reply.header('content-security-policy', `default-src 'none'; connect-src ${origins}`)
    // Who keeps it asks whether the policy is still the same.
    reply.header('cache-control', 'no-cache')
  })
}

/** Lets a content-delivery host pass the files of a brand on, which pages then load from another origin (I18N-9). Where the brand names
 *  none, only its own pages may have them. Under a host of no brand, as the studio's, nothing is shared. */
export function shareContent(app: FastifyInstance, brands: BrandStore): void {
  app.addHook('onSend', async (request, reply) => {
    if (!isContentPath(request.url)) return
    const site = await siteOf(request, brands).catch(() => null)
    if (site?.config.modules.contentHost === undefined) return
    reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')
  })
}

/** One transparent pixel, which replaces a picture that is missing (I18N-16). */
const PIXEL_PATH = '/genfiles/cms/1/desktop/system/pixel.png'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
  'base64',
)

/** The picture in place of a missing one, at the address that configurations name. */
export function registerPixel(app: FastifyInstance): void {
  app.get(PIXEL_PATH, (_request, reply) =>
    reply
      .headers({
        'content-type': 'image/png',
        'content-security-policy': DATA_POLICY,
        'cache-control': 'public, max-age=86400',
      })
      .send(PIXEL),
  )
}

const SCHEMA_PATH = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*\.schema\.json$/

/** The JSON Schemas, by which editors complete and check the files of a brand (OPS-14). */
export function registerSchemas(app: FastifyInstance): void {
  app.get<{ Params: { '*': string } }>('/schemas/*', async (request, reply) => {
    const path = request.params['*']
    if (!SCHEMA_PATH.test(path)) throw new AppError('route.not_found')
    const file = join(SCHEMAS_FOLDER, path)
    if (!(await stat(file).catch(() => null))?.isFile()) throw new AppError('route.not_found')
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*')
    return reply.type('application/schema+json; charset=utf-8').send(createReadStream(file))
  })
}

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
}

/** How an asset of a brand is sent: its type by its ending and a policy under which it can run nothing.
 *  @returns null for an ending that no brand may have */
export function assetHeaders(file: string, isImmutable: boolean): Record<string, string> | null {
  const type = TYPES[extname(file).toLowerCase()]
  if (!type) return null
  return {
    'content-type': type,
    'content-security-policy': DATA_POLICY,
    'cache-control': isImmutable ? IMMUTABLE : 'no-cache',
  }
}
