/** Takes the place of an actor of a machine until one is provided: it rejects.
 *  @throws Error `actor readStored was not provided`
 *  @example fromPromise<Account, Id>(() => absentActor('readAccount')) */
export async function absentActor(name: string): Promise<never> {
  return throwAbsent(name)
}

/** The same for an actor that is no promise. @throws Error as `absentActor` */
export function throwAbsent(name: string): never {
  throw new Error(`actor ${name} was not provided`)
}
