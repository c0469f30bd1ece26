import type { StudioAccount, StudioRole } from '#schemas'

const WORKING: readonly StudioRole[] = ['support', 'owner']

/** Whether an account sees what waits at the desk of a brand, and acts there. */
export function mayWorkAt({ grants }: Pick<StudioAccount, 'grants'>, brand: string): boolean {
  return grants.some(({ role, scope }) => WORKING.includes(role) && (scope === '*' || scope === brand))
}
