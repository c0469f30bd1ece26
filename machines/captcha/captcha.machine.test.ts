import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MachineStage } from '#stage/player/machine-stage.ts'
import { captchaContract } from './captcha.contract.ts'
import { CHALLENGE_LIMIT_MS, READINESS_POLL_MS, READINESS_POLLS, STEP_LIMIT_MS } from './captcha-setup.machine.ts'

/** Random runs of the property; the whole number is asked for by the environment. */
const RUNS = Number(process.env.LIVERY_CAPTCHA_RUNS ?? 10_000)
/** The longest that everything together can take when nothing answers, and once more for a second attempt. */
const WHOLE_WAIT_MS = 2 * (5 * STEP_LIMIT_MS + CHALLENGE_LIMIT_MS + READINESS_POLL_MS * READINESS_POLLS)

function stageOf(type: string): MachineStage {
  return new MachineStage(captchaContract, { type, isForceDisabled: false })
}

function move(stage: MachineStage, pick: number, advanceMs: number): void {
  const moves: (() => void)[] = captchaContract.events.map((event) => () => stage.send(event))
  for (const path of stage.running) {
    const { ok, err } = captchaContract.outcomes[/\/(.+)#/.exec(path)?.[1] ?? ''] ?? { ok: [], err: [] }
    for (const value of ok) moves.push(() => stage.tell(path, 'script.ok', value))
    for (const value of err) moves.push(() => stage.tell(path, 'script.err', value))
  }
  moves.push(() => stage.clock.advanceTo(stage.clock.nowMs + advanceMs))
  moves[pick % moves.length]?.()
}

const settled = ({ view }: MachineStage) => view.emitted.filter(({ type }) => type === 'captcha.settled').length
const contextOf = ({ view }: MachineStage) => view.context as { attempts: number; isWaiting: boolean }

test('CAP-5, CAP-6: whatever happens, every attempt is settled once, also when nothing answers any more', () => {
  const steps = fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: 0, max: 40_000 })), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(fc.constantFrom('custom', 'puzzle', 'hcaptcha', 'google', 'hunt', 'disabled'), steps, (type, walk) => {
      const stage = stageOf(type)
      for (const [pick, advanceMs] of walk) move(stage, pick, advanceMs)
      stage.clock.advanceTo(stage.clock.nowMs + WHOLE_WAIT_MS)
      expect(stage.error).toBeUndefined()
      expect(contextOf(stage).isWaiting).toBe(false)
      expect(settled(stage)).toBe(contextOf(stage).attempts)
    }),
    { numRuns: RUNS, seed: 11 },
  )
})

function readyAtPoll(wanted: number): MachineStage {
  const stage = stageOf('custom')
  stage.send({ type: 'captcha.requested' })
  stage.tell('root/loadScript#1', 'script.ok', null)
  stage.tell('root/renderWidget#1', 'script.ok', null)
  for (let poll = 1; poll <= READINESS_POLLS && stage.view.value === 'asking'; poll += 1) {
    stage.tell(`root/askReadiness#${poll}`, 'script.ok', poll === wanted)
    stage.clock.advanceTo(stage.clock.nowMs + READINESS_POLL_MS)
  }
  return stage
}

test.each([1, 2, 299, 300])('CAP-9: a widget that is ready at poll %i is executed', (poll) => {
  const stage = readyAtPoll(poll)
  expect(stage.view.value).toBe('challenging')
  expect(stage.clock.nowMs).toBe(poll * READINESS_POLL_MS)
})

test('CAP-9: the attempt fails after the 300th poll, 29.9 s after the first', () => {
  const stage = readyAtPoll(Number.POSITIVE_INFINITY)
  expect(stage.running).toEqual(['root/disposeWidget#1'])
  const { emitted } = stage.view
  expect(emitted.map(({ type }) => type)).toEqual(['captcha.settled', 'captcha.missed'])
  expect(emitted[0]).toMatchObject({ outcome: { kind: 'failed', failure: { code: 'captcha.unavailable' } } })
  expect((stage.view.context as { polls: number }).polls).toBe(300)
})
