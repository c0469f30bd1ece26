import { type FunctionComponent, type LazyExoticComponent, lazy } from 'react'

/** Code that the page needs and could not fetch, though it has asked twice: a newer build has removed its file, or the network is lost. */
export class CodeMissing extends Error {
  constructor(cause: unknown) {
    super(`code of this page could not be fetched: ${String(cause)}`, { cause })
  }
}

type Load = () => Promise<object>

let times = 0
let missing: readonly Load[] = []
const listeners = new Set<() => void>()

function setMissing(next: readonly Load[]): void {
  if (next.length === 0 && missing.length === 0) return
  missing = next
  for (const listener of listeners) listener()
}

/** Whether the page shown now lacks code that it has asked for. */
export const missingCode = {
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isAny: (): boolean => missing.length > 0,
  /** The visitor knows, and does without. */
  forget: (): void => setMissing([]),
}

/** Fetches code, and once more when it could not be had; what is still missing then is noted, until a later attempt brings it.
 *  @param load the same function at each attempt   @param name of an export that the module must have   @throws CodeMissing */
export async function fetchCode<Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module,
): Promise<Module> {
  try {
    const module = await fetchTwice(load, (fetched) => name in fetched)
    setMissing(missing.filter((one) => one !== load))
    return module
  } catch (error) {
    setMissing([...missing.filter((one) => one !== load), load])
    throw error
  }
}

/** The same for who says itself that code is missing. Browsers remember a module that failed and give the same failure for its address
 *  ever after; under another fragment the address is fetched again.
 *  @param isWanted whether what came from the address that the failure names is the module that was asked for: it may be one of those that
 *    it imports
 *  @throws CodeMissing */
export async function fetchTwice<Module extends object>(
  load: () => Promise<Module>,
  isWanted: (fetched: object) => boolean,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? []
    if (address === undefined) throw new CodeMissing(error)
    times += 1
    try {
      const fetched: object = await import(/* @vite-ignore */ `${address}#${times}`)
      if (isWanted(fetched)) return fetched as Module
    } catch (again) {
      throw new CodeMissing(again)
    }
    throw new CodeMissing(error)
  }
}

/** A part of the page whose code comes late. Where it cannot be had, the page does without the part and says that something is missing
 *  (`missingCode`): nothing else stops.
 *  @param name of the component among the exports of the module */
export function latePart<Name extends string, Props>(
  load: () => Promise<Readonly<Record<Name, FunctionComponent<Props>>>>,
  name: Name,
): LazyExoticComponent<FunctionComponent<Props>> {
  return lazy(async (): Promise<{ default: FunctionComponent<Props> }> => {
    try {
      return { default: (await fetchCode(load, name))[name] }
    } catch {
      return { default: Nothing }
    }
  })
}

function Nothing() {
  return null
}
