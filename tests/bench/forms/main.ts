import { benchFields, type MountForm } from './bench-form.ts'

/** Each form with what it needs in a chunk of its own. */
const FORMS: Readonly<Record<string, () => Promise<MountForm>>> = {
  ours: async () => (await import('./ours.tsx')).mountOurs,
  rjsf: async () => (await import('./rjsf.tsx')).mountRjsf,
  'json-forms': async () => (await import('./json-forms.tsx')).mountJsonForms,
  bare: async () => (await import('./bare.tsx')).mountBare,
}

/** Main-thread work of a form on this page, ms. */
export interface FormTimes {
  readonly firstRender: number
  /** Of each key typed into a field that others hang on. */
  readonly triggerKeys: readonly number[]
  /** Of each key typed into a field that nothing hangs on. */
  readonly plainKeys: readonly number[]
  readonly submit: number
}

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set as (text: string) => void
const WARM_UP = 20
const nextTask = () => new Promise<void>((done) => setTimeout(done))

/** Work of `act` until its updates are in the page and laid out; the wait for a frame is not in it. */
async function work(act: () => void): Promise<number> {
  const startedAt = performance.now()
  act()
  await Promise.resolve()
  document.body.getBoundingClientRect()
  return performance.now() - startedAt
}

async function settled(isDone: () => boolean): Promise<void> {
  while (!isDone()) await nextTask()
}

/** Types into a field key by key and takes the keys back: its answer is the same afterwards. */
async function typeInto(input: HTMLInputElement, keys: number): Promise<number[]> {
  const answer = input.value
  const times: number[] = []
  for (let key = 0; key < WARM_UP + keys; key += 1) {
    const text = `${answer}${'x'.repeat((key % 8) + 1)}`
    times.push(
      await work(() => {
        setValue.call(input, text)
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }),
    )
    await nextTask()
  }
  setValue.call(input, answer)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await nextTask()
  return times.slice(WARM_UP)
}

async function measure(name: string, count: number, keys: number): Promise<FormTimes> {
  const mount = await FORMS[name]?.()
  const root = document.getElementById('root')
  if (!mount || !root) throw new Error(`there is no form "${name}"`)
  const fields = benchFields(count)
  const startedAt = performance.now()
  const form = mount(root, fields)
  await settled(() => root.querySelectorAll('input').length === count)
  document.body.getBoundingClientRect()
  const firstRender = performance.now() - startedAt
  const inputs = [...root.querySelectorAll('input')]
  const middle = Math.floor(count / 10) * 5
  const plainKeys = await typeInto(inputs[middle] as HTMLInputElement, keys)
  const triggerKeys = await typeInto(inputs[middle + 3] as HTMLInputElement, keys)
  const button = root.querySelector<HTMLButtonElement>('[type=submit]')
  const submit = await work(() => button?.click())
  await settled(() => form.sent() === 1)
  return { firstRender, plainKeys, triggerKeys, submit }
}

Object.assign(window, { measureForm: measure })
