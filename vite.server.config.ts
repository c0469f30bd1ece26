import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { sharedFailures } from './tools/shared-failures.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Lets a module ask for the files beside it as if it still stood where its source is. */
const sourcePlaces = (out: string): Plugin => ({
  name: 'livery:source-places',
  transform: {
    filter: { id: /[\\/](?:src|machines|schemas)[\\/].*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const from = relative(out, id).replaceAll('\\', '/')
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`)
    },
  },
})

/** The server, and in the mode `commands` what `livery` does beside starting it and playing scenarios. */
// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export
export default defineConfig(({ mode }) => {
  const [input, out] =
    mode === 'commands'
      ? [at('./src/cli/main.ts'), at('./dist/commands')]
      : [at('./src/server/main.ts'), at('./dist/engine')]
  return {
    plugins: [sharedFailures, sourcePlaces(out)],
    publicDir: false,
    ssr: { noExternal: true, external: ['@electric-sql/pglite', '@resvg/resvg-wasm', 'typescript'] },
    build: {
      ssr: true,
      target: 'es2024',
      outDir: out,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rollupOptions: {
        input,
        ...(mode === 'commands' && { external: [/^#stage\//, '#server/main.ts'] }),
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
})
