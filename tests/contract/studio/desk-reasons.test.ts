import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#calls/call.ts'
import * as bonuses from '#calls/studio/studio-bonuses.calls.ts'
import * as casino from '#calls/studio/studio-casino.calls.ts'
import * as desk from '#calls/studio/studio-desk.calls.ts'
import * as draws from '#calls/studio/studio-draws.calls.ts'
import * as risk from '#calls/studio/studio-risk.calls.ts'
import * as toto from '#calls/studio/studio-toto.calls.ts'
import { atDesk, type DeskScene, deskScene, lastAct } from '../scenes/desk-scene.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'

/** What changes nothing for a player and nothing in the books: who works on an item, that somebody writes, what is written itself, and
 *  what a campaign would have cost. */
const NO_ACTS = ['claimDeskItem', 'tellDeskTyping', 'answerDeskTalk', 'notePlayer', 'previewCampaign']

const ACTS = [bonuses, casino, desk, draws, risk, toto]
  .flatMap((calls) => Object.values(calls) as Call[])
  .filter(({ id, method }) => method === 'POST' && !NO_ACTS.includes(id))

function examplesOf({ body }: Call): readonly Record<string, unknown>[] {
  const file = new URL(`../../../schemas/${body}.schema.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).examples
}

let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene()
})
afterAll(() => scene.server.close())

describe('OPS-20: an act of the desk without a reason is refused, and leaves no entry in the log', () => {
  test.each(ACTS.map((call) => [call.id, call] as const))('%s', async (_id, call) => {
    const [example] = examplesOf(call)
    expect(example).toHaveProperty('reason')
    const { reason: _reason, ...body } = example ?? {}
    const before = await lastAct(scene.owner)
    await expectStudioError(await atDesk(scene.owner, call, { body }), 'request.invalid')
    await expectStudioError(await atDesk(scene.owner, call, { body: { ...body, reason: '' } }), 'request.invalid')
    expect(await lastAct(scene.owner)).toEqual(before)
  })
})
