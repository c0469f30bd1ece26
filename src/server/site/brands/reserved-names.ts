/** The host of the studio on this machine. */
export const LOCAL_STUDIO = 'studio.localhost'
/** The host below which previews of drafts are on this machine. */
export const LOCAL_DRAFTS = 'draft.localhost'

/** Ids that no brand has: their hosts on this machine are the studio's. `BRAND_ID` leaves the same ones out. */
const RESERVED_IDS: ReadonlySet<string> = new Set(['studio', 'draft'])

/** Whether an id is kept for the studio. */
export function isReservedId(id: string): boolean {
  return RESERVED_IDS.has(id)
}

/** Whether a host is kept for the studio and the previews of its drafts. @param host lower case, without port */
export function isReservedHost(host: string, studioHosts: readonly string[] = []): boolean {
  return (
    host === LOCAL_STUDIO || host === LOCAL_DRAFTS || host.endsWith(`.${LOCAL_DRAFTS}`) || studioHosts.includes(host)
  )
}

/** The hosts that the studio has beside those of this machine, as the environment names them. */
export function studioHostsOf({
  LIVERY_STUDIO_HOSTS: named,
}: {
  readonly LIVERY_STUDIO_HOSTS?: string | undefined
}): string[] {
  return named ? named.split(',') : []
}
