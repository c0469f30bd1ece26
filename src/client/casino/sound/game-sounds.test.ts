import { expect, test, vi } from 'vitest'
import { createGameSounds } from './game-sounds.ts'
import { playSound, SOUNDS } from './synth.ts'

/** Notes what is asked of it, in the order of the calls. */
function fakeContext(state: AudioContextState = 'running') {
  const asked: string[] = []
  const param = (name: string) => ({
    setValueAtTime: (value: number, at: number) => void asked.push(`${name} ${value} at ${at.toFixed(3)}`),
    exponentialRampToValueAtTime: (value: number, at: number) =>
      void asked.push(`${name} to ${value} at ${at.toFixed(3)}`),
  })
  const context = {
    ...{ currentTime: 2, state, destination: {} },
    createOscillator: () => ({
      ...{ type: '', frequency: param('pitch'), connect: (next: object) => next },
      start: (at: number) => void asked.push(`start ${at.toFixed(3)}`),
      stop: (at: number) => void asked.push(`stop ${at.toFixed(3)}`),
    }),
    createGain: () => ({ gain: param('gain'), connect: (next: object) => next }),
    resume: async () => void asked.push('resume'),
    close: async () => void asked.push('close'),
  }
  return { context: context as unknown as AudioContext, asked }
}

test('nothing is opened or loaded before a sound is wanted, and nothing at all while it is muted', async () => {
  const { context, asked } = fakeContext()
  const open = vi.fn(() => context)
  const load = vi.fn(async () => ({ playSound }))
  let isHeard = false
  const sounds = createGameSounds(() => isHeard, open, load)
  await sounds.play('win')
  expect([open.mock.calls.length, load.mock.calls.length, asked]).toEqual([0, 0, []])
  isHeard = true
  await sounds.play('chip')
  await sounds.play('chip')
  expect(open).toHaveBeenCalledTimes(1)
  expect(asked.filter((one) => one.startsWith('start'))).toHaveLength(2)
  sounds.end()
  expect(asked.at(-1)).toBe('close')
})

test('what was muted while the sounds were loaded stays silent', async () => {
  const { context, asked } = fakeContext()
  let isHeard = true
  const sounds = createGameSounds(
    () => isHeard,
    () => context,
    async () => {
      isHeard = false
      return { playSound }
    },
  )
  await sounds.play('win')
  expect(asked).toEqual([])
})

test('a context that sleeps is woken, and a browser without one is silent', async () => {
  const { context, asked } = fakeContext('suspended')
  await createGameSounds(
    () => true,
    () => context,
    async () => ({ playSound }),
  ).play('start')
  expect(asked[0]).toBe('resume')
  const without = createGameSounds(
    () => true,
    () => {
      throw new Error('no sound here')
    },
  )
  await expect(without.play('start')).resolves.toBeUndefined()
})

test('each tone begins and ends in silence, and none is loud', () => {
  for (const [name, tones] of Object.entries(SOUNDS)) {
    const { context, asked } = fakeContext()
    playSound(context, name as keyof typeof SOUNDS)
    const gains = asked.filter((one) => one.startsWith('gain'))
    expect(gains).toHaveLength(3 * tones.length)
    expect(gains[0]).toMatch(/^gain 0\.0001 at/)
    expect(gains.at(-1)).toMatch(/^gain to 0\.0001 at/)
    expect(Math.max(...tones.map(({ gain }) => gain))).toBeLessThanOrEqual(0.15)
    expect(Math.max(...tones.map(({ afterMs, ms }) => afterMs + ms))).toBeLessThan(1000)
  }
})

test("the brand's own recording is loaded once and played; one that cannot be had is replaced by the engine's sound", async () => {
  const { context, asked } = fakeContext()
  const recorded = Object.assign(context, {
    decodeAudioData: async (bytes: ArrayBuffer) => ({ bytes }),
    createBufferSource: () => ({
      buffer: null,
      connect: (next: object) => next,
      start: () => void asked.push('recording'),
    }),
  })
  const faults = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('window', { dispatchEvent: () => true })
  const fetched = vi.fn(async (address: string) =>
    address === '/win.mp3' ? new Response(new Uint8Array(4)) : new Response(null, { status: 404 }),
  )
  vi.stubGlobal('fetch', fetched)
  const sounds = createGameSounds(
    () => true,
    () => recorded,
    async () => ({ playSound }),
    () => ({ win: '/win.mp3', chip: '/chip.mp3' }),
  )
  await sounds.play('win')
  await sounds.play('win')
  expect(asked).toEqual(['recording', 'recording'])
  expect(fetched).toHaveBeenCalledTimes(1)
  await sounds.play('chip')
  expect(asked.filter((one) => one.startsWith('start'))).toHaveLength(SOUNDS.chip.length)
  expect(faults).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
