#!/usr/bin/env node
/** `livery …`. An older Node is refused by name, before it stumbles over what it does not know. */
const MINIMUM = 24

if (Number(process.versions.node.split('.', 1)[0]) >= MINIMUM) {
  const { builtProgram } = await import('./built-program.ts')
  const built = builtProgram(process.argv[2])
  await (built ? import(built) : import('./main.ts'))
} else {
  const { say } = await import('./command-text.ts')
  console.error(say('start.node_old', { minimum: MINIMUM, path: process.execPath, version: process.versions.node }))
  process.exitCode = 2
}
