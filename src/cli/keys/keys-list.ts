import type { KeysListOutput } from '#schemas'
import { countSealed } from '#server/wiring/app/sealed-values.ts'
import { say } from '../command-text.ts'
import { databaseCommand } from '../database-command.ts'
import { namedKeys, sealedPlaces } from './named-keys.ts'

/** `livery keys list`: the keys by their ids, and how many values each has sealed; never a key. */
export const keysListCommand = databaseCommand({
  command: ['keys', 'list'],
  options: {},
  work: async (data) => {
    const ring = namedKeys(data)
    const counts = await countSealed(sealedPlaces(data))
    const known = new Set(ring.map(({ id }) => id))
    const lost = [...counts].flatMap(([id, sealed]) => (id === '' || known.has(id) ? [] : [{ id, sealed }]))
    const output: KeysListOutput = {
      keys: ring.map(({ id }, place) => ({ id, isNewest: place === 0, sealed: counts.get(id) ?? 0 })),
      sealedWithoutId: counts.get('') ?? 0,
      lost,
    }
    return { output, text: textOf(output), exit: lost.length === 0 ? 0 : 1 }
  },
})

function textOf({ keys, sealedWithoutId, lost }: KeysListOutput): string {
  return [
    ...keys.map(({ id, isNewest, sealed }) =>
      say(isNewest ? 'keys.line_newest' : 'keys.line_former', { id, count: sealed }),
    ),
    ...(sealedWithoutId > 0 ? [say('keys.without_id', { count: sealedWithoutId })] : []),
    ...lost.map(({ id, sealed }) => say('keys.lost', { id, count: sealed })),
  ].join('\n')
}
