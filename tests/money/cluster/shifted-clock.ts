import { readFileSync } from 'node:fs'

/** Loaded before a program (`node --import`): on SIGUSR2 its clock is set as many milliseconds off as the file says that SHIFT_FILE names.
 *  Timers and the time since the start stay as they are, as when a machine's clock is set. */
const { SHIFT_FILE: file } = process.env
const Real = Date
let shiftMs = 0
const now = () => Real.now() + shiftMs

if (file !== undefined) {
  process.on('SIGUSR2', () => {
    shiftMs = Number(readFileSync(file, 'utf8'))
  })
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
    apply: () => new Real(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  })
}
