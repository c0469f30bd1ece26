import { resolve } from 'node:path'
import type { KeysRotateOutput } from '#schemas'
import { keyRing, newSecretKey } from '#server/account/secrets/key-ring.ts'
import { say } from '../command-text.ts'
import { readCommandOptions, tellingCommand } from '../database-command.ts'
import { environmentOf, requireFolder } from '../named-database.ts'
import { keepKeys, namedKeys } from './named-keys.ts'

const COMMAND = ['keys', 'rotate'] as const

/** `livery keys rotate`: makes a new key, which seals and signs once the servers are started with it; the former ones stay for what they have
 *  sealed. */
export const keysRotateCommand = tellingCommand(COMMAND, async (args, { env, cwd }) => {
  readCommandOptions({}, args, COMMAND)
  const environment = environmentOf(env)
  const dataDir = resolve(cwd, environment.LIVERY_DATA)
  if (environment.LIVERY_SECRET_KEY === undefined) requireFolder(dataDir)
  const former = namedKeys({ environment, dataDir })
  const ring = keyRing(newSecretKey(), ...former.map(({ key }) => key))
  const value = keepKeys({ environment, dataDir }, ring)
  const output: KeysRotateOutput = { id: ring[0].id, former: former.map(({ id }) => id), value }
  const text =
    value === null ? say('keys.rotated_file', { id: output.id }) : say('keys.rotated', { id: output.id, value })
  return { output, text }
})
