/** The address of a host beside a studio: the same scheme, and on this machine its port.
 *  @param studio scheme, host and port of the studio, such as `http://studio.localhost:3000` */
export function addressBeside(studio: string, host: string): string {
  const { protocol, port } = new URL(studio)
  return `${protocol}//${host}${port ? `:${port}` : ''}`
}

/** Where a brand is served: beside a studio of this machine by its id, else on the first of its own hosts.
 *  @param hosts host names of the brand besides `<id>.localhost`, which only this machine opens */
export function brandAddress(studio: string, id: string, hosts: readonly string[]): string {
  const { hostname } = new URL(studio)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const [own] = hosts
  if (isLocal) return addressBeside(studio, `${id}.localhost`)
  return own === undefined ? `http://${id}.localhost` : addressBeside(studio, own)
}
