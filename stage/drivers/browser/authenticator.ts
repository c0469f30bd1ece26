import { generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright'

/** The passkey that the authenticator holds, as base64url; the scenarios name it so. */
export const HELD_PASSKEY = {
  id: 'q83vEjRWeJCrze8SNFZ4kA',
  user: 'Zk3mJ0xq2b7nV1cYt5sR8wLpD4aGhUeQ6oKiNfTzXyE',
} as const

/** The authenticator of the device on which a page is looked at. */
export interface Authenticator {
  /** From now on it makes sure of the player, fails to, or waits for somebody. */
  meet(whom: 'player' | 'stranger' | 'nobody'): Promise<void>
}

/** Gives the device an authenticator that holds a passkey for a host. The browser does not reveal whether it supports
 *  passkeys until a script sets it (`supportExpression`). */
export async function addAuthenticator(page: Page, host: string): Promise<Authenticator> {
  await page.addInitScript(SAYS_LATER)
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await device.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: inBase64(HELD_PASSKEY.id),
      isResidentCredential: true,
      rpId: host,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      userHandle: inBase64(HELD_PASSKEY.user),
      signCount: 1,
    },
  })
  return {
    async meet(whom) {
      await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: whom === 'player' })
      await device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: whom !== 'nobody' })
    },
  }
}

/** A script for a browser that knows no passkeys. */
export const NO_PASSKEYS = 'delete window.PublicKeyCredential'

/** Every asking waits for the same word. */
const SAYS_LATER = `if ('PublicKeyCredential' in window) {
  const said = new Promise((say, fail) => { window.sayPasskeySupport = { say, fail } })
  said.catch(() => undefined)
  PublicKeyCredential.isConditionalMediationAvailable = () => said
}`

/** What the page runs when its browser says whether it offers passkeys by itself; null when it fails to say. */
export function supportExpression(hasAutofill: boolean | null): string {
  return hasAutofill === null
    ? "window.sayPasskeySupport.fail(new Error('the browser does not say'))"
    : `window.sayPasskeySupport?.say(${hasAutofill})`
}

function inBase64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64')
}
