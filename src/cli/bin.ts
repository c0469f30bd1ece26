#!/usr/bin/env node
/** `livery …` of the installed package. An older Node is refused by name, before it stumbles over what it does not know. */
const MINIMUM = 24

if (Number(process.versions.node.split('.', 1)[0]) >= MINIMUM) await import('./main.ts')
else {
  console.error(
    `Livery needs Node ${MINIMUM} or later, and ${process.execPath} is ${process.versions.node}. Run it with npx, which takes the Node that the package brings, or install Node ${MINIMUM}.`,
  )
  process.exitCode = 2
}
