import type { Validator } from './validation.ts'

/** The generated validator of a schema by its name, such as `feed/game`, or `patch/site/config/auth` for what a brand writes. For
 *  code that learns the name at run time: all other code imports the validator itself, so that a page gets no more than it uses.
 *  @throws Error when no schema has the name */
export async function validatorByName(name: string): Promise<Validator<unknown>> {
  const noun = name.split('/')[0] as string
  const { bySchema } = (await import(`./generated/validators/${noun}.js`)) as {
    bySchema: Readonly<Record<string, Validator<unknown>>>
  }
  const validator = bySchema[name]
  if (!validator) throw new Error(`No schema is called ${name}. After adding a schema, run: npm run generate`)
  return validator
}
