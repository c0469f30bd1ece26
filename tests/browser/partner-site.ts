import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright'

/** A site of somebody else, which puts whatever its address names into a frame and notes what the frame tells it. */
export interface Partner {
  readonly origin: string
  readonly around: (address: string) => string
  readonly stop: () => void
}

/** Starts one at a host name, on a free port. */
export function startPartner(host: string): Promise<Partner> {
  const server: Server = createServer((request, reply) => {
    const framed = new URL(request.url ?? '/', 'http://partner').searchParams.get('framed') ?? ''
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>Partner</title><iframe title="form" width="420" height="300"
      src="${framed.replaceAll('"', '%22').replaceAll('&', '&amp;')}"></iframe><script>
      window.heard = []
      addEventListener('message', ({ data, origin }) => {
        heard.push({ ...data, origin })
        if (data.kind === 'height') document.querySelector('iframe').height = data.heightPx
      })</script></html>`)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const origin = `http://${host}:${(server.address() as AddressInfo).port}`
      resolve({
        origin,
        around: (address) => `${origin}/?framed=${encodeURIComponent(address)}`,
        stop: () => server.close(),
      })
    })
  })
}

/** The document in the frame of a page, once it is alive. */
export async function frameOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe')
  const frame = await element.contentFrame()
  if (!frame) throw new Error('the frame has no document')
  await frame.waitForFunction(() => document.documentElement.dataset.ready === 'true')
  return frame
}
