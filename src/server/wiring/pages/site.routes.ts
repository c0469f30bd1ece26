import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#calls/app-error.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOf } from '../http/request-brand.ts'
import { IMMUTABLE } from '../http/security-headers.ts'
import { assetHeaders } from '../http/static.routes.ts'
import type { BuiltPages } from './page-bundle.ts'
import { styleSheet, styleUrl, themeUrl } from './style-sheet.ts'

/** What a page of a brand fetches beside calls: its style sheet and its pictures. */
export function registerSiteFiles(app: FastifyInstance, brands: BrandStore, pages: BuiltPages): void {
  app.get<{ Params: { file: string } }>('/theme/:file', async (request, reply) => {
    const site = await siteOf(request, brands)
    const asked = `/theme/${request.params.file}`
    const isBare = asked === themeUrl(site)
    reply.header('cache-control', isBare || asked === styleUrl(site, pages) ? IMMUTABLE : 'no-store')
    return reply.type('text/css; charset=utf-8').send(isBare ? site.theme.css : await styleSheet(site, pages))
  })
  app.get<{ Params: { hash: string; '*': string } }>('/brand/:hash/*', async (request, reply) => {
    const site = await siteOf(request, brands)
    const asset = site.asset(request.params['*'])
    const headers = asset && assetHeaders(asset.file, request.params.hash === site.assetsHash)
    if (!headers) throw new AppError('route.not_found')
    return reply.headers(headers).send(createReadStream(asset.file))
  })
}
