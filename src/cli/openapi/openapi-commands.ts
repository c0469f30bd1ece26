import { readFileSync } from 'node:fs'
import { DOCUMENTED_CALLS } from '#calls/catalogue.ts'
import { openApiDocument } from '#calls/openapi.ts'
import { allSchemas } from '#server/wiring/http/schema-files.ts'
import type { Command } from '../commands.ts'

const VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version

const print: Command = async (_args, io) => {
  io.stdout(`${JSON.stringify(openApiDocument(DOCUMENTED_CALLS, allSchemas(), VERSION), null, 2)}\n`)
  return 0
}

/** `livery openapi`: the document of all calls on stdout. */
export const openapiCommands: Readonly<Record<string, Command>> = { print }
