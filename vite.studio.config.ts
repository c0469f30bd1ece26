import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** What screens share is one chunk: in pieces of a few hundred bytes it weighs more. */
const parts = { name: 'parts', minShareCount: 3, test: /[\\/](?:src|machines|renderers)[\\/]/ }

// The studio is a site of its own, on its own host. Each screen is loaded when it is opened; forms and their validators come with
// the editor.
// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  base: '/',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    target: 'es2023',
    outDir: 'dist/studio',
    assetsDir: 'studio-assets',
    emptyOutDir: true,
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The validators of all sections are one chunk, loaded by the editor after it is drawn.
    chunkSizeWarningLimit: 700,
    rollupOptions: { input: at('./src/studio/main.tsx'), output: { codeSplitting: { groups: [parts] } } },
  },
})
