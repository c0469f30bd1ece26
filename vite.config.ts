import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The form package brings libraries for Markdown, references and merging that flat schemas never need: 40 kB of a page. */
const standins = './src/client/app/form-standins'
const alias = {
  'markdown-to-jsx/react': at(`${standins}/plain-markdown.tsx`),
  'markdown-to-jsx': at(`${standins}/plain-markdown.tsx`),
  'fast-uri': at(`${standins}/no-references.ts`),
  '@x0k/json-schema-merge/lib/array': at(`${standins}/no-merging.ts`),
  '@x0k/json-schema-merge': at(`${standins}/no-merging.ts`),
}

/** Each font family is a style sheet of its own; a page links those of its brand. */
const FONTS = './src/client/app/fonts'
const fonts = Object.fromEntries(
  readdirSync(at(FONTS)).map((name) => [`font-${name.replace('.css', '')}`, at(`${FONTS}/${name}`)]),
)

// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: { alias },
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: isSsrBuild
      ? { input: at('./src/client/app/entry-server.tsx') }
      : { input: { entry: at('./src/client/app/entry-client.tsx'), ...fonts } },
  },
}))
