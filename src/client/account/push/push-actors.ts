import { fromPromise } from 'xstate'
import type { CallPort } from '#calls/call.ts'
import { addPushDevice, getPush, removePushDevice, savePushChoice } from '#calls/push/push.calls.ts'
import { pushDeviceMachine } from '#machines/account/push/push-device.machine.ts'
import type { PushAnswer, PushDeviceBody } from '#schemas'

/** Whether this browser takes push messages. */
export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The messages of this device, with the browser and the server as actors.
 *  @param onAnswer takes what the server says each time it is asked */
export function pagePushMachine(call: CallPort, onAnswer: (answer: PushAnswer) => void) {
  let known: PushAnswer | undefined
  return pushDeviceMachine.provide({
    actors: {
      readState: fromPromise(async () => {
        known = await call(getPush, {})
        onAnswer(known)
        const isOn = known.devices > 0 && (await subscription()) !== null
        return { permission: Notification.permission, isOn, choice: known.choice }
      }),
      askPermission: fromPromise(() => Notification.requestPermission()),
      addDevice: fromPromise(async () => {
        if (!known) throw new Error('the key of the brand is not known')
        await register(call, known)
      }),
      removeDevice: fromPromise(async () => {
        const current = await subscription()
        if (!current) return
        await call(removePushDevice, { body: { endpoint: current.endpoint } })
        await current.unsubscribe()
      }),
      saveChoice: fromPromise(async ({ input }) => {
        if (input) await call(savePushChoice, { body: input })
      }),
    },
  })
}

/** Lets the server write to this browser. A subscription for another key, as after a restored database, is replaced. */
async function register(call: CallPort, { publicKey }: PushAnswer): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const key = bytesOf(publicKey)
  const known = await pushManager.getSubscription()
  const kept = known?.options.applicationServerKey
  if (known && !(kept && textOf(kept) === publicKey)) await known.unsubscribe()
  const current = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await call(addPushDevice, { body: deviceOf(current) })
}

/** Tells the server of a browser that already takes messages: they go to it as long as this session lives. */
export async function renewDevice(call: CallPort): Promise<void> {
  if (!isPushSupported() || Notification.permission !== 'granted') return
  const current = await subscription()
  if (current) await call(addPushDevice, { body: deviceOf(current) })
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

function deviceOf(current: PushSubscription): PushDeviceBody {
  const keyOf = (name: 'p256dh' | 'auth') => {
    const key = current.getKey(name)
    return key ? textOf(key) : ''
  }
  return { endpoint: current.endpoint, p256dh: keyOf('p256dh'), auth: keyOf('auth') }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (character) => character.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
