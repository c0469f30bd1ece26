/** What a process of Node holds once it was made to collect its garbage, asked through its inspector. */

/** Bytes, and how many handles of the system it has open. */
export interface ProcessMemory {
  readonly heap: number
  readonly resident: number
  readonly handles: number
}

/** A process that was started with `NODE_OPTIONS=--inspect=127.0.0.1:0`. */
export interface InspectedProcess {
  readonly read: () => Promise<ProcessMemory>
  readonly close: () => void
}

const ADDRESS = /Debugger listening on (ws:\/\/\S+)/
const READ = `JSON.stringify({
  heap: process.memoryUsage().heapUsed, resident: process.memoryUsage().rss, handles: process.getActiveResourcesInfo().length
})`

/** @param output what the process has written so far, its inspector's address among it. @throws Error when that is not there */
export async function inspectProcess(output: string): Promise<InspectedProcess> {
  const address = ADDRESS.exec(output)?.[1]
  if (!address) throw new Error(`the process has no inspector:\n${output}`)
  const socket = new WebSocket(address)
  await new Promise<void>((done, fail) => {
    socket.onopen = () => done()
    socket.onerror = () => fail(new Error(`the inspector at ${address} does not answer`))
  })
  const waiting = new Map<number, (result: Readonly<Record<string, unknown>>) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Readonly<Record<string, unknown>> }
    waiting.get(id)?.(result)
    waiting.delete(id)
  }
  let last = 0
  const send = (method: string, params: object = {}) => {
    last += 1
    socket.send(JSON.stringify({ id: last, method, params }))
    return new Promise<Readonly<Record<string, unknown>>>((done) => waiting.set(last, done))
  }
  return {
    async read() {
      // What the first collection has let go of is finalised before the second.
      await send('HeapProfiler.collectGarbage')
      await send('HeapProfiler.collectGarbage')
      const { result } = (await send('Runtime.evaluate', { expression: READ })) as { result: { value: string } }
      return JSON.parse(result.value) as ProcessMemory
    },
    close: () => socket.close(),
  }
}
