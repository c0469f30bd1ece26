/**
 * livery <noun> <verb> …
 * stdout is the result alone and logs go to stderr; exit 0 = fine, 1 = findings, 2 = bad usage or unreadable input.
 */
import { enableCompileCache } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { commands } from './commands.ts'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)))

// A reader that has seen enough closes the pipe (`livery … | head`): that is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const io = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  stdin: () => text(process.stdin),
  cwd: process.cwd(),
  env: process.env,
}

process.exitCode = await commands(process.argv.slice(2), io)
