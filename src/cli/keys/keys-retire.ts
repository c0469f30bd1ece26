import type { KeysRetireOutput } from '#schemas'
import { createSecretBox } from '#server/account/secrets/secret-box.ts'
import { resealAll, UnreadableValues } from '#server/wiring/app/sealed-values.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, databaseCommand } from '../database-command.ts'
import { keepKeys, namedKeys, sealedPlaces } from './named-keys.ts'

/** `livery keys retire`: seals again, by the newest key, everything that a former one has sealed, and takes that one out. Exits 1 when servers
 *  still seal by it, or some of it cannot be opened. */
export const keysRetireCommand = databaseCommand({
  command: ['keys', 'retire'],
  options: { key: 'text' },
  work: async (data, { key: id }) => {
    const ring = namedKeys(data)
    const place = ring.findIndex((key) => key.id === id)
    if (place < 0) throw new DatabaseCommandFailure('key_unknown', say('keys.unknown', { id }), '--key')
    if (place === 0) throw new DatabaseCommandFailure('key_newest', say('keys.newest', { id }), '--key')
    const box = createSecretBox(ring)
    const places = sealedPlaces(data)
    const reseal = () =>
      resealAll(places, box, id).catch((error: unknown) => {
        if (!(error instanceof UnreadableValues)) throw error
        const { count, first } = error
        throw new DatabaseCommandFailure('key_unreadable', say('keys.unreadable', { id, count, first }), '--key')
      })
    const resealed = await reseal()
    // What was sealed by it meanwhile was sealed by a server that does not know the newest key.
    const late = await reseal()
    if (late > 0) throw new DatabaseCommandFailure('key_in_use', say('keys.in_use', { id, count: late }), '--key')
    const value = keepKeys(
      data,
      ring.filter((key) => key.id !== id),
    )
    const output: KeysRetireOutput = { id, resealed, value }
    const text = say(value === null ? 'keys.retired_file' : 'keys.retired', { id, count: resealed, value: value ?? '' })
    return { output, text }
  },
})
