import type { Plugin } from 'vite'

/** The built server and the built pages have the class of failed calls in common, which one would not know for the other's otherwise. By
 *  whatever path a module asks for it, Node finds it by one name. */
export const sharedFailures: Plugin = {
  name: 'livery:shared-failures',
  enforce: 'pre',
  resolveId: { filter: { id: /\/app-error\.ts$/ }, handler: () => ({ id: '#calls/app-error.ts', external: true }) },
}
