import { scriptPolicy } from '../page/trusted-types.ts'

/** What the script of Sumsub gives of itself, as far as it is used here (docs.sumsub.com, WebSDK). */
export interface SumsubSdk {
  init(token: string, renew: () => Promise<string>): SumsubBuilder
}

/** Collects what the frame is opened with. */
export interface SumsubBuilder {
  withConf(conf: { readonly lang: string; readonly theme: 'light' | 'dark' }): SumsubBuilder
  withOptions(options: { readonly addViewportTag: boolean; readonly adaptIframeHeight: boolean }): SumsubBuilder
  on(event: string, handler: (payload: unknown) => void): SumsubBuilder
  build(): SumsubFrame
}

/** The frame of Sumsub. */
export interface SumsubFrame {
  /** @param container a selector */
  launch(container: string): void
  destroy?(): void
}

const SCRIPT = 'https://static.sumsub.com/idensic/static/sns-websdk-builder.js'

function sumsubScript(address: string): string {
  if (address === SCRIPT) return address
  throw new TypeError(`${address} is not the script of Sumsub`)
}

let makeAddress: ((address: string) => string) | undefined

/** Loads the script of Sumsub, once. @throws Error when this page may not load it, it is blocked, not there, or none of Sumsub */
export async function loadSumsub(): Promise<SumsubSdk> {
  const known = sdkHere()
  if (known) return known
  // Only the page of the check may make this policy; a second one of the name would be refused there as well.
  makeAddress ??= scriptPolicy('livery-identity', sumsubScript)
  const script = document.createElement('script')
  script.src = makeAddress(SCRIPT)
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('the script of Sumsub could not be loaded')))
    document.head.append(script)
  }).finally(() => script.remove())
  const sdk = sdkHere()
  if (!sdk) throw new Error('the script of Sumsub brought nothing')
  return sdk
}

function sdkHere(): SumsubSdk | undefined {
  return (globalThis as { snsWebSdk?: SumsubSdk }).snsWebSdk
}
