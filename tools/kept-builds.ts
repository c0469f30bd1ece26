/** The files of builds below `dist/client`, the latest build first. */
export type KeptBuilds = readonly (readonly string[])[]

/** How many builds are kept: the latest, and those before it whose pages may still be open. */
export const KEPT_BUILDS = 4

/** Which builds are kept after another one, and which files of the folder belong to none of them.
 *  @param files the files of the new build   @param there all files of the folder, with their compressed copies */
export function filesToDrop(
  before: KeptBuilds,
  files: readonly string[],
  there: readonly string[],
): { readonly builds: KeptBuilds; readonly dropped: readonly string[] } {
  const nameOf = (list: readonly string[]) => [...list].sort().join('\n')
  const others = before.filter((build) => nameOf(build) !== nameOf(files))
  const builds = [[...files], ...others].slice(0, KEPT_BUILDS)
  const kept = new Set(builds.flat())
  return { builds, dropped: there.filter((file) => !kept.has(file.replace(/\.(?:br|gz)$/, ''))) }
}
