/** A server to compare with, on the PORT of its environment. Arguments: `memory` or `react`, and the file of the page.
 *  memory  a bare Fastify that answers these bytes
 *  react   Fastify, React and React Router in data mode that render the same markup from fixed props */
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import Fastify, { type FastifyReply } from 'fastify'
import { createElement, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { htmlElements } from '../html-elements.ts'

const [kind, file = ''] = process.argv.slice(2)
const bytes = readFileSync(file)
const app = Fastify({ logger: false })
const send = kind === 'react' ? reactPage(htmlElements(bytes.toString('utf8'))) : memoryPage()
app.get('/*', (request, reply) =>
  send(request.url, reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')),
)
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close())

function memoryPage() {
  return async (_url: string, reply: FastifyReply) => reply.send(bytes)
}

function reactPage(page: ReactNode) {
  const Page = () => page
  const handler: StaticHandler = createStaticHandler([{ path: '*', loader: () => null, Component: Page }])
  return async (url: string, reply: FastifyReply) => {
    const context = (await handler.query(new Request(`http://localhost${url}`))) as StaticHandlerContext
    const router = createStaticRouter(handler.dataRoutes, context)
    const html = new PassThrough()
    const { pipe } = renderToPipeableStream(createElement(StaticRouterProvider, { router, context, hydrate: false }), {
      onShellReady: () => pipe(html),
      onError: (error) => void html.destroy(error as Error),
    })
    return reply.send(html)
  }
}
