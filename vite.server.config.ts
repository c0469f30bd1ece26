import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { sharedFailures } from './tools/shared-failures.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const OUT = at('./dist/engine')

/** Lets a module ask for the files beside it as if it still stood where its source is. */
const sourcePlaces: Plugin = {
  name: 'livery:source-places',
  transform: {
    filter: { id: /[\\/](?:src|machines|schemas)[\\/].*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const from = relative(OUT, id).replaceAll('\\', '/')
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(from)}, import.meta.url).href`)
    },
  },
}

// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export
export default defineConfig({
  plugins: [sharedFailures, sourcePlaces],
  publicDir: false,
  ssr: { noExternal: true, external: ['@electric-sql/pglite', '@resvg/resvg-wasm'] },
  build: {
    ssr: true,
    target: 'es2024',
    outDir: OUT,
    emptyOutDir: true,
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: at('./src/server/main.ts'),
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
