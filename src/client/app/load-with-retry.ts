let times = 0

/** Loads code, and once more when it could not be fetched. Browsers remember a module that failed and give the same failure for its
 *  address ever after; under another fragment the address is fetched again.
 *  @param name of an export that the module must have
 *  @throws what `load` threw, where it names no address or what came from there is another module */
export async function loadWithRetry<Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
    if (address === undefined) throw error
    times += 1
    const module: Partial<Module> = await import(/* @vite-ignore */ `${address}#${times}`)
    if (!(name in module)) throw error
    return module as Module
  }
}
