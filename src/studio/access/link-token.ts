/** The secret of a one-time link, which is behind its `#`; null when it is incomplete. */
export function tokenOf(hash: string): string | null {
  return /^#([\w-]{43})$/.exec(hash)?.[1] ?? null
}

/** Where somebody who signed in goes: the place that was asked for before, which is always inside the studio. */
export function placeAfter(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/'
  return /^\/(?![/\\])/.test(to) && !to.startsWith('/sign-in') ? to : '/'
}
