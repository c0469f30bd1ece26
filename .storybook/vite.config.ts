import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { flags } from '../tools/flags.ts'

// Found while stories run, a library to be prepared would load the page anew under them.
const optimizeDeps = { include: ['react-dom/server', '@tanstack/react-virtual', 'libphonenumber-js/core'] }

// biome-ignore lint/style/noDefaultExport: Storybook reads its configuration from the default export
export default defineConfig({ plugins: [react(), flags()], publicDir: false, optimizeDeps })
