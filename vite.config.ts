import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Each font family is a style sheet of its own; a page links those of its brand. */
const FONTS = './src/client/app/fonts'
const fonts = Object.fromEntries(
  readdirSync(at(FONTS)).map((name) => [`font-${name.replace('.css', '')}`, at(`${FONTS}/${name}`)]),
)

/** Scripts that stand alone: the puzzle's, and the one inside the frame of a hosted captcha. */
const captchaScripts = {
  'pain-puzzle': at('./src/client/captcha/pain-puzzle.entry.ts'),
  'captcha-frame': at('./src/client/captcha/frame.entry.ts'),
}

/** What every page loads is one chunk: left to itself the bundler cuts it into one for each set of screens that use a part of
 *  it, and a first visit asks for a dozen scripts of a few hundred bytes. */
const shell = {
  name: 'shell',
  tags: ['$initial' as const],
  test: (id: string) => !/[\\/](?:captcha|fonts)[\\/]/.test(id),
}

// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
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
      : {
          input: { entry: at('./src/client/app/entry-client.tsx'), ...fonts, ...captchaScripts },
          output: { codeSplitting: { groups: [shell] } },
        },
  },
}))
