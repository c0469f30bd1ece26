import { setTimeout as delay } from 'node:timers/promises'
import { editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import { listRevisions, publishDraft } from '#calls/studio/studio-life.calls.ts'
import type { StudioRevisionsAnswer } from '#schemas'
import { BENCH_BRAND } from '#tools/bench/loads/bench-brand.ts'
import type { StudioCaller } from '#tools/bench/loads/studio-caller.ts'
import type { Recorder } from './act-recorder.ts'

const TEXT = { path: 'locales/en/site.json', pointer: '/site.menu_live' } as const
const EDITOR = 'storm1'
const PAUSE_MS = 1000
const AGAIN_MS = 200
/** Failures after each other until something is wrong that does not pass. */
const MOST_TRIES = 150

/** An operator who publishes one text after another, each once, and looks at the history when an answer was lost. */
export function createPublisher(owner: StudioCaller, { isOver }: Pick<Recorder, 'isOver'>) {
  const acknowledged: string[] = []

  const insist = async <Told>(ask: () => Promise<Told>): Promise<Told> => {
    let last: unknown
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      try {
        return await ask()
      } catch (error) {
        last = error
        await delay(AGAIN_MS)
      }
    }
    throw new Error('the studio does not answer', { cause: last })
  }
  const history = async () => {
    const { revisions } = await owner.send<StudioRevisionsAnswer>(listRevisions, BENCH_BRAND)
    return revisions.map(({ message }) => message).filter((message) => message.startsWith('Published '))
  }
  const publish = async (value: string) => {
    await insist(() =>
      owner.send(editStudioDraft, BENCH_BRAND, { body: { edits: [{ ...TEXT, value }], editor: EDITOR } }),
    )
    await insist(async () => {
      // Sent again after a lost answer, it would be published twice or refused.
      if ((await history()).includes(value)) return
      await owner.send(publishDraft, BENCH_BRAND, { body: { message: value } })
    })
    acknowledged.push(value)
  }
  return {
    acknowledged,
    /** What the history of the brand has, the first one first. */
    published: async () => (await insist(history)).toReversed(),
    async run(): Promise<void> {
      for (let count = 1; !isOver(); count += 1) {
        await publish(`Published ${count}`)
        await delay(PAUSE_MS)
      }
    },
  }
}
