import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { siteOf } from '../http/request-brand.ts'
import { IMMUTABLE } from '../http/security-headers.ts'
import { assetHeaders } from '../http/static.routes.ts'

/** The address of a brand's style sheet. */
export function themeUrl({ theme }: ResolvedSite): string {
  return `/theme/${theme.hash}.css`
}

/** What a page of a brand fetches beside calls: its style sheet and its pictures. */
export function registerSiteFiles(app: FastifyInstance, brands: BrandStore): void {
  app.get<{ Params: { file: string } }>('/theme/:file', async (request, reply) => {
    const { theme } = await siteOf(request, brands)
    const isCurrent = request.params.file === `${theme.hash}.css`
    reply.header('cache-control', isCurrent ? IMMUTABLE : 'no-store')
    return reply.type('text/css; charset=utf-8').send(theme.css)
  })
  app.get<{ Params: { hash: string; '*': string } }>('/brand/:hash/*', async (request, reply) => {
    const site = await siteOf(request, brands)
    const asset = site.asset(request.params['*'])
    const headers = asset && assetHeaders(asset.file, request.params.hash === site.assetsHash)
    if (!headers) throw new AppError('route.not_found')
    return reply.headers(headers).send(createReadStream(asset.file))
  })
}
