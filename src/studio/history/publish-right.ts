import type { StudioAccount, StudioRole } from '#schemas'

const PUBLISHING: readonly StudioRole[] = ['publisher', 'owner']
const EDITING: readonly StudioRole[] = ['editor', ...PUBLISHING]

/** Whether an account may publish and roll back a brand. */
export function mayPublishIn(account: Pick<StudioAccount, 'grants'>, brand: string): boolean {
  return hasOneOf(account, PUBLISHING, brand)
}

/** Whether an account may edit all of the draft of a brand. */
export function mayEditIn(account: Pick<StudioAccount, 'grants'>, brand: string): boolean {
  return hasOneOf(account, EDITING, brand)
}

function hasOneOf({ grants }: Pick<StudioAccount, 'grants'>, roles: readonly StudioRole[], brand: string): boolean {
  return grants.some(({ role, scope, parts }) => !parts && roles.includes(role) && (scope === '*' || scope === brand))
}
