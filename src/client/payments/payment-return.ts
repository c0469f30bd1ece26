import { safeReturn } from './payment.selectors.ts'

const KEY = 'livery:payment-return'

/** Remembers where the player came from, for when they are back from the provider (PAY-17). */
export function keepReturn(path: string | null): void {
  try {
    if (path === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, path)
  } catch {
    // A browser that keeps nothing returns to the cashier.
  }
}

/** Where the player came from; null when nobody knows. */
export function keptReturn(): string | null {
  try {
    return safeReturn(sessionStorage.getItem(KEY))
  } catch {
    // A browser that keeps nothing returns to the cashier.
    return null
  }
}
