let zones: readonly string[] | undefined

/** The names of all time zones of this machine, by which a slip is recognised. */
export function zoneNames(): readonly string[] {
  zones ??= ['UTC', ...Intl.supportedValuesOf('timeZone')]
  return zones
}
