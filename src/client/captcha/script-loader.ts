import { AppError } from '#calls/app-error.ts'
import { scriptAddress } from '../page/trusted-types.ts'

const loads = new Map<string, Promise<void>>()

/** Loads a module script of our own host, once for each address; one that failed is tried again when it is asked for again.
 *  @throws AppError captcha.unavailable when it is refused, blocked or not there */
export function loadScript(address: string): Promise<void> {
  const known = loads.get(address)
  if (known) return known
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = scriptAddress(address)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loads.delete(address)
      script.remove()
      reject(new AppError('captcha.unavailable'))
    })
    document.head.append(script)
  })
  loads.set(address, load)
  return load
}
